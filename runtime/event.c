/* SPDX-License-Identifier: MIT */
/* What a program says of itself to who listens: `ghalt attach' and `ghalt run', which
   put a breakpoint there.  */

#include "halt/format.h"
#include "runtime/runtime.h"

/* The instruction is that of a point that is off.  It is not copied: its address is in
   the note.  */
__attribute__ ((noipa)) void
halt_event (const char *text)
{
#if defined __x86_64__ || defined __i386__
  __asm__ volatile("1:\t.byte 0x0f, 0x1f, 0x44, 0, 0\n"
		   "\t.pushsection " HALT_NOTE_SECTION ", \"a\", %%note\n"
		   "\t.balign 4\n"
		   "\t.4byte 5, 4, %c1\n"
		   "\t.asciz \"" HALT_NOTE_NAME "\"\n"
		   "\t.balign 4\n"
		   "\t.4byte 1b - .\n"
		   "\t.popsection"
		   :
		   : "a"(text), "i"(HALT_NOTE_EVENT)
		   : "memory");
#else
  (void) text;
#endif
}
