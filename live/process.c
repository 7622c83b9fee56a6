/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process from outside: what it has loaded, its points, its code.  All is read from
   its memory, so that it does not matter whether the files are still there.  */

#include "live/live.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/stop.h"

bool
live_read (const struct live_process *p, uint64_t address, void *data,
	   size_t size)
{
  return pread (p->memory, data, size, (off_t) address) == (ssize_t) size;
}

void
live_exit (int status)
{
  for (;;)
    syscall (SYS_exit_group, status);
}

bool
live_another (void *list, size_t n, size_t size)
{
  void *old;
  if ((n & (n - 1)) != 0)
    return true;
  memcpy (&old, list, sizeof old);
  void *more = realloc (old, (n ? 2 * n : 1) * size);
  if (more)
    memcpy (list, &more, sizeof more);
  return more;
}

/* The same for one of P's own; P remembers that there was no memory.  */
static bool
another (struct live_process *p, void *list, size_t n, size_t size)
{
  bool good = live_another (list, n, size);
  p->no_memory |= !good;
  return good;
}

/* --- what is loaded ------------------------------------------------------- */

/* A segment of a program header, whichever its size.  */
struct segment
{
  uint32_t type;
  uint64_t offset, address, size;
};

static bool
read_segment (const struct live_process *p, uint64_t at, bool is_64,
	      struct segment *s)
{
  Elf64_Phdr wide;
  Elf32_Phdr narrow;
  if (is_64 && live_read (p, at, &wide, sizeof wide))
    *s = (struct segment) { wide.p_type, wide.p_offset, wide.p_vaddr,
			    wide.p_memsz };
  else if (!is_64 && live_read (p, at, &narrow, sizeof narrow))
    *s = (struct segment) { narrow.p_type, narrow.p_offset, narrow.p_vaddr,
			    narrow.p_memsz };
  else
    return false;
  return true;
}

/* The SIZE bytes at NOTE, at ADDRESS in the process, describe points: remember
   them.  */
static void
add_function (struct live_process *p, size_t object, const void *note,
	      size_t size, uint64_t address)
{
  const struct halt_switches *s = note;
  const struct halt_switch_point *points
    = (const struct halt_switch_point *) (s + 1);
  if (size <= sizeof *s || s->version != HALT_SWITCHES_VERSION
      || s->n_points > (size - 1 - sizeof *s) / sizeof *points
      || ((const char *) note)[size - 1])
    return;
  if (!another (p, &p->functions, p->n_functions, sizeof *p->functions))
    return;
  p->functions[p->n_functions] = (struct live_function) {
    .object = object,
    .name = (const char *) (points + s->n_points),
    .unit = halt_distant (address + offsetof (struct halt_switches, unit),
			  s->unit),
    .address = address + sizeof *s,
    .points = points,
    .n_points = s->n_points,
    .first = live_n_points (p)
  };
  p->n_functions++;
}

/* The address that is word I of the distances in the SIZE bytes at NOTE, at
   ADDRESS.  */
static uint64_t
follow (const void *note, uint64_t address, size_t width, size_t i)
{
  int64_t distance = 0;
  int32_t narrow;
  memcpy (width == 8 ? (void *) &distance : &narrow,
	  (const char *) note + i * width, width);
  return halt_distant (address + i * width, 0)
	 + (uint64_t) (width == 8 ? distance : narrow);
}

/* One of ours of TYPE, SIZE bytes, at ADDRESS.  */
static void
add_note (struct live_process *p, size_t object, uint32_t type,
	  const void *note, size_t size, uint64_t address)
{
  size_t width = p->objects[object].is_64 ? 8 : 4, n = size / width;
  const struct halt_library *l = note;
  if (type == HALT_NOTE_SWITCHES)
    add_function (p, object, note, size, address);
  else if (type == HALT_NOTE_UNIT && size == width)
    {
      if (!another (p, &p->units, p->n_units, sizeof *p->units))
	return;
      p->units[p->n_units++] = (struct live_unit) {
	object, follow (note, address, width, 0)
      };
    }
  else if (type == HALT_NOTE_COUNTERS && size == n * width && n >= 3 && n <= 4)
    {
      if (!another (p, &p->cells, p->n_cells, sizeof *p->cells))
	return;
      p->cells[p->n_cells++] = (struct live_cells) {
	.object = object,
	.unit = follow (note, address, width, 0),
	.cells = follow (note, address, width, 1),
	.table = follow (note, address, width, 2),
	.threads = n == 4 ? follow (note, address, width, 3) : 0
      };
    }
  else if (type == HALT_NOTE_EVENT && size == 4)
    {
      if (!another (p, &p->events, p->n_events, sizeof *p->events))
	return;
      p->events[p->n_events++] = follow (note, address, 4, 0);
    }
  else if (type == HALT_NOTE_LIBRARY && size == sizeof *l
	   && l->version == HALT_LIBRARY_VERSION)
    {
      if (!another (p, &p->libraries, p->n_libraries, sizeof *p->libraries))
	return;
      p->libraries[p->n_libraries++] = (struct live_library) {
	object,
	l->n_kinds,
	follow (note, address, 4, 2),
	follow (note, address, 4, 3),
	follow (note, address, 4, 4),
	follow (note, address, 4, 5)
      };
    }
}

/* The SIZE bytes at NOTE are OBJECT's build-id.  */
static void
set_build_id (struct live_object *o, const unsigned char *note, size_t size)
{
  for (size_t i = 0; i < size && 2 * i + 2 < sizeof o->build_id; i++)
    sprintf (o->build_id + 2 * i, "%02x", note[i]);
}

/* Read the notes in the SIZE bytes at ADDRESS.  */
static void
read_notes (struct live_process *p, size_t object, uint64_t address,
	    uint64_t size)
{
  if (size > 1u << 30)
    return;
  char *text = malloc (size);
  p->no_memory |= !text && size > 0;
  if (!text || !live_read (p, address, text, size)
      || !another (p, &p->kept, p->n_kept, sizeof *p->kept))
    {
      free (text);
      return;
    }
  p->kept[p->n_kept++] = text;
  for (size_t at = 0; size - at >= sizeof (Elf64_Nhdr);)
    {
      Elf64_Nhdr head;
      memcpy (&head, text + at, sizeof head);
      size_t name = at + sizeof head;
      size_t description = name + ((head.n_namesz + 3ul) & ~3ul);
      if (description > size || head.n_descsz > size - description)
	return;
      if (head.n_namesz == sizeof HALT_NOTE_NAME
	  && memcmp (text + name, HALT_NOTE_NAME, sizeof HALT_NOTE_NAME) == 0)
	add_note (p, object, head.n_type, text + description, head.n_descsz,
		  address + description);
      else if (head.n_namesz == 4 && memcmp (text + name, "GNU", 4) == 0
	       && head.n_type == NT_GNU_BUILD_ID)
	set_build_id (&p->objects[object],
		      (const unsigned char *) text + description,
		      head.n_descsz);
      at = description + ((head.n_descsz + 3ul) & ~3ul);
      if (at > size)
	return;
    }
}

/* What begins at START may be an object, PATH.  */
static void
add_object (struct live_process *p, uint64_t start, const char *path)
{
  union
  {
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;
  } head;
  struct segment s;
  if (!live_read (p, start, &head, sizeof head)
      || memcmp (head.wide.e_ident, ELFMAG, SELFMAG) != 0)
    return;
  bool is_64 = head.wide.e_ident[EI_CLASS] == ELFCLASS64;
  int machine = is_64 ? head.wide.e_machine : head.narrow.e_machine;
  if (machine != EM_X86_64 && machine != EM_386)
    return;
  uint64_t table = start + (is_64 ? head.wide.e_phoff : head.narrow.e_phoff);
  unsigned int n = is_64 ? head.wide.e_phnum : head.narrow.e_phnum;
  unsigned int each = is_64 ? sizeof (Elf64_Phdr) : sizeof (Elf32_Phdr);
  uint64_t bias = 0;
  for (unsigned int i = 0; i < n; i++)
    if (read_segment (p, table + i * each, is_64, &s) && s.type == PT_LOAD
	&& s.offset == 0)
      bias = start - s.address;
  char *name = strdup (path);
  p->no_memory |= !name;
  if (!name || !another (p, &p->objects, p->n_objects, sizeof *p->objects))
    {
      free (name);
      return;
    }
  p->objects[p->n_objects++] = (struct live_object) {
    .path = name, .bias = bias, .start = start, .is_64 = is_64
  };
  for (unsigned int i = 0; i < n; i++)
    if (read_segment (p, table + i * each, is_64, &s) && s.type == PT_NOTE)
      read_notes (p, p->n_objects - 1, bias + s.address, s.size);
}

static bool
find_objects (struct live_process *p)
{
  char path[64], *line = NULL;
  size_t room = 0;
  snprintf (path, sizeof path, "/proc/%d/maps", (int) stop_thread_of (p->pid));
  FILE *f = fopen (path, "r");
  if (!f)
    return false;
  while (getline (&line, &room, f) > 0)
    {
      uint64_t start, offset;
      int name = 0;
      if (sscanf (line, "%" SCNx64 "-%*x %*s %" SCNx64 " %*s %*s %n", &start,
		  &offset, &name)
	    == 2
	  && offset == 0 && name && line[name] == '/')
	{
	  line[strcspn (line, "\n")] = '\0';
	  add_object (p, start, line + name);
	}
    }
  free (line);
  fclose (f);
  return !p->no_memory;
}

/* The program header of TYPE of object O.  */
static bool
find_segment (const struct live_process *p, const struct live_object *o,
	      uint32_t type, struct segment *s)
{
  union
  {
    Elf64_Ehdr wide;
    Elf32_Ehdr narrow;
  } head;
  if (!live_read (p, o->start, &head, sizeof head))
    return false;
  unsigned int n = o->is_64 ? head.wide.e_phnum : head.narrow.e_phnum;
  uint64_t at = o->start + (o->is_64 ? head.wide.e_phoff : head.narrow.e_phoff);
  for (unsigned int i = 0; i < n; i++)
    if (read_segment (p,
		      at
			+ i
			    * (o->is_64 ? sizeof (Elf64_Phdr)
					: sizeof (Elf32_Phdr)),
		      o->is_64, s)
	&& s->type == type)
      return true;
  return false;
}

uint64_t
live_word (const struct live_process *p, const struct live_object *o,
	   uint64_t address)
{
  uint64_t wide = 0;
  uint32_t narrow = 0;
  if (o->is_64 ? live_read (p, address, &wide, sizeof wide)
	       : live_read (p, address, &narrow, sizeof narrow))
    return o->is_64 ? wide : narrow;
  return 0;
}

/* The dynamic linker has few symbols, and their names come after them.  */
uint64_t
live_symbol (const struct live_process *p, const struct live_object *o,
	     const char *name)
{
  struct segment dynamic;
  uint64_t word = o->is_64 ? 8 : 4, symbols = 0, names = 0, tag;
  char is[64];
  size_t length = strlen (name) + 1;
  if (!find_segment (p, o, PT_DYNAMIC, &dynamic) || length > sizeof is)
    return 0;
  dynamic.address += o->bias;
  for (uint64_t at = 0; at < dynamic.size; at += 2 * word)
    {
      tag = live_word (p, o, dynamic.address + at);
      uint64_t value = live_word (p, o, dynamic.address + at + word);
      /* Some make addresses of them, some do not.  */
      if (value < o->bias)
	value += o->bias;
      if (tag == DT_NULL)
	break;
      if (tag == DT_SYMTAB)
	symbols = value;
      else if (tag == DT_STRTAB)
	names = value;
    }
  size_t each = o->is_64 ? sizeof (Elf64_Sym) : sizeof (Elf32_Sym);
  for (uint64_t at = symbols; symbols && at + each <= names; at += each)
    {
      Elf64_Sym wide = { 0 };
      Elf32_Sym narrow = { 0 };
      if (!(o->is_64 ? live_read (p, at, &wide, sizeof wide)
		     : live_read (p, at, &narrow, sizeof narrow)))
	return 0;
      uint64_t value = o->is_64 ? wide.st_value : narrow.st_value;
      if (value
	  && live_read (p, names + (o->is_64 ? wide.st_name : narrow.st_name),
			is, length)
	  && memcmp (is, name, length) == 0)
	return o->bias + value;
    }
  return 0;
}

const struct live_object *
live_linker (const struct live_process *p)
{
  char path[64];
  uint64_t words[128], base = 0;
  snprintf (path, sizeof path, "/proc/%d/auxv", (int) stop_thread_of (p->pid));
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? 0 : read (fd, words, sizeof words);
  bool is_64 = p->n_objects > 0 && p->objects[0].is_64;
  if (fd >= 0)
    close (fd);
  for (size_t i = 0; n > 0 && (i + 2) * (is_64 ? 8 : 4) <= (size_t) n; i += 2)
    if (is_64 ? words[i] == AT_BASE : ((uint32_t *) words)[i] == AT_BASE)
      base = is_64 ? words[i + 1] : ((uint32_t *) words)[i + 1];
  for (size_t i = 0; base && i < p->n_objects; i++)
    if (p->objects[i].start == base)
      return &p->objects[i];
  return NULL;
}

/* --- opening --------------------------------------------------------------- */

/* A name that the kernel takes back when we end, however that is.  */
static bool
take_lock (struct live_process *p, char *why)
{
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  int length = snprintf (name.sun_path + 1, sizeof name.sun_path - 1,
			 "ghalt attach %d", (int) p->pid);
  p->lock = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (p->lock >= 0
      && bind (p->lock, (struct sockaddr *) &name,
	       offsetof (struct sockaddr_un, sun_path) + 1 + length)
	   != 0
      && errno == EADDRINUSE)
    {
      snprintf (why, LIVE_WHY,
		"another 'ghalt attach' has process %d; wait "
		"until it has ended",
		(int) p->pid);
      return false;
    }
  return true;
}

static bool
open_memory (struct live_process *p, pid_t pid, int access, char *why)
{
  char path[64];
  *p = (struct live_process) {
    .pid = pid, .memory = -1, .lock = -1, .counts = -1
  };
  snprintf (path, sizeof path, "/proc/%d/mem", (int) stop_thread_of (pid));
  p->memory = open (path, access | O_CLOEXEC);
  if (p->memory < 0)
    stop_refused (pid, errno, why);
  return p->memory >= 0;
}

/* Find the objects of PID.  One that replaces its program just now has none, or none that
   may be read: once more.  */
static bool
open_objects (struct live_process *p, pid_t pid, int access, char *why)
{
  const struct timespec moment = { 0, 1000000 };
  for (int tries = 0;; tries++)
    {
      bool opened = open_memory (p, pid, access, why);
      if (opened && find_objects (p) && p->n_objects > 0)
	return true;
      if (p->no_memory)
	{
	  snprintf (why, LIVE_WHY, "no memory");
	  return false;
	}
      if (opened)
	stop_refused (pid, ESRCH, why);
      if (tries == 20 || kill (pid, 0) != 0)
	return false;
      live_close (p);
      nanosleep (&moment, NULL);
    }
}

/* Code that was read last: sites and gates are apart.  */
struct pieces
{
  const struct live_process *p;
  int last;			/* which was used */
  uint64_t start[2];
  unsigned char piece[2][1 << 13];
};

static void
read_pieces (void *data, uint64_t at, unsigned char *code)
{
  struct pieces *s = data;
  size_t size = sizeof s->piece[0], tries = 0;
  while (at < s->start[s->last]
	 || at - s->start[s->last] > size - HALT_SITE_BYTES)
    {
      s->last = !s->last;
      if (++tries < 2)
	continue;
      /* The one that was not used last.  */
      s->last = !s->last;
      ssize_t n = pread (s->p->memory, s->piece[s->last], size, (off_t) at);
      size_t got = n > 0 ? (size_t) n : 0;
      memset (s->piece[s->last] + got, 0, size - got);
      s->start[s->last] = at;
    }
  memcpy (code, s->piece[s->last] + (at - s->start[s->last]), HALT_SITE_BYTES);
}

/* Take out the breakpoints that somebody who was killed has left in P, which nobody
   traces.  */
static void
repair (const struct live_process *p)
{
#ifdef HALT_INT3
  struct pieces s = { .p = p, .start = { UINT64_MAX, UINT64_MAX } };
  unsigned char code[HALT_SITE_BYTES];
  for (size_t i = 0; i < p->n_functions; i++)
    for (uint32_t k = 0; k < p->functions[i].n_points; k++)
      {
	const struct live_function *f = &p->functions[i];
	uint64_t address = f->address + k * sizeof *f->points;
	uint64_t site = halt_distant (address, f->points[k].site);
	read_pieces (&s, site, code);
	if (halt_under_break (&f->points[k], address, code))
	  (void) !pwrite (p->memory, code, 2, (off_t) site);
      }
  for (size_t i = 0; i < p->n_events; i++)
    if (live_read (p, p->events[i], code, 1) && code[0] == HALT_INT3)
      (void) !pwrite (p->memory, "\x0f\x1f", 2, (off_t) p->events[i]);
  /* A return, or what comes before one.  */
  const struct live_object *o = live_linker (p);
  uint64_t at = o ? live_symbol (p, o, "_dl_debug_state") : 0;
  if (at && live_read (p, at, code, 4) && code[0] == HALT_INT3)
    {
      bool mark = code[1] == HALT_INT3 && code[2] == 0x1e;
      (void) !pwrite (p->memory, mark ? "\xf3\x0f" : "\xc3", mark ? 2 : 1,
		      (off_t) at);
    }
#else
  (void) p;
#endif
}

bool
live_look (struct live_process *p, pid_t pid, char *why)
{
  return open_objects (p, pid, O_RDONLY, why);
}

bool
live_hold (struct live_process *p, pid_t pid, char *why)
{
  if (!open_objects (p, pid, O_RDWR, why) || !take_lock (p, why))
    return false;
  if (stop_tracer_of (pid) == 0)
    repair (p);
  p->held = true;
  return true;
}

bool
live_has_points (const struct live_process *p, char *why)
{
  char one;
  if (p->n_objects == 0
      || (p->n_functions == 0 && !live_read (p, p->objects[0].start, &one, 1)))
    snprintf (why, LIVE_WHY, "process %d has ended meanwhile", (int) p->pid);
  else if (p->n_functions == 0)
    snprintf (why, LIVE_WHY,
	      "nothing in process %d was compiled with "
	      "-fplugin-arg-halt-switch",
	      (int) p->pid);
  return p->n_functions > 0;
}

bool
live_open (struct live_process *p, pid_t pid, char *why)
{
  bool good = live_hold (p, pid, why) && live_has_points (p, why);
  p->held = false;
  return good;
}

/* What is known of the objects is given back.  */
static void
forget_objects (struct live_process *p)
{
  for (size_t i = 0; i < p->n_objects; i++)
    free (p->objects[i].path);
  for (size_t i = 0; i < p->n_kept; i++)
    free (p->kept[i]);
  free (p->objects);
  free (p->functions);
  free (p->units);
  free (p->cells);
  free (p->libraries);
  free (p->events);
  free (p->kept);
  p->objects = NULL;
  p->functions = NULL;
  p->units = NULL;
  p->cells = NULL;
  p->libraries = NULL;
  p->events = NULL;
  p->kept = NULL;
  p->n_objects = p->n_functions = p->n_units = p->n_cells = p->n_libraries
    = p->n_events = p->n_kept = 0;
}

bool
live_again (struct live_process *p)
{
  forget_objects (p);
  p->no_memory = false;
  return find_objects (p) && p->n_objects > 0;
}

void
live_close (struct live_process *p)
{
  if (p->memory >= 0)
    close (p->memory);
  if (p->lock >= 0)
    close (p->lock);
  if (p->counts >= 0)
    close (p->counts);
  forget_objects (p);
  free (p->changes);
}

/* --- switching ------------------------------------------------------------- */

/* What is done while the process stands still.  */
struct work
{
  struct live_process *p;
  live_choice *choice;
  void *data;
  const struct live_function *function;
  struct live_count count;
  struct live_change *changes;
  size_t n;
  bool busy;			/* the process is changing its code itself */
  bool no_memory;
  uint64_t start;		/* where PIECE is from */
  unsigned char piece[1 << 14];
};

static int
choose (void *data, const struct halt_switch_point *point)
{
  struct work *w = data;
  int on = w->choice (w->p, w->function, point, w->data);
  w->count.on += on == 1;
  w->count.off += on == 0;
  return on;
}

/* What is at AT.  Code is read in pieces: a call of the kernel for each site would be
   most of the time.  */
static void
read_code (void *data, uint64_t at, unsigned char *code)
{
  struct work *w = data;
  if (at < w->start || at - w->start > sizeof w->piece - HALT_SITE_BYTES)
    {
      ssize_t n = pread (w->p->memory, w->piece, sizeof w->piece, (off_t) at);
      size_t got = n > 0 ? (size_t) n : 0;
      memset (w->piece + got, 0, sizeof w->piece - got);
      w->start = at;
    }
  memcpy (code, w->piece + (at - w->start), HALT_SITE_BYTES);
  w->busy |= code[0] == 0xeb && code[1] == 0xfe;
}

static void
change (void *data, uint64_t at, const unsigned char *code)
{
  struct work *w = data;
  struct live_change c = { .at = at };
  read_code (w, at, c.was);
  memcpy (c.is, code, sizeof c.is);
  if (live_another (&w->changes, w->n, sizeof *w->changes))
    w->changes[w->n++] = c;
  else
    w->no_memory = true;
}

static int
compare_changes (const void *a, const void *b)
{
  uint64_t x = ((const struct live_change *) a)->at;
  uint64_t y = ((const struct live_change *) b)->at;
  return x < y ? -1 : x > y;
}

/* Nothing was found yet, nothing read.  */
static void
begin (struct work *w)
{
  w->n = 0;
  w->busy = false;
  w->start = UINT64_MAX;
}

/* Find what is to be changed, nothing being changed yet.  */
static void
find_changes (struct work *w)
{
  const struct halt_switching how = { w, choose, read_code, change };
  begin (w);
  w->count = (struct live_count) { 0, 0 };
  for (size_t i = 0; i < w->p->n_functions; i++)
    {
      w->function = &w->p->functions[i];
      halt_switch_points (&how, w->function->points, w->function->address,
			  w->function->n_points);
    }
}

/* Results of what is done in a helper.  */
enum
{
  DONE,
  BUSY,
  FAILED,			/* and an errno */
  NOT_COUNTED = 1 << 16		/* the same */
};

/* Read or write a piece: the changes from FIRST on, up to *END, that are near to one
   another, so that each page of it has some.  False: that failed.  */
static bool
transfer (struct work *w, size_t first, size_t *end, bool write)
{
  uint64_t start = w->changes[first].at, last = start;
  size_t i = first;
  for (; i < w->n && w->changes[i].at - last < 4096
	 && w->changes[i].at - start <= sizeof w->piece - HALT_SITE_BYTES;
       i++)
    last = w->changes[i].at;
  size_t size = last - start + HALT_SITE_BYTES;
  w->start = start;
  *end = i;
  errno = 0;
  return (write ? pwrite (w->p->memory, w->piece, size, (off_t) start)
		: pread (w->p->memory, w->piece, size, (off_t) start))
	 == (ssize_t) size;
}

/* Write what was found, where it is still what it WAS; or, to undo that, what it was.
   The process's code is read and written in pieces.  */
static int
write_pieces (struct work *w, size_t n, bool undo)
{
  size_t end;
  for (size_t first = 0; first < n; first = end)
    {
      if (!transfer (w, first, &end, false))
	return FAILED + errno;
      for (size_t i = first; i < end; i++)
	{
	  struct live_change *c = &w->changes[i];
	  unsigned char *code = w->piece + (c->at - w->start);
	  if (!undo && memcmp (code, c->was, sizeof c->was) != 0)
	    {
	      write_pieces (w, first, true);
	      return BUSY;
	    }
	  memcpy (code, undo ? c->was : c->is, sizeof c->is);
	}
      if (!transfer (w, first, &end, true))
	{
	  int error = errno;
	  if (!undo)
	    write_pieces (w, end, true);
	  return FAILED + error;
	}
    }
  return DONE;
}

/* Changes that overlap are none: sites and gates are apart.  */
static int
write_changes (void *data)
{
  struct work *w = data;
  int error = w->p->still ? w->p->still (w->p) : 0;
  return error ? NOT_COUNTED + error : write_pieces (w, w->n, false);
}

/* Let P have room for all that W changes.  */
static bool
prepare (struct live_process *p, const struct work *w)
{
  size_t room = p->n_changes + w->n + 1;
  struct live_change *more = realloc (p->changes, room * sizeof *more);
  if (more)
    p->changes = more;
  return more;
}

/* Whether PID has a program.  */
static bool
has_program (pid_t pid)
{
  struct live_process p;
  bool has = open_memory (&p, pid, O_RDONLY, (char[LIVE_WHY]) { 0 })
	     && find_objects (&p) && p.n_objects > 0;
  live_close (&p);
  return has;
}

/* RESULT is no good.  */
static void
say_failed (const struct live_process *p, int result, char *why)
{
  bool counted = result < NOT_COUNTED;
  int error = result - (counted ? FAILED : NOT_COUNTED);
  char one;
  /* The memory is gone.  */
  if (!live_read (p, p->objects[0].start, &one, 1))
    snprintf (why, LIVE_WHY, "process %d has %s meanwhile", (int) p->pid,
	      has_program (p->pid) ? "replaced its program" : "ended");
  else
    snprintf (why, LIVE_WHY, "cannot %s process %d: %s",
	      counted ? "write to the memory of" : "read the counters of",
	      (int) p->pid,
	      error ? strerror (error) : "not all of it is there");
}

/* Do it again while the process is changing its code itself.  */
static bool
until_done (struct work *w, void (*find) (struct work *w), char *why)
{
  for (int tries = 0; tries < 1000; tries++)
    {
      struct timespec moment = { 0, 1000000 };
      find (w);
      if (w->no_memory || !prepare (w->p, w))
	{
	  snprintf (why, LIVE_WHY, "no memory");
	  return false;
	}
      if (w->n > 1)
	qsort (w->changes, w->n, sizeof *w->changes, compare_changes);
      int result = w->busy		       ? BUSY
		   : w->n == 0 && !w->p->still ? DONE
		   : w->p->held		       ? write_changes (w)
				: stop_all (w->p->pid, write_changes, w,
					    &w->p->stopped, why);
      if (result == DONE)
	return true;
      if (result < 0)
	return false;
      if (result >= FAILED)
	{
	  say_failed (w->p, result, why);
	  return false;
	}
      w->p->busy = w->p->held;
      if (w->p->busy)
	break;
      nanosleep (&moment, NULL);
    }
  snprintf (why, LIVE_WHY,
	    "process %d is switching its points itself, all the time",
	    (int) w->p->pid);
  return false;
}

/* Remember what was there before, of what was changed for the first time.  There is
   room.  */
static void
remember (struct live_process *p, const struct work *w)
{
  size_t known = p->n_changes;
  for (size_t i = 0; i < w->n; i++)
    {
      struct live_change *old
	= known == 0 ? NULL
		     : bsearch (&w->changes[i], p->changes, known,
				sizeof *p->changes, compare_changes);
      if (old)
	memcpy (old->is, w->changes[i].is, sizeof old->is);
      else
	p->changes[p->n_changes++] = w->changes[i];
    }
  qsort (p->changes, p->n_changes, sizeof *p->changes, compare_changes);
}

bool
live_switch (struct live_process *p, live_choice *choice, void *data,
	     struct live_count *count, char *why)
{
  struct work w = { .p = p, .choice = choice, .data = data };
  p->stopped = 0;
  bool good = until_done (&w, find_changes, why);
  *count = w.count;
  if (good)
    remember (p, &w);
  free (w.changes);
  return good;
}

/* What was changed becomes what it was, where it is still what it was made.  */
static void
find_undone (struct work *w)
{
  unsigned char code[HALT_SITE_BYTES];
  begin (w);
  for (size_t i = 0; i < w->p->n_changes; i++)
    {
      const struct live_change *c = &w->p->changes[i];
      read_code (w, c->at, code);
      if (memcmp (code, c->is, sizeof code) == 0
	  && memcmp (code, c->was, sizeof code) != 0)
	change (w, c->at, c->was);
    }
}

bool
live_undo (struct live_process *p, char *why)
{
  struct work w = { .p = p };
  p->stopped = 0;
  bool good = until_done (&w, find_undone, why);
  if (good)
    p->n_changes = 0;
  free (w.changes);
  return good;
}

void
live_find_on (const struct live_process *p, unsigned char *on)
{
  struct pieces s = { .p = p, .start = { UINT64_MAX, UINT64_MAX } };
  const struct halt_switching how = { .data = &s, .read = read_pieces };
  for (size_t i = 0; i < p->n_functions; i++)
    {
      const struct live_function *f = &p->functions[i];
      for (uint32_t at = 0, n; at < f->n_points; at += n)
	{
	  const struct halt_switch_point *point = f->points + at;
	  n = halt_switch_together (point, f->n_points - at);
	  halt_find_on (&how, point, f->address + at * sizeof *point, n,
			on + f->first + at);
	}
    }
}

void
live_count_points (const struct live_process *p, struct live_count *count)
{
  size_t n = live_n_points (p);
  unsigned char *on = calloc (n + 1, 1);
  *count = (struct live_count) { 0, n };
  if (!on)
    return;
  live_find_on (p, on);
  for (size_t i = 0; i < n; i++)
    {
      count->on += on[i];
      count->off -= on[i];
    }
  free (on);
}
