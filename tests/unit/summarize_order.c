/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What machines of the other byte order have written: the same profile and the same map,
   each field of which is written in one order and in the other.  */

#include <endian.h>
#include <fcntl.h>
#include <unistd.h>
#include "halt/live.h"
#include "tests/unit/summarize_elf.h"

static bool big;

static uint64_t
u64 (uint64_t n)
{
  return big ? htobe64 (n) : htole64 (n);
}

static uint32_t
u32 (uint32_t n)
{
  return big ? htobe32 (n) : htole32 (n);
}

#define PATH "/a/program, whose path is long"
/* Both with their NULs are no multiple of 8 bytes.  */
#define ID "0123456789abcde"

/* A dump of one object with a unit, three counters of ENTRY in two runs, a point that was
   on and a path.  */
struct dump
{
  struct halt_live head;
  char to_object[(-sizeof (struct halt_live)) % HALT_LIVE_LINE];
  struct halt_live_record object;
  struct halt_prof_unit unit;
  char names[sizeof PATH + sizeof ID + 2];
  struct halt_live_record shard __attribute__ ((aligned (HALT_LIVE_LINE)));
  struct
  {
    uint32_t first, n;
    uint64_t count[2];
  } run;
  struct
  {
    uint32_t first, n;
    uint64_t count[1];
  } last;
  struct halt_live_record points __attribute__ ((aligned (HALT_LIVE_LINE)));
  struct halt_live_point point;
  struct halt_live_record paths __attribute__ ((aligned (HALT_LIVE_LINE)));
  struct halt_live_path path;
} __attribute__ ((aligned (HALT_LIVE_LINE)));

#define LINE(member) (offsetof (struct dump, member) / HALT_LIVE_LINE)

static struct halt_live_record
record (uint32_t type, uint32_t next, uint32_t kind, uint64_t n, uint64_t size)
{
  return (struct halt_live_record) { .type = u32 (type),
				     .next = u32 (next),
				     .kind = u32 (kind),
				     .n = u64 (n),
				     .size = u64 (size) };
}

static struct dump
dump (void)
{
  struct dump d = {
    .head = { .magic = u64 (HALT_DUMP_MAGIC),
	      .version = u32 (HALT_LIVE_VERSION),
	      .header_size = u32 (sizeof (struct halt_live)),
	      .pid = u64 (77),
	      .lost = u64 (3),
	      .newest = u32 (LINE (paths)),
	      .end = u32 (sizeof d / HALT_LIVE_LINE),
	      .kinds = u32 (1u << HALT_ENTRY),
	      .ended = u32 (HALT_LIVE_EXIT) },
    .object = record (HALT_LIVE_OBJECT, 0, 0, 1,
		      sizeof d.unit + sizeof PATH + sizeof ID),
    .unit = { .address = u64 (0x123456789ab),
	      .count = u64 (50),
	      .checksum = u64 (0xfedcba9876543210),
	      .flags = u32 (HALT_UNIT_SWITCHED) },
    .names = PATH "\0" ID,
    .shard = record (HALT_LIVE_SHARD, LINE (object), HALT_ENTRY, 20,
		     sizeof d.run + sizeof d.last),
    .run = { u32 (2), u32 (2), { u64 (5), u64 (1ull << 40) } },
    .last = { u32 (19), u32 (1), { u64 (9) } },
    .points = record (HALT_LIVE_POINTS, LINE (shard), 0, 1, sizeof d.point),
    .point = { u64 (7), u32 (HALT_ENTRY), u32 (1) },
    .paths = record (HALT_LIVE_PATHS, LINE (points), 0, 1, sizeof d.path),
    .path = { u64 (30 | (uint64_t) HALT_FIRST << HALT_ID_BITS), u64 (123),
	      u64 (1) },
  };
  return d;
}

/* The SIZE bytes at DATA, packed as halt/live.h says, at OUT; how many.  */
static size_t
pack (const unsigned char *data, size_t size, unsigned char *out)
{
  unsigned char *to = out + sizeof (struct halt_packed);
  for (size_t at = 0; at < size; at += 16)
    {
      unsigned char *head = to++;
      *head = 0;
      for (int i = 0; i < 2; i++)
	{
	  int n = 8;
	  /* The byte with the lowest value is at the end where the order is big.  */
	  while (n > 0 && data[at + 8 * i + (big ? 8 - n : n - 1)] == 0)
	    n--;
	  for (int k = 0; k < n; k++)
	    *to++ = data[at + 8 * i + (big ? 7 - k : k)];
	  *head |= (unsigned char) (n << 4 * i);
	}
    }
  unsigned char *first = out + sizeof (struct halt_packed);
  size_t packed = (size_t) (to - first);
  struct halt_packed head
    = { u64 (HALT_PACKED_MAGIC), u64 (packed), u64 (size),
	u64 (halt_sum_words (HALT_CHECKSUM_START, first, packed)) };
  memcpy (out, &head, sizeof head);
  return sizeof head + packed;
}

/* The profile that is made of the SIZE bytes at DATA; its bytes, or NULL.  */
static void *
made (const void *data, size_t size, size_t *its, struct fault *f)
{
  struct prof prof;
  int fd = open (path ("it"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  CU_ASSERT_EQUAL (write (fd, data, size), (ssize_t) size);
  close (fd);
  if (!prof_open (&prof, path ("it"), f))
    return NULL;
  void *bytes = malloc (*its = prof.header->size);
  memcpy (bytes, prof.header, *its);
  prof_close (&prof);
  return bytes;
}

static void
test_profile (void)
{
  void *image[2][3];
  size_t size[2][3];
  struct fault f;
  for (int order = 0; order < 2; order++)
    {
      big = order;
      struct dump d = dump (), twice[2] = { d, d };
      static unsigned char packed[3 * sizeof d];
      size_t n = pack ((const unsigned char *) &d, sizeof d, packed);
      image[order][0] = made (&d, sizeof d, &size[order][0], &f);
      image[order][1] = made (packed, n, &size[order][1], &f);
      twice[0].head.file = twice[1].head.file = u32 (0);
      image[order][2] = made (twice, sizeof twice, &size[order][2], &f);
    }
  for (int i = 0; i < 3; i++)
    {
      CU_ASSERT_PTR_NOT_NULL_FATAL (image[0][i]);
      CU_ASSERT_PTR_NOT_NULL_FATAL (image[1][i]);
      CU_ASSERT_EQUAL (size[0][i], size[1][i]);
      CU_ASSERT_EQUAL (memcmp (image[0][i], image[1][i], size[0][i]), 0);
    }
  CU_ASSERT_EQUAL (memcmp (image[0][0], image[0][1], size[0][0]), 0);
  for (int i = 0; i < 6; i++)
    free (image[i / 3][i % 3]);
}

/* A map is words of 64 bits, as the compiler writes it.  */
static void
test_map (void)
{
  struct image im[2];
  struct fault f;
  struct bytes b = make_map (0x1000, 0x2000, 7);
  write_program ("ours", b);
  other_order = true;
  for (size_t i = 0; i < b.size / 8; i++)
    ((uint64_t *) b.data)[i] = L (((uint64_t *) b.data)[i]);
  write_program ("theirs", b);
  other_order = false;
  CU_ASSERT_TRUE_FATAL (image_open (&im[0], path ("ours"), &f));
  CU_ASSERT_TRUE_FATAL (image_open (&im[1], path ("theirs"), &f));
  CU_ASSERT_EQUAL_FATAL (im[0].maps.n, 1);
  CU_ASSERT_EQUAL_FATAL (im[1].maps.n, 1);
  CU_ASSERT_EQUAL (im[0].maps.chunks[0].size, im[1].maps.chunks[0].size);
  CU_ASSERT_EQUAL (memcmp (im[0].maps.chunks[0].data, im[1].maps.chunks[0].data,
			   b.size), 0);
  image_close (&im[0]);
  image_close (&im[1]);
  free (b.data);
}

/* A program that is loaded at BASE: two notes of units, the second with a distance of 4
   bytes, and one that says where the start-up code is, with Thumb's bit.  */
#define BASE 0x10000

struct note
{
  uint32_t namesz, descsz, type;
  char name[8];
};

struct loaded
{
  Elf64_Ehdr eh;
  Elf64_Phdr load, notes;
  struct note far;
  uint64_t to_first __attribute__ ((packed, aligned (4)));
  struct note near;
  int32_t to_second;
  struct note anchor;
  int32_t to_start;
  struct note before;
  uint32_t start;
  struct halt_unit unit[2];
};

#define OFFSET(member) offsetof (struct loaded, member)

static struct note
note_head (uint32_t type, uint32_t size)
{
  return (struct note) { W (5), W (size), W (type), "HALT" };
}

static void
write_loaded (const char *name)
{
  const uint16_t one = 1;
  bool little = *(const char *) &one != other_order;
  struct loaded p = {
    .eh = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			 little ? ELFDATA2LSB : ELFDATA2MSB, EV_CURRENT },
	    .e_type = H (ET_EXEC), .e_machine = H (EM_X86_64),
	    .e_version = W (EV_CURRENT), .e_phoff = L (OFFSET (load)),
	    .e_ehsize = H (sizeof p.eh), .e_phentsize = H (sizeof p.load),
	    .e_phnum = H (2) },
    .load = { .p_type = W (PT_LOAD), .p_flags = W (PF_R | PF_W | PF_X),
	      .p_vaddr = L (BASE), .p_filesz = L (sizeof p),
	      .p_memsz = L (sizeof p) },
    .notes = { .p_type = W (PT_NOTE), .p_flags = W (PF_R),
	       .p_offset = L (OFFSET (far)), .p_vaddr = L (BASE + OFFSET (far)),
	       .p_filesz = L (OFFSET (before) - OFFSET (far)),
	       .p_memsz = L (OFFSET (before) - OFFSET (far)) },
    .far = note_head (HALT_NOTE_UNIT, 8),
    .to_first = L (OFFSET (unit) - OFFSET (to_first)),
    .near = note_head (HALT_NOTE_UNIT, 4),
    .to_second = (int32_t) W (OFFSET (unit[1]) - OFFSET (to_second)),
    .anchor = note_head (HALT_NOTE_ANCHOR, 4),
    .to_start = (int32_t) W (OFFSET (start) + 1 - OFFSET (to_start)),
    .before = note_head (HALT_NOTE_START, 0),
    .unit = { { .count = L (11), .version = W (HALT_UNIT_VERSION),
		.flags = W (HALT_UNIT_ATOMIC) },
	      { .count = L (22), .version = W (HALT_UNIT_VERSION) } }
  };
  FILE *out = fopen (path (name), "w");
  fwrite (&p, 1, sizeof p, out);
  fclose (out);
}

static void
test_notes (void)
{
  for (int order = 0; order < 2; order++)
    {
      struct image im;
      struct halt_unit unit;
      struct fault f;
      other_order = order;
      write_loaded ("loaded");
      CU_ASSERT_TRUE_FATAL (image_open (&im, path ("loaded"), &f));
      CU_ASSERT_EQUAL_FATAL (im.n_descriptors, 2);
      CU_ASSERT_EQUAL (im.descriptors[0], BASE + OFFSET (unit));
      CU_ASSERT_EQUAL (im.descriptors[1], BASE + OFFSET (unit[1]));
      CU_ASSERT_TRUE (image_descriptor (&im, im.descriptors[0], &unit));
      CU_ASSERT_EQUAL (unit.count, 11);
      CU_ASSERT_EQUAL (unit.version, HALT_UNIT_VERSION);
      CU_ASSERT_EQUAL (unit.flags, HALT_UNIT_ATOMIC);
      image_close (&im);
    }
  other_order = false;
}

/* Whatever is wrong in it, it is said.  */
static void
test_damage (void)
{
  struct fault f;
  size_t its;
  big = true;
  const struct dump good = dump ();
  for (size_t at = 0; at < sizeof good; at++)
    for (int with = 1; with < 256; with += 126)
      {
	struct dump d = good;
	((unsigned char *) &d)[at] ^= (unsigned char) with;
	free (made (&d, at % 3 ? sizeof d : at, &its, &f));
      }
}

/* A dump that is not packed has a checksum of its bytes.  */
static void
test_checksum (void)
{
  struct fault f;
  size_t its;
  for (int order = 0; order < 2; order++)
    {
      big = order;
      struct dump d = dump ();
      d.head.started = 0;
      d.head.started
	= u64 (halt_sum_words (HALT_CHECKSUM_START, &d, sizeof d));
      void *image = made (&d, sizeof d, &its, &f);
      CU_ASSERT_PTR_NOT_NULL (image);
      free (image);
      d.run.count[0] ^= 1;
      CU_ASSERT_PTR_NULL (made (&d, sizeof d, &its, &f));
      CU_ASSERT_PTR_NOT_NULL (strstr (f.text, "the checksum does not fit"));
    }
}

static const CU_TestInfo tests[] = { { "profiles", test_profile },
				     { "maps", test_map }, { "notes", test_notes },
				     { "damage", test_damage },
				     { "checksums", test_checksum },
				     CU_TEST_INFO_NULL };

int
main (void)
{
  if (make_directory ())
    return 1;
  int failed = run_tests ("order", tests);
  remove_directory ();
  return failed;
}
