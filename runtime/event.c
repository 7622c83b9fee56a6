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
# define NOTHING ".byte 0x0f, 0x1f, 0x44, 0, 0"
# define TEXT "a"
  const char *in = text;
#elif defined __aarch64__
# define NOTHING "nop"
# define TEXT "r"
  register const char *in __asm__("x0") = text;
#elif defined __riscv && __riscv_xlen == 64
# define NOTHING ".option push\n\t.option norvc\n\tnop\n\t.option pop"
# define TEXT "r"
  register const char *in __asm__("a0") = text;
#endif
#ifdef NOTHING
  __asm__ volatile("1:\t" NOTHING "\n"
		   "\t.pushsection " HALT_NOTE_SECTION ", \"a\", %%note\n"
		   "\t.balign 4\n"
		   "\t.4byte 5, 4, %c1\n"
		   "\t.asciz \"" HALT_NOTE_NAME "\"\n"
		   "\t.balign 4\n"
		   "\t.4byte 1b - .\n"
		   "\t.popsection"
		   :
		   : TEXT (in), "i"(HALT_NOTE_EVENT)
		   : "memory");
#else
  (void) text;
#endif
}
