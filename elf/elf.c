/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files, their sections, and the tables in these.  */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "elf/elf.h"

Elf *
elf_open (const char *file, Elf_Kind kind)
{
  struct stat st;
  Elf *elf = NULL;
  elf_version (EV_CURRENT);
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return NULL;
  int error = fstat (fd, &st) != 0 ? errno : S_ISREG (st.st_mode) ? 0 : EISDIR;
  if (!error)
    elf = elf_begin (fd, ELF_C_READ_MMAP, NULL);
  /* All is mapped; programs with many objects need the descriptor.  */
  if (elf)
    elf_cntl (elf, ELF_C_FDREAD);
  close (fd);
  if (elf && kind != ELF_K_NUM && elf_kind (elf) != kind)
    {
      elf_end (elf);
      elf = NULL;
    }
  errno = error;
  return elf;
}

int
elf_type (Elf *elf)
{
  GElf_Ehdr header;
  return elf && gelf_getehdr (elf, &header) ? header.e_type : ET_NONE;
}

/* String AT of section TABLE of ELF, or "".  */
static const char *
string_at (Elf *elf, size_t table, size_t at)
{
  const char *text = elf_strptr (elf, table, at);
  return text ? text : "";
}

bool
elf_next_section (struct elf_section *s)
{
  size_t names;
  if (!s->elf || elf_kind (s->elf) != ELF_K_ELF)
    return false;
  do
    s->scn = elf_nextscn (s->elf, s->scn);
  while (s->scn && !gelf_getshdr (s->scn, &s->header));
  if (!s->scn)
    return false;
  s->name = elf_getshdrstrndx (s->elf, &names) == 0
	      ? string_at (s->elf, names, s->header.sh_name)
	      : "";
  return true;
}

bool
elf_section (Elf *elf, const char *name, struct elf_section *s)
{
  *s = (struct elf_section) { .elf = elf };
  while (elf_next_section (s))
    if (strcmp (s->name, name) == 0)
      return true;
  return false;
}

Elf_Data *
elf_bytes (Elf *elf, const char *name)
{
  struct elf_section s;
  return elf_section (elf, name, &s) && s.header.sh_type != SHT_NOBITS
	   ? elf_rawdata (s.scn, NULL)
	   : NULL;
}

bool
elf_is_lto (Elf *elf)
{
  static const char lto[] = ".gnu.lto_";
  for (struct elf_section s = { .elf = elf }; elf_next_section (&s);)
    if (strncmp (s.name, lto, strlen (lto)) == 0)
      return true;
  return false;
}

bool
elf_next_symbol (struct elf_symbol *s)
{
  s->table.elf = s->elf;
  while (!s->data || !gelf_getsym (s->data, ++s->n, &s->is))
    {
      if (!elf_next_section (&s->table))
	return false;
      unsigned type = s->table.header.sh_type;
      s->n = 0;
      s->data = (type == SHT_SYMTAB || type == SHT_DYNSYM)
		    && (!s->type || type == s->type)
		  ? elf_getdata (s->table.scn, NULL)
		  : NULL;
    }
  s->name = string_at (s->elf, s->table.header.sh_link, s->is.st_name);
  return true;
}

bool
elf_has_symbol (Elf *elf, const char *name)
{
  size_t length = strlen (name);
  for (struct elf_symbol s = { .elf = elf }; elf_next_symbol (&s);)
    if (strncmp (s.name, name, length) == 0
	&& (!s.name[length] || s.name[length] == '@'))
      return true;
  return false;
}

bool
elf_next_dynamic (struct elf_dynamic *d)
{
  d->table.elf = d->elf;
  while (!d->data || !gelf_getdyn (d->data, d->n++, &d->is))
    {
      if (!elf_next_section (&d->table))
	return false;
      d->n = 0;
      d->data = d->table.header.sh_type == SHT_DYNAMIC
		  ? elf_getdata (d->table.scn, NULL)
		  : NULL;
    }
  d->text = elf_strptr (d->elf, d->table.header.sh_link, d->is.d_un.d_val);
  return true;
}
