/* SPDX-License-Identifier: MIT */
/* ATOM's interface for HALT: what the analysis file of a tool may include.  Names are
   those of OSF/1's <cmplrs/atom.anal.h>.

   An analysis file is C or C++ with a library of its own (musl, GCC's libstdc++; for
   Alpha dietlibc), of which the program sees nothing.  Routines in C++ are extern "C".  It may have constructors, which run before what is called
   at ProgramBefore, and destructors and atexit, after ProgramAfter.  exit ends the
   program.  It has no thread-local data.  */

#ifndef HALT_ANAL_H
#define HALT_ANAL_H 1

#ifdef __cplusplus
extern "C" {
#endif

/* Parameters of the types REGV and FREGV.  The latter has the register's bits.  */
typedef long REGV;
typedef long FREGV;

/* A table of addresses of an object in the instrumented program (CreateXlate).  */
typedef struct halt_xlate XLATE;
unsigned XlateNum (XLATE *xlate); /* how many there are */
void *XlateAddr (XLATE *xlate, unsigned n); /* from 0; NULL: no such */
void *XlateInstTextStart (XLATE *xlate); /* where the object's code begins ... */
unsigned XlateInstTextSize (XLATE *xlate); /* ... and how long it is, bytes */
long XlateLoadShift (XLATE *xlate); /* how far the object is from where it was
				       linked */

/* Where the analysis' heap begins: memory that malloc returned is not below, unless
   there was none left.  */
unsigned long AnalHeapBase (void);

#ifdef __cplusplus
}
#endif

#endif /* HALT_ANAL_H */
