/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An ELF file: where its map sections and its notes are.  */

#include <ar.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "elf/elf.h"
#include "halt/code.h"
#include "summarize/summarize.h"

#define THIN_MAGIC "!<thin>\n"

/* The sections that are read, and where to.  */
static const struct
{
  const char *name;
  size_t list;
  bool words;			/* it is words of 64 bits, not text */
} lists[] = {
  { HALT_MAP_SECTION, offsetof (struct image, maps), true },
  { HALT_PATHS_SECTION, offsetof (struct image, paths), true },
  { HALT_COVER_SECTION, offsetof (struct image, covers), true },
  { HALT_CODE_SECTION, offsetof (struct image, codes), false },
  { HALT_GCOV_SECTION, offsetof (struct image, gcovs), true },
  { HALT_COUNTERS_SECTION, offsetof (struct image, counters), true },
  { HALT_SOURCES_SECTION, offsetof (struct image, sources), false },
  { HALT_CHOICE_SECTION, offsetof (struct image, choices), false },
};
#define N_LISTS (sizeof lists / sizeof *lists)

static struct chunks *
list_number (struct image *im, size_t i)
{
  return (struct chunks *) ((char *) im + lists[i].list);
}

/* Take the kind of ELF; false if its maps could not be read.  */
static bool
check_ident (struct image *im, struct Elf *elf, struct fault *f)
{
  GElf_Ehdr eh;
  if (elf_kind (elf) != ELF_K_ELF || !gelf_getehdr (elf, &eh))
    return fault (f, "not an ELF file");
  const uint16_t one = 1;
  unsigned host = *(const char *) &one ? ELFDATA2LSB : ELFDATA2MSB;
  im->swapped = eh.e_ident[EI_DATA] != host;
  im->pointer = eh.e_ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
  im->relocatable = eh.e_type == ET_REL;
  return true;
}

bool
image_keep (struct image *im, void *p, struct fault *f)
{
  if (!enlarge (&im->copies, im->n_copies + 1, sizeof *im->copies, f))
    {
      free (p);
      return false;
    }
  im->copies[im->n_copies++] = p;
  return true;
}

/* Add what S contains to list number I, decompressed if it must be.  */
static bool
add_chunk (struct image *im, size_t i, const struct elf_section *s,
	   const char *member, struct fault *f)
{
  struct chunks *list = list_number (im, i);
  if (s->header.sh_flags & SHF_COMPRESSED && elf_compress (s->scn, 0, 0) < 0)
    return fault (f, "cannot decompress %s: %s", s->name, elf_errmsg (-1));
  Elf_Data *data = elf_getdata (s->scn, NULL);
  /* As objcopy --compress-debug-sections=zlib-gnu has it.  */
  if (data && data->d_size >= 12 && memcmp (data->d_buf, "ZLIB", 4) == 0)
    {
      if (elf_compress_gnu (s->scn, 0, 0) < 0)
	return fault (f, "cannot decompress %s: %s", s->name, elf_errmsg (-1));
      data = elf_getdata (s->scn, NULL);
    }
  if (!data)
    return fault (f, "cannot read %s: %s", s->name, elf_errmsg (-1));
  if (data->d_size == 0 || !data->d_buf)
    return true;

  const void *bytes = data->d_buf;
  bool swap = im->swapped && lists[i].words;
  if ((uintptr_t) bytes % 8 || swap)
    {
      void *copy = fresh (data->d_size, 1, f);
      if (!copy || !image_keep (im, copy, f))
	return false;
      bytes = memcpy (copy, bytes, data->d_size);
      if (swap)
	swap_words (copy, data->d_size);
    }
  if (!enlarge (&list->chunks, list->n + 1, sizeof *list->chunks, f))
    return false;
  list->chunks[list->n++] = (struct chunk) { bytes, data->d_size, member };
  return true;
}

bool
image_add (struct image *im, struct Elf *elf, const char *member, size_t *left,
	   struct fault *f)
{
  size_t names;
  if (!check_ident (im, elf, f))
    return false;
  if (elf_getshdrstrndx (elf, &names) != 0)
    return fault (f, "damaged ELF file: %s", elf_errmsg (-1));
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    {
      size_t i = 0;
      while (i < N_LISTS && strcmp (lists[i].name, s.name) != 0)
	i++;
      if (i == N_LISTS || s.header.sh_type == SHT_NOBITS)
	continue;
      if (s.header.sh_size > *left)
	return fault (f, "damaged ELF file: %s reaches past its end", s.name);
      *left -= s.header.sh_size;
      if (!add_chunk (im, i, &s, member, f))
	return false;
    }
  return true;
}

/* The numbers at P, as IM's machine has them.  */
static int64_t
number_at (const struct image *im, const void *p)
{
  int64_t n;
  memcpy (&n, p, sizeof n);
  return im->swapped ? (int64_t) __builtin_bswap64 ((uint64_t) n) : n;
}

static int32_t
near_at (const struct image *im, const void *p)
{
  int32_t n;
  memcpy (&n, p, sizeof n);
  return im->swapped ? (int32_t) __builtin_bswap32 ((uint32_t) n) : n;
}

/* The head of a note at P, all of which are numbers but its name.  */
static void
get_note (const struct image *im, const void *p, uint32_t *note)
{
  for (size_t i = 0; i < 3; i++)
    note[i] = (uint32_t) near_at (im, (const uint32_t *) p + i);
}

/* Remember the descriptor that the note with the description at AT leads to:
   D's first byte will be at ADDRESS.  */
static bool
add_descriptor (struct image *im, const Elf_Data *d, size_t at, size_t size,
		uint64_t address, struct fault *f)
{
  const char *word = (const char *) d->d_buf + at;
  if (size != im->pointer && size != sizeof (uint32_t))
    return fault (f, "HALT note with %zu bytes instead of %u", size,
		  im->pointer);
  address += at
	     + (size == sizeof (uint32_t) ? near_at (im, word)
					  : number_at (im, word));
  if (im->pointer == sizeof (uint32_t))
    address = (uint32_t) address;
  if (!another (&im->descriptors, im->n_descriptors, sizeof *im->descriptors,
		f))
    return false;
  im->descriptors[im->n_descriptors++] = address;
  return true;
}

static void
set_build_id (struct image *im, const unsigned char *id, size_t size)
{
  for (size_t i = 0; i < size && i < sizeof im->build_id / 2; i++)
    sprintf (im->build_id + 2 * i, "%02x", id[i]);
}

/* Read the notes in D, whatever is between them: its first byte will be at ADDRESS.
   Unless STRICT, what is none after all is passed over.  */
static bool
scan_notes (struct image *im, const Elf_Data *d, uint64_t address, bool strict,
	    struct fault *f)
{
  uint32_t note[HALT_NOTE_HEAD / sizeof (uint32_t)] = { 0 };
  for (size_t at = -address % 4, left; at < d->d_size; at += 4)
    {
      left = d->d_size - at;
      memcpy (note, (const char *) d->d_buf + at,
	      left < sizeof note ? left : sizeof note);
      get_note (im, note, note);
      size_t head = halt_note_head (note, left);
      if (!head)
	continue;
      if (head == HALT_NOTE_HEAD && note[2] == HALT_NOTE_UNIT
	  && (strict || note[1] == im->pointer || note[1] == 4))
	{
	  if (!add_descriptor (im, d, at + head, note[1], address, f))
	    return false;
	}
      else if (head == HALT_NOTE_HEAD && note[2] == HALT_NOTE_ANCHOR
	       && note[1] == sizeof (int32_t))
	{
	  int32_t distance = near_at (im, (const char *) d->d_buf + at + head);
	  /* Without what a bit of an address says of the code there.  */
	  im->start = (address + at + head + (uint64_t) distance)
		      & -(uint64_t) 4;
	}
      else if (head == HALT_GNU_NOTE_HEAD && note[2] == NT_GNU_BUILD_ID)
	set_build_id (im, (const unsigned char *) d->d_buf + at + head,
		      note[1]);
      at += (head + note[1] - 1) & -(size_t) 4;
    }
  return true;
}

/* Read the notes of the segments of TYPE.  */
static bool
read_segments (struct image *im, uint32_t type, size_t file_size,
	       struct fault *f)
{
  size_t n, left = file_size;
  if (elf_getphdrnum (im->elf, &n) != 0)
    return fault (f, "damaged ELF file: %s", elf_errmsg (-1));
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr ph;
      if (!gelf_getphdr (im->elf, (int) i, &ph))
	return fault (f, "damaged ELF file: %s", elf_errmsg (-1));
      if (ph.p_type != type || ph.p_filesz == 0)
	continue;
      if (ph.p_filesz > left)
	return fault (f, "damaged ELF file: notes reach past its end");
      left -= ph.p_filesz;
      Elf_Data *d = elf_getdata_rawchunk (im->elf, (int64_t) ph.p_offset,
					  ph.p_filesz, ELF_T_BYTE);
      if (!d)
	return fault (f, "damaged ELF file: notes: %s", elf_errmsg (-1));
      if (!scan_notes (im, d, ph.p_vaddr, type == PT_NOTE, f))
	return false;
    }
  return true;
}

/* Those of sections with notes, of which no segment tells.  */
static bool
read_sections (struct image *im, struct fault *f)
{
  for (struct elf_section s = { .elf = im->elf }; elf_next_section (&s);)
    {
      Elf_Data *d = s.header.sh_type == SHT_NOTE
			&& s.header.sh_flags & SHF_ALLOC
		      ? elf_rawdata (s.scn, NULL)
		      : NULL;
      if (d && d->d_buf && !scan_notes (im, d, s.header.sh_addr, true, f))
	return false;
    }
  return true;
}

/* A linker's script may leave out the segments, and put notes into any section:  in
   the order in which the program itself looks, up to where there are some.  */
static bool
read_notes (struct image *im, size_t file_size, struct fault *f)
{
  return read_segments (im, PT_NOTE, file_size, f)
	 && (im->n_descriptors > 0 || read_sections (im, f))
	 && (im->n_descriptors > 0 || im->maps.n == 0
	     || read_segments (im, PT_LOAD, file_size, f));
}

/* What the file has for the SIZE bytes at ADDRESS of what it loads; or NULL.  */
static const void *
loaded (const struct image *im, uint64_t address, size_t size)
{
  size_t n, file_size;
  const char *file = elf_rawfile (im->elf, &file_size);
  if (!file || elf_getphdrnum (im->elf, &n) != 0)
    return NULL;
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr ph;
      if (!gelf_getphdr (im->elf, (int) i, &ph) || ph.p_type != PT_LOAD
	  || address < ph.p_vaddr)
	continue;
      uint64_t at = address - ph.p_vaddr;
      if (at > ph.p_filesz || ph.p_filesz - at < size || ph.p_offset > file_size
	  || at > file_size - ph.p_offset
	  || file_size - ph.p_offset - at < size)
	continue;
      return file + ph.p_offset + at;
    }
  return NULL;
}

/* True if the note before our start-up code is at TEXT, which may be NULL.  */
static bool
is_start (const struct image *im, const void *text)
{
  uint32_t note[HALT_NOTE_HEAD / sizeof (uint32_t)];
  if (!text)
    return false;
  memcpy (note, text, sizeof note);
  get_note (im, note, note);
  return halt_note_head (note, sizeof note) == HALT_NOTE_HEAD
	 && note[2] == HALT_NOTE_START;
}

/* How far the notes were moved after the link: the start-up code is not where one of
   them says, but elsewhere.  */
static uint64_t
moved (const struct image *im)
{
  if (!im->start
      || is_start (im, loaded (im, im->start - HALT_NOTE_HEAD, HALT_NOTE_HEAD)))
    return 0;
  size_t n, size;
  const char *file = elf_rawfile (im->elf, &size);
  if (elf_getphdrnum (im->elf, &n) != 0)
    return 0;
  for (size_t i = 0; i < n; i++)
    {
      GElf_Phdr ph;
      if (!gelf_getphdr (im->elf, (int) i, &ph) || ph.p_type != PT_LOAD
	  || !(ph.p_flags & PF_X) || ph.p_offset > size
	  || ph.p_filesz > size - ph.p_offset)
	continue;
      for (uint64_t at = 0; at + HALT_NOTE_HEAD <= ph.p_filesz; at += 4)
	if (is_start (im, file + ph.p_offset + at))
	  return ph.p_vaddr + at + HALT_NOTE_HEAD - im->start;
    }
  return 0;
}

/* Read IM->elf, whatever it is.  */
static bool
read_file (struct image *im, const char *path, struct fault *f)
{
  size_t size;
  const char *data = elf_rawfile (im->elf, &size);
  if (!data)
    return fault (f, "not an ELF file");
  if (size >= SARMAG && memcmp (data, THIN_MAGIC, SARMAG) == 0)
    return archive_read_thin (im, path, data, size, f);
  if (elf_kind (im->elf) == ELF_K_AR)
    return archive_read (im, size, f);
  size_t left = size;
  if (!image_add (im, im->elf, NULL, &left, f)
      || (!im->relocatable && !read_notes (im, size, f)))
    return false;
  uint64_t by = moved (im);
  for (size_t i = 0; i < im->n_descriptors; i++)
    im->descriptors[i] += by;
  return true;
}

bool
image_open (struct image *im, const char *path, struct fault *f)
{
  memset (im, 0, sizeof *im);
  im->elf = elf_open (path, ELF_K_NUM);
  if (!im->elf)
    return fault (f, errno == EISDIR ? "not a regular file"
		     : errno	     ? "cannot open: %m"
				     : "not an ELF file");
  if (read_file (im, path, f))
    return true;
  image_close (im);
  return false;
}

void
image_close (struct image *im)
{
  for (size_t i = 0; i < im->n_members; i++)
    elf_end (im->members[i]);
  elf_end (im->elf);
  for (size_t i = 0; i < im->n_copies; i++)
    free (im->copies[i]);
  free (im->members);
  free (im->copies);
  for (size_t i = 0; i < N_LISTS; i++)
    free (list_number (im, i)->chunks);
  free (im->descriptors);
  memset (im, 0, sizeof *im);
}

bool
image_descriptor (const struct image *im, uint64_t address,
		  struct halt_unit *unit)
{
  const void *at = loaded (im, address, sizeof *unit);
  if (!at)
    return false;
  memcpy (unit, at, sizeof *unit);
  if (im->swapped)
    {
      swap_words (unit, sizeof *unit);
      swap_halves (&unit->version, 1);
    }
  return true;
}
