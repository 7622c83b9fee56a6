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
# define HALT_UNITS_TEXT
#endif
#define HALT_UNITS_LOCAL static HALT_UNITS_TEXT __attribute__ ((unused))

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

/* Position in the notes of an object.  Set OBJECT, clear the rest.  */
struct __halt_notes
{
  const struct dl_phdr_info *object;
  unsigned int segment;		/* the next one to look at */
  unsigned int align;		/* what names and descriptions are padded to */
  uintptr_t at, end;		/* what is left of the current segment */
  const unsigned char *name;	/* of the note found, 4 bytes and a NUL */
  const unsigned char *desc;
  size_t descsz;
};

/* The address that is the word at WORD away from it.  */
HALT_UNITS_LOCAL uintptr_t
__halt_follow (const unsigned char *word)
{
  intptr_t distance;
  __builtin_memcpy (&distance, word, sizeof distance);
  return (uintptr_t) word + distance;
}

/* Find the next note of TYPE whose name has 3 or 4 characters (every owner we
   look for), or return 0.  A segment that does not add up is left at the
   place where it stops doing so.  */
HALT_UNITS_LOCAL int
__halt_next_note (struct __halt_notes *notes, unsigned int type)
{
  for (;;)
    {
      while (notes->end - notes->at >= sizeof (ElfW (Nhdr)))
	{
	  const ElfW (Nhdr) *note = (const ElfW (Nhdr) *) notes->at;
	  size_t left = notes->end - notes->at;
	  size_t mask = notes->align - 1;
	  size_t namesz = note->n_namesz, descsz = note->n_descsz;
	  if (namesz > left || descsz > left)
	    break;
	  size_t desc = (sizeof *note + namesz + mask) & ~mask;
	  if (desc > left || descsz > left - desc)
	    break;
	  size_t next = (desc + descsz + mask) & ~mask;
	  notes->name = (const unsigned char *) (note + 1);
	  notes->desc = (const unsigned char *) note + desc;
	  notes->descsz = descsz;
	  notes->at = next < left ? notes->at + next : notes->end;
	  if (note->n_type == type && (namesz == 4 || namesz == 5)
	      && notes->name[namesz - 1] == 0)
	    return 1;
	}
      notes->at = notes->end = 0;
      if (notes->segment >= notes->object->dlpi_phnum)
	return 0;
      const ElfW (Phdr) *segment = &notes->object->dlpi_phdr[notes->segment++];
      uintptr_t at = notes->object->dlpi_addr + segment->p_vaddr;
      if (segment->p_type == PT_NOTE && at % 4 == 0
	  && __halt_mapped (notes->object, at, segment->p_memsz, PF_R))
	{
	  notes->align = segment->p_align == 8 ? 8 : 4;
	  notes->at = at;
	  notes->end = at + segment->p_memsz;
	}
    }
}

/* The next unit of the object, in link order, or NULL.  Descriptors of
   another version are passed over.  */
HALT_UNITS_LOCAL struct halt_unit *
__halt_next_unit (struct __halt_notes *notes)
{
  while (__halt_next_note (notes, HALT_NOTE_UNIT))
    {
      intptr_t distance;
      if (notes->descsz != sizeof distance || notes->name[0] != 'H'
	  || notes->name[1] != 'A' || notes->name[2] != 'L'
	  || notes->name[3] != 'T')
	continue;
      __builtin_memcpy (&distance, notes->desc, sizeof distance);
      uintptr_t address = (uintptr_t) notes->desc + distance;
      struct halt_unit *unit = (struct halt_unit *) address;
      if (address % sizeof (uintptr_t) == 0
	  && __halt_mapped (notes->object, address, sizeof *unit, PF_R | PF_W)
	  && unit->version == HALT_UNIT_VERSION)
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
