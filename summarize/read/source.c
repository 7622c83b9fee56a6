/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of source files.  A file is read once, or found missing once.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "summarize/summarize.h"

#define LARGEST (64 << 20)	/* a larger file is no source */

struct file
{
  char *path;
  char *text;			/* NULL if it cannot be read */
  size_t size;
  size_t *lines;		/* where they begin; one more for the end */
  size_t n_lines;
  struct file *next;
};

struct sources
{
  struct file *files;
};

struct sources *
sources_new (void)
{
  return zeroed (1, sizeof (struct sources));
}

void
sources_free (struct sources *s)
{
  while (s->files)
    {
      struct file *file = s->files;
      s->files = file->next;
      free (file->path);
      free (file->text);
      free (file->lines);
      free (file);
    }
  free (s);
}

static void
index_lines (struct file *file)
{
  size_t room = 0;
  for (size_t at = 0; at <= file->size;)
    {
      if (file->n_lines == room)
	{
	  room = room ? 2 * room : 256;
	  file->lines = grow (file->lines, room, sizeof *file->lines);
	}
      file->lines[file->n_lines++] = at;
      const char *end = at < file->size
	? memchr (file->text + at, '\n', file->size - at) : NULL;
      at = end ? (size_t) (end - file->text) + 1 : file->size + 1;
    }
  file->lines = grow (file->lines, file->n_lines + 1, sizeof *file->lines);
  file->lines[file->n_lines] = file->size + 1;
}

/* Read regular files only: a map could name any file.  */
static void
load (struct file *file)
{
  struct stat st;
  int fd = open (file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return;
  if (fstat (fd, &st) == 0 && S_ISREG (st.st_mode) && st.st_size <= LARGEST)
    {
      size_t room = (size_t) st.st_size;
      ssize_t n = 1;
      file->text = grow (NULL, room, 1);
      while (file->size < room && n > 0)
	{
	  n = read (fd, file->text + file->size, room - file->size);
	  if (n > 0)
	    file->size += (size_t) n;
	}
      index_lines (file);
    }
  close (fd);
}

/* The file PATH; takes PATH over.  */
static struct file *
find (struct sources *s, char *path)
{
  for (struct file *file = s->files; file; file = file->next)
    if (strcmp (file->path, path) == 0)
      {
	free (path);
	return file;
      }
  struct file *file = zeroed (1, sizeof *file);
  file->path = path;
  file->next = s->files;
  s->files = file;
  load (file);
  return file;
}

const char *
source_line (struct sources *s, const char *directory, const char *name,
	     uint32_t line, size_t *length)
{
  if (!*name || line == 0)
    return NULL;
  size_t room = strlen (directory) + 1 + strlen (name) + 1;
  char *path = grow (NULL, room, 1);
  if (*name == '/' || !*directory)
    strcpy (path, name);
  else
    snprintf (path, room, "%s/%s", directory, name);
  const struct file *file = find (s, path);
  if (!file->text && *name != '/' && *directory)
    /* The build directory is gone; perhaps we stand in another like it.  */
    file = find (s, strcpy (grow (NULL, strlen (name) + 1, 1), name));
  if (!file->text || line > file->n_lines)
    return NULL;
  size_t begin = file->lines[line - 1];
  *length = file->lines[line] - 1 - begin;
  return file->text + begin;
}
