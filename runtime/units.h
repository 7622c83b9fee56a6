/* SPDX-License-Identifier: MIT */
/* Walk the notes and the instrumented units of the objects that are loaded.
   For the start-up code of every unit, which must bring along all it needs,
   and for the default runtime: static functions, no data, no library calls
   but dl_iterate_phdr, and that one is optional.

   HALT_UNITS_TEXT is the section attribute of the functions, if they need
   one.  */

#ifndef HALT_UNITS_H
#define HALT_UNITS_H 1

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

#include "halt/format.h"

#ifndef HALT_UNITS_TEXT
#define HALT_UNITS_TEXT
#endif
#define HALT_UNITS_LOCAL static HALT_UNITS_TEXT __attribute__ ((unused))
/* A part of another one: there are many units, and all are looked at by each process.  */
#define HALT_UNITS_INLINE \
  static inline __attribute__ ((always_inline, unused))

/* Where a pointer to a function leads to a word with the function's address.  */
#if defined __ia64__ || (defined __powerpc64__ && _CALL_ELF != 2)
#define HALT_DESCRIPTORS 1
#endif

/* Missing in programs that are linked statically and do not use it.  */
extern __typeof (dl_iterate_phdr) dl_iterate_phdr
  __attribute__ ((weak, visibility ("default")));

/* The program's own ELF header, from the linker; null if it is not loaded.  */
extern const ElfW (Ehdr) __ehdr_start
  __attribute__ ((weak, visibility ("hidden")));

typedef int __halt_object_fn (struct dl_phdr_info *object, size_t size,
			      void *data);

/* True if SIZE bytes at ADDRESS lie in one loaded segment of OBJECT that has
   the FLAGS (PF_R, PF_W).  */
HALT_UNITS_LOCAL int
__halt_mapped (const struct dl_phdr_info *object, uintptr_t address,
	       size_t size, unsigned int flags)
{
  for (unsigned int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &object->dlpi_phdr[i];
      uintptr_t offset = address - (object->dlpi_addr + segment->p_vaddr);
      if (segment->p_type == PT_LOAD && (segment->p_flags & flags) == flags
	  && offset <= segment->p_memsz && size <= segment->p_memsz - offset)
	return 1;
    }
  return 0;
}

/* Position in the notes of an object.  Set OBJECT, clear the rest.

   How linkers merge, order and align notes differs, and what a segment says of its
   alignment need not be true of all of them.  So they are told by what they begin
   with, wherever that is.  The segments for notes are searched; an object with our
   start-up code in which they do not have what must be there is searched as a
   whole.  */
struct __halt_notes
{
  const struct dl_phdr_info *object;
  unsigned int segment;		/* the next one to look at */
  unsigned int all;		/* not 0: whatever it is of */
  unsigned int any;		/* which types of ours were found, and
				   HALT_FOUND_SWITCHED */
  uintptr_t at, end;		/* what is left of the current segment */
  const unsigned char *desc;	/* of the note found */
  size_t descsz;
  unsigned int type;
  uintptr_t first, length;	/* the writable segment that was looked at last */
  uintptr_t moved;		/* what is to be added to its distances */
  uintptr_t moved_by[2];	/* those of points are the second */
  unsigned int known;		/* bits: of which that is known */
};

/* Who looks for HALT_NOTE_SWITCHES has found a unit that should have some.  */
#define HALT_FOUND_SWITCHED (1u << 31)

/* A distance in the notes of units.  */
#if HALT_DISTANCE_BYTES == 4
typedef int32_t __halt_distance;
#else
typedef int64_t __halt_distance;
#endif

/* The address that the distance at WORD, in the note found, leads to.  */
HALT_UNITS_INLINE uintptr_t
__halt_follow (const struct __halt_notes *notes, const unsigned char *word)
{
  __halt_distance distance;
  __builtin_memcpy (&distance, word, sizeof distance);
  return (uintptr_t) word + distance + notes->moved;
}

/* The writable segment of the object that has ADDRESS is looked at.  */
HALT_UNITS_LOCAL void
__halt_look_at (struct __halt_notes *notes, uintptr_t address)
{
  for (unsigned int i = 0; i < notes->object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &notes->object->dlpi_phdr[i];
      uintptr_t first = notes->object->dlpi_addr + segment->p_vaddr;
      if (segment->p_type != PT_LOAD
	  || (segment->p_flags & (PF_R | PF_W)) != (PF_R | PF_W)
	  || address - first > segment->p_memsz)
	continue;
      notes->first = first;
      notes->length = segment->p_memsz;
    }
}

/* True if SIZE bytes at ADDRESS lie in one writable segment of the object.  */
HALT_UNITS_INLINE int
__halt_writable (struct __halt_notes *notes, uintptr_t address, size_t size)
{
  if (address - notes->first > notes->length)
    __halt_look_at (notes, address);
  return address - notes->first <= notes->length
	 && size <= notes->length - (address - notes->first);
}

/* The descriptor to which the note found, of type HALT_NOTE_UNIT, leads; or NULL.  */
HALT_UNITS_INLINE struct halt_unit *
__halt_noted_unit (struct __halt_notes *notes)
{
  if (notes->descsz != sizeof (__halt_distance))
    return NULL;
  uintptr_t address = __halt_follow (notes, notes->desc);
  struct halt_unit *unit = (struct halt_unit *) address;
  return address % sizeof (uintptr_t) == 0
	     && __halt_writable (notes, address, sizeof *unit)
	     && unit->version == HALT_UNIT_VERSION
	   ? unit
	   : NULL;
}

/* True if FUNCTION, a constructor of OBJECT, is our start-up code: a note stands before
   it.  */
HALT_UNITS_LOCAL int
__halt_is_start (const struct dl_phdr_info *object, uintptr_t function)
{
  const size_t head = HALT_NOTE_HEAD;
#ifdef HALT_DESCRIPTORS
  if (!__halt_mapped (object, function, sizeof function, PF_R))
    return 0;
  function = *(const uintptr_t *) function;
#endif
  /* The lowest bits of an address may say something of the code there.  */
  const uint32_t *note = (const uint32_t *) ((function & -sizeof *note) - head);
  return __halt_mapped (object, (uintptr_t) note, head, PF_R)
	 && halt_note_head (note, head) == head && note[2] == HALT_NOTE_START;
}

/* Our start-up code among the constructors of OBJECT; 0: there is none.  */
HALT_UNITS_LOCAL uintptr_t
__halt_find_start (const struct dl_phdr_info *object)
{
  uintptr_t array = 0, size = 0;
  for (unsigned int i = 0; i < object->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *segment = &object->dlpi_phdr[i];
      uintptr_t at = object->dlpi_addr + segment->p_vaddr;
      if (segment->p_type != PT_DYNAMIC
	  || !__halt_mapped (object, at, segment->p_memsz, PF_R))
	continue;
      const ElfW (Dyn) *dynamic = (const ElfW (Dyn) *) at;
      for (size_t n = segment->p_memsz / sizeof *dynamic;
	   n-- > 0 && dynamic->d_tag != DT_NULL; dynamic++)
	if (dynamic->d_tag == DT_INIT_ARRAY)
	  array = object->dlpi_addr + dynamic->d_un.d_ptr;
	else if (dynamic->d_tag == DT_INIT_ARRAYSZ)
	  size = dynamic->d_un.d_val;
    }
  if (array % sizeof array || !__halt_mapped (object, array, size, PF_R))
    return 0;
  for (size_t i = 0; i < size / sizeof array; i++)
    if (__halt_is_start (object, ((const uintptr_t *) array)[i]))
      return ((const uintptr_t *) array)[i];
  return 0;
}

/* True if OBJECT has it, or if this is it, or beside it.  */
HALT_UNITS_LOCAL int
__halt_has_start (const struct dl_phdr_info *object)
{
  return __halt_mapped (object, (uintptr_t) &__halt_has_start, 1, PF_R)
	 || __halt_find_start (object);
}

HALT_UNITS_LOCAL int __halt_find_note (struct __halt_notes *, size_t,
				       unsigned int);

#define HALT_NOTES(type) (1u << (type))

/* How far the notes of OBJECT beside the one of type ANCHOR were moved after it was
   linked, as patchelf does: what it leads to is not where it was.  */
HALT_UNITS_LOCAL uintptr_t
__halt_moved (const struct dl_phdr_info *object, unsigned int anchor)
{
  struct __halt_notes notes = { .object = object };
  int32_t distance;
  if (!__halt_find_note (&notes, HALT_NOTE_HEAD, HALT_NOTES (anchor))
      || notes.descsz != sizeof distance)
    return 0;
  __builtin_memcpy (&distance, notes.desc, sizeof distance);
  uintptr_t linked = (uintptr_t) notes.desc + (intptr_t) distance;
  if (__halt_is_start (object, linked))
    return 0;
  uintptr_t start = __halt_find_start (object);
  return start ? start - linked : 0;
}

/* One of ours was found by who looks for those of TYPES.  */
HALT_UNITS_INLINE void
__halt_note_found (struct __halt_notes *notes, unsigned int types)
{
  unsigned int i = notes->type == HALT_NOTE_SWITCHES;
  if (!(notes->known & (i + 1)) && types < HALT_NOTES (HALT_NOTE_ANCHOR))
    notes->moved_by[i] = __halt_moved (notes->object, HALT_NOTE_ANCHOR + i);
  notes->known |= i + 1;
  notes->moved = notes->moved_by[i];
  if (!(types >> notes->type & 1))
    {
      const struct halt_unit *unit = __halt_noted_unit (notes);
      if (unit && (unit->flags & HALT_UNIT_SWITCHED))
	notes->any |= HALT_FOUND_SWITCHED;
    }
}

/* Take the next segment that is to be searched; 0 if there is none, or if all must
   have been in those for notes.  */
HALT_UNITS_LOCAL int
__halt_next_segment (struct __halt_notes *notes)
{
  const unsigned int switches = 1u << HALT_NOTE_SWITCHES;
  for (;;)
    {
      if (notes->segment >= notes->object->dlpi_phnum)
	{
	  int missing = notes->any == 0
			|| (notes->any & (switches | HALT_FOUND_SWITCHED))
			     == HALT_FOUND_SWITCHED;
	  if (notes->all || !missing || !__halt_has_start (notes->object))
	    return 0;
	  notes->all = 1;
	  notes->segment = 0;
	}
      const ElfW (Phdr) *segment = &notes->object->dlpi_phdr[notes->segment++];
      uintptr_t at = notes->object->dlpi_addr + segment->p_vaddr;
      if (segment->p_type == (notes->all ? PT_LOAD : PT_NOTE)
	  && __halt_mapped (notes->object, at, segment->p_filesz, PF_R))
	{
	  notes->at = (at + 3) & -(uintptr_t) 4;
	  notes->end = at + segment->p_filesz;
	  return 1;
	}
    }
}

/* Pass over notes of points: there is one for each function.  */
HALT_UNITS_LOCAL void
__halt_skip_switches (struct __halt_notes *notes)
{
  uintptr_t at = notes->at;
  const uint32_t *note = (const uint32_t *) at;
  while (notes->end - at > HALT_NOTE_HEAD && note[2] == HALT_NOTE_SWITCHES
	 && halt_note_head (note, notes->end - at) == HALT_NOTE_HEAD)
    {
      at += HALT_NOTE_HEAD + ((note[1] + (size_t) 3) & ~(size_t) 3);
      note = (const uint32_t *) at;
      if (at >= notes->end)
	break;
    }
  notes->at = at;
}

/* Find the next note of one of TYPES, as bits, whose header has HEAD bytes, or return
   0.  */
HALT_UNITS_LOCAL int
__halt_find_note (struct __halt_notes *notes, size_t head, unsigned int types)
{
  const unsigned int switches = HALT_NOTES (HALT_NOTE_SWITCHES);
  do
    {
      uintptr_t at = notes->at, end = notes->end;
      while (at < end)
	{
	  const uint32_t *note = (const uint32_t *) at;
	  size_t its = halt_note_head (note, end - at);
	  at += sizeof *note;
	  if (!its)
	    continue;
	  unsigned int is = note[2], bit = is < 32 ? HALT_NOTES (is) : 0;
	  int wanted = its == head && bit & types;
	  at = (uintptr_t) note + its + ((note[1] + (size_t) 3) & -(size_t) 4);
	  if (its == HALT_NOTE_HEAD)
	    notes->any |= bit & ~HALT_FOUND_SWITCHED;
	  if (!wanted
	      && (its != HALT_NOTE_HEAD
		  || (is != HALT_NOTE_SWITCHES
		      && (is != HALT_NOTE_UNIT || !(types & switches)))))
	    continue;
	  notes->at = at;
	  notes->desc = (const unsigned char *) note + its;
	  notes->descsz = note[1];
	  notes->type = is;
	  if (its == HALT_NOTE_HEAD && (wanted || is == HALT_NOTE_UNIT))
	    __halt_note_found (notes, types);
	  if (wanted)
	    return 1;
	  if (is == HALT_NOTE_SWITCHES)
	    __halt_skip_switches (notes);
	  at = notes->at;
	}
      notes->at = at;
    }
  while (__halt_next_segment (notes));
  return 0;
}

/* The next one of ours of one of TYPES, which are not those of points.  They mostly
   follow one another.  */
HALT_UNITS_INLINE int
__halt_next_of (struct __halt_notes *notes, unsigned int types)
{
  const unsigned int slow = HALT_NOTES (HALT_NOTE_UNIT)
			    | HALT_NOTES (HALT_NOTE_SWITCHES);
  while (notes->known & 1 && notes->end - notes->at >= HALT_NOTE_HEAD)
    {
      const uint32_t *note = (const uint32_t *) notes->at;
      size_t left = notes->end - notes->at - HALT_NOTE_HEAD,
	     size = (note[1] + (size_t) 3) & ~(size_t) 3;
      unsigned int bit = note[2] < 31 ? HALT_NOTES (note[2]) : slow;
      if (halt_note_head (note, HALT_NOTE_HEAD + left) != HALT_NOTE_HEAD
	  || size > left || (bit & slow & ~types))
	break;
      notes->any |= bit;
      notes->at += HALT_NOTE_HEAD + size;
      if (!(bit & types))
	continue;
      notes->desc = (const unsigned char *) (note + HALT_NOTE_HEAD / 4);
      notes->descsz = note[1];
      notes->type = note[2];
      notes->moved = notes->moved_by[0];
      return 1;
    }
  return __halt_find_note (notes, HALT_NOTE_HEAD, types);
}

/* The next one of ours.  */
HALT_UNITS_INLINE int
__halt_next_note (struct __halt_notes *notes, unsigned int type)
{
  return __halt_find_note (notes, HALT_NOTE_HEAD, HALT_NOTES (type));
}

/* The next unit of the object, in link order, or NULL.  Descriptors of
   another version are passed over.  */
HALT_UNITS_LOCAL struct halt_unit *
__halt_next_unit (struct __halt_notes *notes)
{
  while (__halt_next_of (notes, HALT_NOTES (HALT_NOTE_UNIT)))
    {
      struct halt_unit *unit = __halt_noted_unit (notes);
      if (unit)
	return unit;
    }
  return NULL;
}

/* Call FN for every object that is loaded, the program first, until it
   returns nonzero.  dlpi_addr, dlpi_phdr and dlpi_phnum are set; where there
   is no dl_iterate_phdr, FN is called for the program alone and the other
   members are not set.  */
HALT_UNITS_LOCAL void
__halt_each_object (__halt_object_fn *fn, void *data)
{
  const ElfW (Ehdr) *ehdr = &__ehdr_start;
  if (dl_iterate_phdr)
    dl_iterate_phdr (fn, data);
  else if (ehdr)
    {
      struct dl_phdr_info program;
      program.dlpi_addr = 0;
      program.dlpi_phdr = (const ElfW (Phdr) *) ((uintptr_t) ehdr
						 + ehdr->e_phoff);
      program.dlpi_phnum = ehdr->e_phnum;
      for (unsigned int i = 0; i < ehdr->e_phnum; i++)
	if (program.dlpi_phdr[i].p_type == PT_LOAD
	    && program.dlpi_phdr[i].p_offset == 0)
	  {
	    program.dlpi_addr = (uintptr_t) ehdr - program.dlpi_phdr[i].p_vaddr;
	    break;
	  }
      fn (&program, sizeof program, data);
    }
}

#endif /* HALT_UNITS_H */
