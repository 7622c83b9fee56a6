/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descriptor and the note of an instrumented unit with COUNT ids, as the
   plugin writes them.  The assembler text of a file that includes this is
   followed by the start-up code.  */

#include <stdint.h>
#include "halt/format.h"
#include "halt/halt.h"

#ifndef COUNT
# define COUNT 4
#endif
#ifndef FLAGS
# define FLAGS 0
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_ (x)
#ifdef __x86_64__
# define WORD "8"
#else
# define WORD "4"
#endif

__asm__ (".pushsection .data.halt_unit,\"aw\",%progbits\n"
	 ".balign 8\n"
	 "halt_test_unit: .8byte 0, " TEXT (COUNT) ", 77, 0\n"
	 ".4byte 2, " TEXT (FLAGS) "\n.zero 56\n"
	 ".section .init_halt,\"a\",%note\n"
	 ".balign 4\n"
	 ".4byte 5, " WORD ", 1\n"
	 ".asciz \"HALT\"\n"
	 ".balign 4\n"
	 "." WORD "byte halt_test_unit - .\n"
	 ".popsection");
extern struct halt_unit unit __asm__ ("halt_test_unit")
  __attribute__ ((visibility ("hidden")));
