/* SPDX-License-Identifier: MIT */
/* malloc: a histogram of the sizes of what a program allocates, and how often it
   calls each of the procedures that do it.

   As the C library was not compiled for instrumentation, the calls are looked at,
   not the procedures.  */

#include <string.h>
#include <halt/atom.h>

/* Which argument is the size; or it is the product of two.  */
static const struct
{
  const char *name;
  RegvType size, times;
} procedures[] = {
  { "malloc", REG_ARG_1, REG_NOTUSED },
  { "calloc", REG_ARG_1, REG_ARG_2 },
  { "realloc", REG_ARG_2, REG_NOTUSED },
  { "reallocarray", REG_ARG_2, REG_ARG_3 },
  { "aligned_alloc", REG_ARG_2, REG_NOTUSED },
  { "memalign", REG_ARG_2, REG_NOTUSED },
  { "posix_memalign", REG_ARG_3, REG_NOTUSED },
  { "_Znwm", REG_ARG_1, REG_NOTUSED },
  { "_Znam", REG_ARG_1, REG_NOTUSED },
  { "free", REG_NOTUSED, REG_NOTUSED },
  { "_ZdlPv", REG_NOTUSED, REG_NOTUSED },
  { "_ZdlPvm", REG_NOTUSED, REG_NOTUSED },
  { "_ZdaPv", REG_NOTUSED, REG_NOTUSED }
};
#define N_PROCEDURES ((int) (sizeof procedures / sizeof *procedures))

void
Instrument (int argc, char **argv)
{
  AddCallProto ("Call(int)");
  AddCallProto ("Allocate(REGV)");
  AddCallProto ("AllocateItems(REGV, REGV)");
  AddCallProto ("Print(int, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	{
	  const char *called = GetInstProcCalled (i);
	  int n = 0;
	  while (called && n < N_PROCEDURES
		 && strcmp (called, procedures[n].name) != 0)
	    n++;
	  if (!called || n == N_PROCEDURES)
	    continue;
	  AddCallInst (i, InstBefore, "Call", n);
	  if (procedures[n].times != REG_NOTUSED)
	    AddCallInst (i, InstBefore, "AllocateItems", procedures[n].size,
			 procedures[n].times);
	  else if (procedures[n].size != REG_NOTUSED)
	    AddCallInst (i, InstBefore, "Allocate", procedures[n].size);
	}
  for (int n = 0; n < N_PROCEDURES; n++)
    AddCallProgram (ProgramAfter, "Print", n, procedures[n].name);
  AddCallProgram (ProgramAfter, "Close");
}
