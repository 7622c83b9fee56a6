/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of source files.  A file is read once, or found missing once.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/show/show.h"

#define LARGEST (64 << 20)	/* a larger file is no source */

struct source_file
{
  char *path;
  char *text;			/* NULL if it cannot be read */
  size_t size;
  size_t *lines;		/* where they begin; one more for the end */
  size_t n_lines;
  time_t changed;
  struct source_file *next;
};

void
sources_release (struct sources *s)
{
  ghalt_sources_close (s->compiled);
  while (s->files)
    {
      struct source_file *file = s->files;
      s->files = file->next;
      FREE_ALL (file->path, file->text, file->lines, file);
    }
}

static bool
index_lines (struct source_file *file, struct fault *f)
{
  for (size_t at = 0;; file->n_lines++)
    {
      if (!another (&file->lines, file->n_lines, sizeof *file->lines, f))
	return false;
      file->lines[file->n_lines] = at;
      if (at > file->size)
	return true;
      const char *end = at < file->size
			  ? memchr (file->text + at, '\n', file->size - at)
			  : NULL;
      at = end ? (size_t) (end - file->text) + 1 : file->size + 1;
    }
}

/* Read regular files only: a map could name any file.  */
static void
load_file (struct source_file *file, struct fault *f)
{
  struct stat st;
  int fd = open (file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size <= LARGEST)
    {
      size_t room = (size_t) st.st_size;
      file->changed = st.st_mtime;
      ssize_t n = 1;
      file->text = fresh (room, 1, f);
      while (file->text && file->size < room && n > 0)
	{
	  n = read (fd, file->text + file->size, room - file->size);
	  if (n > 0)
	    file->size += (size_t) n;
	}
      if (file->text && !index_lines (file, f))
	file->n_lines = 0;
    }
  close (fd);
}

/* The file PATH; takes PATH over.  NULL if there is no memory.  */
static struct source_file *
find_file (struct sources *s, char *path)
{
  for (struct source_file *file = s->files; path && file; file = file->next)
    if (strcmp (file->path, path) == 0)
      {
	free (path);
	return file;
      }
  struct source_file *file = path ? fresh (1, sizeof *file, s->fault) : NULL;
  if (!file)
    {
      free (path);
      return NULL;
    }
  file->path = path;
  file->next = s->files;
  s->files = file;
  load_file (file, s->fault);
  return file;
}

/* The file NAME of DIRECTORY; NULL if there is no memory.  */
static const struct source_file *
find_in (struct sources *s, const char *directory, const char *name)
{
  size_t room = strlen (directory) + 1 + strlen (name) + 1;
  char *path = fresh (room, 1, s->fault);
  bool inside = *name != '/' && *directory;
  if (path)
    snprintf (path, room, "%s%s%s", inside ? directory : "", inside ? "/" : "",
	      name);
  const struct source_file *file = find_file (s, path);
  if (file && !file->text && inside)
    /* The build directory is gone; perhaps we stand in another like it.  */
    file = find_file (s, copy_text (name, strlen (name), s->fault));
  return file;
}

const char *
source_line (struct sources *s, const char *directory, const char *name,
	     uint32_t line, size_t *length)
{
  const struct source_file *file = *name && line ? find_in (s, directory, name)
						 : NULL;
  if (!file || !file->text || line > file->n_lines)
    return NULL;
  size_t begin = file->lines[line - 1];
  *length = file->lines[line] - 1 - begin;
  return file->text + begin;
}

/* Whether FILE, of which no checksum is known, was written after the program.  */
static const char *
is_newer (const struct sources *s, const struct source_file *file)
{
  struct stat st;
  return s->program && stat (s->program, &st) == 0
	     && file->changed > st.st_mtime
	   ? "newer than the program: lines may have moved"
	   : NULL;
}

const char *
source_doubt (struct sources *s, const char *directory, const char *name,
	      const char *path)
{
  struct ghalt_error *error = NULL;
  const struct source_file *file = *name ? find_in (s, directory, name) : NULL;
  const uint64_t *sums;
  if (!file || !file->text || !s->report)
    return NULL;
  if (!s->compiled)
    s->compiled = ghalt_sources_open (s->report, &error);
  ghalt_error_free (error);
  size_t n = s->compiled ? ghalt_sources_sums (s->compiled, path, &sums) : 0;
  uint64_t sum = halt_checksum (HALT_CHECKSUM_START, file->text, file->size);
  if (n == 0)
    return s->several ? NULL : is_newer (s, file);
  for (size_t i = 0; i < n; i++)
    if (sums[i] == sum)
      return n == 1
	       ? NULL
	       : "one of several that were compiled under this name: lines "
		 "may be those of another";
  return "not what was compiled, it has changed: lines may have moved";
}
