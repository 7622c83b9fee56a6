/* SPDX-License-Identifier: MIT */
/* How a routine is stopped: SLOW (NAME, TYPE, PARAMETERS) defines what STOP (NAME,
   ARGUMENTS) calls, by which no register changes that the routine does not name.  A
   thread may be cancelled there: signals wait until slow.c is done, and then the stack is
   unwound.  */

#ifndef HALT_RECORD_STOP_H
#define HALT_RECORD_STOP_H 1

#include "record/run/record.h"

#ifdef __x86_64__

/* The arguments are where they were.  This saves all that a function may change but for
   vectors, which slow.c leaves alone.  */
# define SLOW(NAME, TYPE, ...) \
  _Static_assert (HALT_TRACE_##NAME == TYPE, "its number"); \
  static __attribute__ ((naked, noinline, used, no_caller_saved_registers)) \
  void slow_##NAME (__VA_ARGS__) \
  { \
    __asm__("pushq\t$" #TYPE "\n\t.cfi_adjust_cfa_offset\t8\n\tjmp\tslow"); \
  }
# define STOP(NAME, ...) slow_##NAME (__VA_ARGS__)

static __attribute__ ((naked, noinline, used)) void
slow (void)
{
  __asm__(".cfi_def_cfa_offset\t16\n"
	  "\tpushq\t%rbp\n\t.cfi_def_cfa_offset\t24\n"
	  "\t.cfi_offset\t%rbp, -24\n"
	  "\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register\t%rbp\n"
	  "\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n"
	  "\tpushq\t%rdi\n\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n"
	  "\tpushq\t%r11\n\tpushq\t%rbx\n\t.cfi_offset\t%rbx, -104\n"
	  "\tmovq\t%rsp, %rbx\n"
	  "\tmovq\t%rdx, %rcx\n\tmovq\t%rsi, %rdx\n\tmovq\t%rdi, %rsi\n"
	  "\tmovq\t8(%rbp), %rdi\n"
	  "\tandq\t$-16, %rsp\n\tcld\n\tcall\t__halt_trace_slow\n"
	  "\tmovq\t%rbx, %rsp\n\tpopq\t%rbx\n\t.cfi_restore\t%rbx\n"
	  "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"
	  "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"
	  "\tpopq\t%rax\n\tpopq\t%rbp\n\t.cfi_def_cfa\t%rsp, 16\n"
	  "\t.cfi_restore\t%rbp\n"
	  "\tleaq\t8(%rsp), %rsp\n\t.cfi_def_cfa_offset\t8\n\tret");
}

#else

/* runtime/known/keep.c saves everything.  */
#if defined __aarch64__
#  define FUNCTION "x16"
#  define ARGUMENT_1 "x0"
#  define ARGUMENT_2 "x1"
#  define ARGUMENT_3 "x2"
#  define BACK "x17"
#  define CALL_KEEP \
  "mov\tx17, x30\n\t.cfi_remember_state\n\t.cfi_register\t30, 17\n\t" \
  "bl\t__halt_keep\n\tmov\tx30, x17\n\t.cfi_restore_state"
#else /* RISC-V */
#  define FUNCTION "t1"
#  define ARGUMENT_1 "a0"
#  define ARGUMENT_2 "a1"
#  define ARGUMENT_3 "a2"
#  define BACK "t0"
#  define CALL_KEEP "call\tt0, __halt_keep"
#endif

/* What is not an argument is anything.  */
# define SLOW(NAME, TYPE, ...) \
  _Static_assert (HALT_TRACE_##NAME == TYPE, "its number"); \
  static __attribute__ ((noinline, used)) void \
  slow_##NAME (unsigned long x, unsigned long y, unsigned long z) \
  { \
    __halt_trace_slow (TYPE, x, y, z); \
  }
# define IN(n, value) \
  register unsigned long in##n __asm__(ARGUMENT_##n) = (unsigned long) (value)
# define KEEP(NAME, ...) \
  register void *function __asm__(FUNCTION) = slow_##NAME; \
  __asm__ volatile(CALL_KEEP : "+r"(function) : __VA_ARGS__ : BACK, "memory")
# define STOP_1(NAME, x) \
  do \
    { \
      IN (1, x); \
      KEEP (NAME, "r"(in1)); \
    } \
  while (0)
# define STOP_2(NAME, x, y) \
  do \
    { \
      IN (1, x); \
      IN (2, y); \
      KEEP (NAME, "r"(in1), "r"(in2)); \
    } \
  while (0)
# define STOP_3(NAME, x, y, z) \
  do \
    { \
      IN (1, x); \
      IN (2, y); \
      IN (3, z); \
      KEEP (NAME, "r"(in1), "r"(in2), "r"(in3)); \
    } \
  while (0)
# define STOP_N(_1, _2, _3, stop, ...) stop
# define STOP(NAME, ...) \
  STOP_N (__VA_ARGS__, STOP_3, STOP_2, STOP_1, ) (NAME, __VA_ARGS__)

#endif

#endif /* HALT_RECORD_STOP_H */
