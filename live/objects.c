/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process has loaded, and the notes in it.  All is read from its memory, so that it
   does not matter whether the files are still there.  */

#include "base/grow.h"
#include "live/live.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/stop.h"

/* The same for one of P's own; P remembers that there was no memory.  */
static bool
another (struct live_process *p, void *list, size_t n, size_t size)
{
  bool good = grow (list, n, size);
  p->no_memory |= !good;
  return good;
}

/* A segment of a program header, whichever its size.  */
struct segment
{
  uint32_t type, flags;
  uint64_t offset, address, size, in_file;
};

static bool
read_segment (const struct live_process *p, uint64_t at, bool is_64,
	      struct segment *s)
{
  Elf64_Phdr wide;
  Elf32_Phdr narrow;
  if (is_64 && live_read (p, at, &wide, sizeof wide))
    *s = (struct segment) { wide.p_type,  wide.p_flags, wide.p_offset,
			    wide.p_vaddr, wide.p_memsz, wide.p_filesz };
  else if (!is_64 && live_read (p, at, &narrow, sizeof narrow))
    *s = (struct segment) { narrow.p_type,  narrow.p_flags, narrow.p_offset,
			    narrow.p_vaddr, narrow.p_memsz, narrow.p_filesz };
  else
    return false;
  return true;
}

/* The SIZE bytes at NOTE, linked for ADDRESS in the process, describe points: remember
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
word_at (const void *note, uint64_t address, size_t width, size_t i)
{
  int64_t distance = 0;
  int32_t narrow;
  memcpy (width == 8 ? (void *) &distance : &narrow,
	  (const char *) note + i * width, width);
  return halt_distant (address + i * width, 0)
	 + (uint64_t) (width == 8 ? distance : narrow);
}

/* One of ours of TYPE, SIZE bytes, linked for ADDRESS.  */
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
	object, word_at (note, address, width, 0)
      };
    }
  else if (type == HALT_NOTE_COUNTERS && size == n * width && n >= 3 && n <= 4)
    {
      if (!another (p, &p->cells, p->n_cells, sizeof *p->cells))
	return;
      p->cells[p->n_cells++] = (struct live_cells) {
	.object = object,
	.unit = word_at (note, address, width, 0),
	.cells = word_at (note, address, width, 1),
	.n_cells = width == 8 ? ((const uint64_t *) note)[2]
			      : ((const uint32_t *) note)[2],
	.threads = n == 4 ? word_at (note, address, width, 3) : 0
      };
    }
  else if (type == HALT_NOTE_EVENT && size == 4)
    {
      uint64_t event = word_at (note, address, 4, 0);
      if ((p->n_events == 0 || p->events[p->n_events - 1] != event)
	  && another (p, &p->events, p->n_events, sizeof *p->events))
	p->events[p->n_events++] = event;
    }
  else if (type == HALT_NOTE_LIBRARY && size == sizeof *l
	   && l->version == HALT_LIBRARY_VERSION)
    {
      if (!another (p, &p->libraries, p->n_libraries, sizeof *p->libraries))
	return;
      p->libraries[p->n_libraries++] = (struct live_library) {
	object,
	l->n_kinds,
	word_at (note, address, 4, 2),
	word_at (note, address, 4, 3),
	word_at (note, address, 4, 4),
	word_at (note, address, 4, 5),
	word_at (note, address, 4, 6)
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

/* True if FUNCTION, a constructor of O, is HALT's start-up code: a note stands before
   it.  */
static bool
is_start (const struct live_process *p, uint64_t function)
{
  uint32_t note[HALT_NOTE_HEAD / sizeof (uint32_t)];
  return live_read (p, function - sizeof note, note, sizeof note)
	 && halt_note_head (note, sizeof note) == HALT_NOTE_HEAD
	 && note[2] == HALT_NOTE_START;
}

/* HALT's start-up code among the constructors of O; 0: there is none, or it cannot be
   told.  */
static uint64_t
find_start (const struct live_process *p, const struct live_object *o)
{
  struct segment dynamic;
  uint64_t word = o->is_64 ? 8 : 4, array = 0, size = 0, tag;
  if (!find_segment (p, o, PT_DYNAMIC, &dynamic))
    return 0;
  for (uint64_t at = o->bias + dynamic.address, end = at + dynamic.size;
       at < end && (tag = live_word (p, o, at)) != DT_NULL; at += 2 * word)
    if (tag == DT_INIT_ARRAY)
      array = o->bias + live_word (p, o, at + word);
    else if (tag == DT_INIT_ARRAYSZ)
      size = live_word (p, o, at + word);
  for (uint64_t at = 0; at < size && size <= 1u << 20; at += word)
    if (is_start (p, live_word (p, o, array + at)))
      return live_word (p, o, array + at);
  return 0;
}

/* A note in memory.  */
struct note
{
  size_t head, size;		/* of what halt_note_head tells, and of what follows */
  uint32_t type;
  size_t at;			/* of the latter; at first 0 */
};

/* The next one in the SIZE bytes at TEXT, at ADDRESS, whatever is between them.  */
static bool
next_note (const char *text, uint64_t address, size_t size, struct note *n)
{
  size_t at = n->at ? n->at + ((n->size + 3) & -(size_t) 4) : -address % 4;
  for (; at < size; at += 4)
    {
      const uint32_t *note = (const uint32_t *) (text + at);
      size_t head = halt_note_head (note, size - at);
      if (!head)
	continue;
      *n = (struct note) { head, note[1], note[2], at + head };
      return true;
    }
  return false;
}

/* How far the notes at TEXT beside the one of type ANCHOR were moved after O was
   linked: what it leads to is not where it was.  */
static uint64_t
moved (const struct live_process *p, const struct live_object *o,
       const char *text, uint64_t address, size_t size, uint32_t anchor)
{
  struct note n = { 0 };
  while (next_note (text, address, size, &n))
    if (n.head == HALT_NOTE_HEAD && n.type == anchor && n.size == 4)
      {
	uint64_t linked = word_at (text + n.at, address + n.at, 4, 0), start;
	if (is_start (p, linked) || !(start = find_start (p, o)))
	  return 0;
	return start - linked;
      }
  return 0;
}

/* Read the notes in the SIZE bytes at ADDRESS.  */
static void
read_notes (struct live_process *p, size_t object, uint64_t address,
	    uint64_t size)
{
  struct live_object *o = &p->objects[object];
  if (size > 1u << 30)
    return;
  char *text = malloc (size + 1);
  p->no_memory |= !text;
  if (!text || !live_read (p, address, text, size)
      || !another (p, &p->kept, p->n_kept, sizeof *p->kept))
    {
      free (text);
      return;
    }
  p->kept[p->n_kept++] = text;
  const uint64_t by[] = {
    moved (p, o, text, address, size, HALT_NOTE_ANCHOR),
    moved (p, o, text, address, size, HALT_NOTE_SWITCH_ANCHOR)
  };
  struct note n = { 0 };
  while (next_note (text, address, size, &n))
    if (n.head == HALT_NOTE_HEAD)
      add_note (p, object, n.type, text + n.at, n.size,
		address + n.at + by[n.type == HALT_NOTE_SWITCHES]);
    else if (n.type == NT_GNU_BUILD_ID)
      set_build_id (o, (const unsigned char *) text + n.at, n.size);
}

/* True if OBJECT, the last one, has no notes where they should be, or has units
   whose points can be switched, but not the notes of these.  */
static bool
lacks_notes (const struct live_process *p, size_t object)
{
  bool found = (p->n_libraries > 0
		&& p->libraries[p->n_libraries - 1].object == object)
	       || (p->n_cells > 0 && p->cells[p->n_cells - 1].object == object);
  bool functions = p->n_functions > 0
		   && p->functions[p->n_functions - 1].object == object;
  bool switched = false;
  for (size_t i = p->n_units; i-- > 0 && p->units[i].object == object;)
    {
      struct halt_unit unit;
      found = true;
      switched |= live_read (p, p->units[i].address, &unit, sizeof unit)
		  && (unit.flags & HALT_UNIT_SWITCHED);
    }
  return !functions && (!found || switched);
}

/* What was found in OBJECT, the last one, is found anew.  */
static void
forget_notes (struct live_process *p, size_t object)
{
  while (p->n_units > 0 && p->units[p->n_units - 1].object == object)
    p->n_units--;
  while (p->n_cells > 0 && p->cells[p->n_cells - 1].object == object)
    p->n_cells--;
  while (p->n_libraries > 0
	 && p->libraries[p->n_libraries - 1].object == object)
    p->n_libraries--;
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
#if defined __aarch64__
  if (machine != EM_AARCH64)
    return;
#elif defined __riscv
  if (machine != EM_RISCV)
    return;
#else
  if (machine != EM_X86_64 && machine != EM_386)
    return;
#endif
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
  size_t object = p->n_objects - 1;
  for (unsigned int i = 0; i < n; i++)
    if (read_segment (p, table + i * each, is_64, &s) && s.type == PT_NOTE)
      read_notes (p, object, bias + s.address, s.size);
  if (!lacks_notes (p, object)
      || (find_segment (p, &p->objects[object], PT_DYNAMIC, &s)
	  && !find_start (p, &p->objects[object])))
    return;
  forget_notes (p, object);
  for (unsigned int i = 0; i < n; i++)
    if (read_segment (p, table + i * each, is_64, &s) && s.type == PT_LOAD
	&& (s.flags & PF_R))
      read_notes (p, object, bias + s.address, s.in_file);
}

bool
live_find_objects (struct live_process *p)
{
  char path[64], *line = NULL;
  size_t room = 0;
  snprintf (path, sizeof path, "/proc/%d/maps", (int) stop_thread_of (p->pid));
  FILE *f = fopen (path, "r");
  if (!f)
    {
      p->no_memory |= errno == ENOMEM;
      return false;
    }
  while (errno = 0, getline (&line, &room, f) > 0)
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
  p->no_memory |= errno == ENOMEM;
  free (line);
  fclose (f);
  return !p->no_memory;
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

void
live_forget_objects (struct live_process *p)
{
  for (size_t i = 0; i < p->n_objects; i++)
    free (p->objects[i].path);
  for (size_t i = 0; i < p->n_kept; i++)
    free (p->kept[i]);
  FREE_ALL (p->objects, p->functions, p->units, p->cells, p->libraries,
	    p->events, p->kept);
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
