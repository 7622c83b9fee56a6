/* SPDX-License-Identifier: MIT */
/* io: how often a program calls the C library to read and write, how many bytes it
   reads and writes so, how often that fails, and how long it takes.

   As the library was not compiled for instrumentation, the calls are looked at, not
   the procedures.  */

#include <string.h>
#include <halt/atom.h>

/* How many bytes a call was about.  */
enum
{
  NONE,
  RESULT,			/* as many as it returns */
  INT_RESULT,			/* the same, an int */
  ITEMS,			/* it returns how many items of its 2nd argument's size */
  CHARACTER,			/* 1, if it does not return EOF */
  POINTER			/* it returns an address, NULL if it fails */
};

static const struct
{
  const char *name;
  int bytes;
} procedures[] = {
  { "open", NONE },	    { "open64", NONE },	     { "openat", NONE },
  { "openat64", NONE },	    { "creat", NONE },	     { "close", NONE },
  { "lseek", NONE },	    { "lseek64", NONE },     { "read", RESULT },
  { "write", RESULT },	    { "pread", RESULT },     { "pread64", RESULT },
  { "pwrite", RESULT },	    { "pwrite64", RESULT },  { "readv", RESULT },
  { "writev", RESULT },	    { "recv", RESULT },	     { "send", RESULT },
  { "fopen", POINTER },	    { "fopen64", POINTER },  { "fdopen", POINTER },
  { "freopen", POINTER },   { "freopen64", POINTER }, { "fclose", NONE },
  { "fflush", NONE },	    { "fseek", NONE },	     { "fseeko", NONE },
  { "fseeko64", NONE },	    { "fread", ITEMS },	     { "fwrite", ITEMS },
  { "fread_unlocked", ITEMS }, { "fwrite_unlocked", ITEMS },
  { "getc", CHARACTER },    { "fgetc", CHARACTER },  { "getchar", CHARACTER },
  { "_IO_getc", CHARACTER }, { "putc", CHARACTER },  { "fputc", CHARACTER },
  { "putchar", CHARACTER }, { "_IO_putc", CHARACTER }, { "ungetc", NONE },
  { "fgets", POINTER },	    { "getline", RESULT },   { "fputs", NONE },
  { "puts", NONE },	    { "printf", INT_RESULT }, { "fprintf", INT_RESULT },
  { "vprintf", INT_RESULT }, { "vfprintf", INT_RESULT },
  { "__printf_chk", INT_RESULT }, { "__fprintf_chk", INT_RESULT },
  { "__vfprintf_chk", INT_RESULT }, { "fscanf", NONE }, { "scanf", NONE }
};
#define N_PROCEDURES ((int) (sizeof procedures / sizeof *procedures))

void
Instrument (int argc, char **argv)
{
  AddCallProto ("Before(REGV, REGV)");
  AddCallProto ("After(int, int, REGV, REGV)");
  AddCallProto ("Left(int)");
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
	  if (GetInstInfo (i, InstIpBr)) /* it does not come back */
	    AddCallInst (i, InstBefore, "Left", n);
	  else
	    {
	      AddCallInst (i, InstBefore, "Before", REG_ARG_2, REG_CC);
	      AddCallInst (i, InstAfter, "After", n, procedures[n].bytes,
			   REG_RETVAL, REG_CC);
	    }
	}
  for (int n = 0; n < N_PROCEDURES; n++)
    AddCallProgram (ProgramAfter, "Print", n, procedures[n].name);
  AddCallProgram (ProgramAfter, "Close");
}
