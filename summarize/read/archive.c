/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives of objects.  libelf reads the common ones; of a thin archive, which
   names its members instead of containing them, it knows nothing.  */

#include <ar.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "elf/elf.h"
#include "summarize/summarize.h"

/* ELF is ended with IM, or at once.  */
static bool
add_member (struct image *im, struct Elf *elf, struct fault *f)
{
  if (!enlarge (&im->members, im->n_members + 1, sizeof *im->members, f))
    {
      elf_end (elf);
      return false;
    }
  im->members[im->n_members++] = elf;
  return true;
}

/* Add the maps of ELF if it is an object.  NAME, which is freed with IM, may be
   NULL: there was no memory.  */
static bool
read_member (struct image *im, struct Elf *elf, char *name, size_t *left,
	     struct fault *f)
{
  struct fault why;
  if (!name || !image_keep (im, name, f))
    return false;
  if (elf_kind (elf) == ELF_K_ELF && !image_add (im, elf, name, left, &why))
    return fault (f, "member %s: %s", name, why.text);
  return true;
}

/* The size that a header gives of what follows it; SIZE_MAX if that is no
   number.  */
static size_t
member_size (const struct ar_hdr *h)
{
  char text[sizeof h->ar_size + 1], *end;
  memcpy (text, h->ar_size, sizeof h->ar_size);
  text[sizeof h->ar_size] = 0;
  uint64_t n = strtoull (text, &end, 10);
  return text[0] >= '0' && text[0] <= '9' && (*end == ' ' || !*end)
	   ? n
	   : SIZE_MAX;
}

bool
archive_read (struct image *im, size_t size, struct fault *f)
{
  const char *data = elf_rawfile (im->elf, NULL);
  size_t left = size, at = SARMAG;
  Elf_Cmd command = ELF_C_READ_MMAP;
  struct Elf *elf;
  while ((elf = elf_begin (-1, command, im->elf)) != NULL)
    {
      const Elf_Arhdr *header = elf_getarhdr (elf);
      if (!add_member (im, elf, f))
	return false;
      if (!header)
	return fault (f, "damaged archive: %s", elf_errmsg (-1));
      const char *name = header->ar_name ? header->ar_name : "";
      struct ar_hdr raw;	/* the size in HEADER is what is there */
      at = (size_t) elf_getaroff (elf);
      memcpy (&raw, data + at, sizeof raw);
      at += sizeof raw;
      if (member_size (&raw) > size - at)
	return fault (f, "damaged archive: member %s is cut short", name);
      at += member_size (&raw);
      if (!read_member (im, elf, copy_text (name, strlen (name), f), &left, f))
	return false;
      command = elf_next (elf);
    }
  /* libelf does not tell the end from what it cannot read.  */
  if (size - at > (at & 1))
    return fault (f, "damaged archive: no member at %zu", at);
  im->relocatable = true;
  return true;
}

/* --- thin archives ------------------------------------------------------ */

struct thin
{
  const char *data;
  size_t size;
  const char *names;		/* the table of long names, or NULL */
  size_t names_size;
};

/* The name of a member, in *NAME and *LENGTH.  If the member is in an archive of that
   name, *ORIGIN is the place of its header there, else 0.  */
static bool
member_name (const struct thin *t, const struct ar_hdr *h, const char **name,
	     size_t *length, uint64_t *origin)
{
  char text[sizeof h->ar_name + 1];
  memcpy (text, h->ar_name, sizeof h->ar_name);
  text[sizeof h->ar_name] = 0;
  *origin = 0;
  if (text[0] != '/')
    {
      *name = h->ar_name;
      *length = strcspn (text, "/");
      return *length > 0 && *length < sizeof h->ar_name;
    }
  char *end;
  uint64_t at = strtoull (text + 1, &end, 10);
  if (*end == ':')
    *origin = strtoull (end + 1, NULL, 10);
  if (text[1] < '0' || text[1] > '9' || at >= t->names_size)
    return false;
  *name = t->names + at;
  const char *newline = memchr (*name, '\n', t->names_size - at);
  *length = newline ? (size_t) (newline - *name) : 0;
  if (*length > 0 && (*name)[*length - 1] == '/')
    --*length;
  return *length > 0;
}

/* Open the member NAME of the archive PATH.  */
static struct Elf *
open_member (const char *path, const char *name, struct fault *f)
{
  const char *slash = *name == '/' ? NULL : strrchr (path, '/');
  size_t directory = slash ? (size_t) (slash - path) + 1 : 0;
  char *full = fresh (directory + strlen (name) + 1, 1, f);
  if (!full)
    return NULL;
  memcpy (full, path, directory);
  strcpy (full + directory, name);
  struct Elf *elf = elf_open (full, ELF_K_NUM);
  if (!elf && errno == EISDIR)
    fault (f, "member %s of the thin archive is not a file", full);
  else if (!elf && errno)
    fault (f, "cannot open member %s of the thin archive: %m", full);
  else if (!elf)
    fault (f, "cannot read member %s of the thin archive: %s", full,
	   elf_errmsg (-1));
  free (full);
  return elf;
}

static bool
read_thin_member (struct image *im, const char *path, const struct thin *t,
		  const struct ar_hdr *h, struct fault *f)
{
  const char *text;
  size_t length, size;
  uint64_t origin;
  if (!member_name (t, h, &text, &length, &origin))
    return fault (f, "damaged archive: a member without a name");
  char *name = copy_text (text, length, f);
  if (!name || !image_keep (im, name, f))
    return false;
  struct Elf *elf = open_member (path, name, f);
  if (!elf || !add_member (im, elf, f))
    return false;
  if (!elf_rawfile (elf, &size))
    return fault (f, "cannot read member %s of the thin archive", name);
  if (origin > 0)
    {
      if (elf_kind (elf) != ELF_K_AR || elf_rand (elf, origin) != origin
	  || !(elf = elf_begin (-1, ELF_C_READ_MMAP, elf)))
	return fault (f, "damaged archive: no member at %llu of %s",
		      (unsigned long long) origin, name);
      if (!add_member (im, elf, f))
	return false;
      const Elf_Arhdr *inner = elf_getarhdr (elf);
      text = inner && inner->ar_name ? inner->ar_name : name;
      length = strlen (text);
    }
  else
    text = name;
  return read_member (im, elf, copy_text (text, length, f), &size, f);
}

/* True if what H stands for is in the thin archive itself.  */
static bool
is_inside (const struct ar_hdr *h)
{
  return h->ar_name[0] == '/' && (h->ar_name[1] < '0' || h->ar_name[1] > '9');
}

bool
archive_read_thin (struct image *im, const char *path, const char *data,
		   size_t size, struct fault *f)
{
  struct thin t = { data, size, NULL, 0 };
  struct ar_hdr h;
  for (size_t at = SARMAG; at < size;)
    {
      if (size - at < sizeof h)
	return fault (f, "damaged archive: cut short");
      memcpy (&h, data + at, sizeof h);
      at += sizeof h;
      if (memcmp (h.ar_fmag, ARFMAG, sizeof h.ar_fmag) != 0)
	return fault (f, "damaged archive: no header at %zu", at - sizeof h);
      if (!is_inside (&h))
	{
	  if (!read_thin_member (im, path, &t, &h, f))
	    return false;
	  continue;
	}
      size_t inside = member_size (&h);
      if (inside > size - at)
	return fault (f, "damaged archive: cut short");
      if (h.ar_name[1] == '/')
	{
	  t.names = data + at;
	  t.names_size = inside;
	}
      at += inside;
      at += at & 1;
    }
  im->relocatable = true;
  return true;
}
