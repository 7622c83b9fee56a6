/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program without its code: the file with zeros for all that no report reads.  What is
   left has its place, so that every command opens it as it opens the program.  Sections
   that were emptied say so (SHT_NOBITS), and a debugger finds nothing wrong with them.  */

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/file.h"
#include "base/text.h"
#include "elf/elf.h"
#include "store/store.h"

struct stub
{
  const struct image *image;
  const char *file;
  char *data;
  size_t size;
};

/* Keep the N bytes at AT of the file.  */
static void
keep (struct stub *s, uint64_t at, uint64_t n)
{
  if (at <= s->size && n <= s->size - at)
    memcpy (s->data + at, s->file + at, n);
}

/* The same of those that are loaded at ADDRESS.  */
static void
keep_loaded (struct stub *s, uint64_t address, uint64_t n)
{
  size_t count;
  GElf_Phdr ph;
  if (elf_getphdrnum (s->image->elf, &count) != 0)
    return;
  for (size_t i = 0; i < count; i++)
    if (gelf_getphdr (s->image->elf, (int) i, &ph) && ph.p_type == PT_LOAD
	&& address >= ph.p_vaddr && address - ph.p_vaddr < ph.p_filesz)
      keep (s, ph.p_offset + (address - ph.p_vaddr), n);
}

/* Whether reports read the section.  */
static bool
is_read (const struct elf_section *s)
{
  return begins (s->name, HALT_MAP_SECTION) || s->header.sh_type == SHT_NOTE;
}

/* Let section header number I say that there is nothing in the file.  */
static void
empty_section (struct stub *s, const GElf_Ehdr *eh, size_t i)
{
  size_t at = eh->e_shoff + i * eh->e_shentsize + sizeof (uint32_t);
  bool big = eh->e_ident[EI_DATA] == ELFDATA2MSB;
  if (at > s->size - sizeof (uint32_t))
    return;
  memset (s->data + at, 0, sizeof (uint32_t));
  s->data[at + (big ? 3 : 0)] = SHT_NOBITS;
}

static void
keep_sections (struct stub *s, const GElf_Ehdr *eh)
{
  size_t n, names;
  if (elf_getshdrnum (s->image->elf, &n) != 0
      || elf_getshdrstrndx (s->image->elf, &names) != 0)
    return;
  keep (s, eh->e_shoff, n * (uint64_t) eh->e_shentsize);
  for (struct elf_section i = { .elf = s->image->elf }; elf_next_section (&i);)
    if (is_read (&i) || elf_ndxscn (i.scn) == names)
      keep (s, i.header.sh_offset,
	    i.header.sh_type == SHT_NOBITS ? 0 : i.header.sh_size);
    else
      empty_section (s, eh, elf_ndxscn (i.scn));
}

static void
keep_segments (struct stub *s, const GElf_Ehdr *eh)
{
  size_t n;
  GElf_Phdr ph;
  if (elf_getphdrnum (s->image->elf, &n) != 0)
    return;
  keep (s, eh->e_phoff, n * (uint64_t) eh->e_phentsize);
  for (size_t i = 0; i < n; i++)
    if (gelf_getphdr (s->image->elf, (int) i, &ph) && ph.p_type == PT_NOTE)
      keep (s, ph.p_offset, ph.p_filesz);
}

/* Whether S is read as its file is: notes may be where no header leads to.  */
static bool
is_enough (const struct stub *s)
{
  struct image im;
  struct fault ignored;
  char path[64];
  const struct image *was = s->image;
  int fd = memfd_create ("stub", MFD_CLOEXEC);
  if (fd < 0)
    return false;
  snprintf (path, sizeof path, "/proc/self/fd/%d", fd);
  bool ok = ftruncate (fd, (off_t) s->size) == 0
	    && write (fd, s->data, s->size) == (ssize_t) s->size
	    && image_open (&im, path, &ignored);
  if (ok)
    {
      ok = strcmp (im.build_id, was->build_id) == 0
	   && im.n_descriptors == was->n_descriptors
	   && memcmp (im.descriptors ?: (uint64_t *) "",
		      was->descriptors ?: (uint64_t *) "",
		      im.n_descriptors * sizeof *im.descriptors)
		== 0;
      image_close (&im);
    }
  close (fd);
  return ok;
}

bool
stub_make (const struct image *im, const char *path, char **data, size_t *size,
	   struct fault *f)
{
  struct stub s = { .image = im };
  GElf_Ehdr eh;
  char *file = file_read (path, &s.size);
  s.file = file;
  s.data = file ? fresh (s.size, 1, f) : NULL;
  if (!s.data || !gelf_getehdr (im->elf, &eh))
    {
      free (file);
      return fault (f, "cannot read '%s': %m", path);
    }
  keep (&s, 0, eh.e_ehsize);
  keep_segments (&s, &eh);
  keep_sections (&s, &eh);
  for (size_t i = 0; i < im->n_descriptors; i++)
    keep_loaded (&s, im->descriptors[i], sizeof (struct halt_unit));
  keep_loaded (&s, im->start - HALT_NOTE_HEAD, HALT_NOTE_HEAD);
  if (!is_enough (&s))
    memcpy (s.data, s.file, s.size);
  free (file);
  *data = s.data;
  *size = s.size;
  return true;
}
