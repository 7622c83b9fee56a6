/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Routines that change what their summaries say and nothing else, and destroy
   all of that: compiled with the plugin, and linked with hostile.c.

     SET 0	nothing but the flags, if there are any; reads no argument
     SET 1	half of the registers that a call may change
     SET 2	the other half, x87 and MMX among them
     SET 3	as little as it takes to look at every argument
     SET 4	nothing but the flags; reads no argument; can be copied
     SET 5	what it takes to look at every argument, and xmm0; can be copied

   Sets 0 and 3 to 5 need no aligned stack.  */

#include "../../include/halt/halt.h"
#include "hostile.h"

static int wrong = -1;

#ifdef __x86_64__
#define A "ax", "cx", "si", "r8", "r10", "xmm0", "xmm2", "xmm5", "xmm9", "xmm14"
#define DESTROY_A "mov $0xdead, %%eax\n\tmov %%rax, %%rcx\n\tmov %%rax, %%rsi\n\t" \
  "mov %%rax, %%r8\n\tmov %%rax, %%r10\n\tpcmpeqd %%xmm0, %%xmm0\n\t" \
  "pcmpeqd %%xmm2, %%xmm2\n\tpcmpeqd %%xmm5, %%xmm5\n\tpcmpeqd %%xmm9, %%xmm9\n\t" \
  "pcmpeqd %%xmm14, %%xmm14\n\tcmp %%eax, %%eax"
#define B "dx", "di", "r9", "r11", "xmm1", "xmm3", "xmm4", "xmm6", "xmm15", "st"
#define DESTROY_B "mov $0xdead, %%edx\n\tmov %%rdx, %%rdi\n\tmov %%rdx, %%r9\n\t" \
  "mov %%rdx, %%r11\n\tpcmpeqd %%xmm1, %%xmm1\n\tpcmpeqd %%xmm3, %%xmm3\n\t" \
  "pcmpeqd %%xmm4, %%xmm4\n\tpcmpeqd %%xmm6, %%xmm6\n\tpcmpeqd %%xmm15, %%xmm15\n\t" \
  "fninit\n\tfldpi\n\tfldpi\n\tffree %%st(0)\n\tfincstp\n\tffree %%st(0)\n\tfincstp\n\tcmp $0, %%edx"
#elif defined __aarch64__
#define A "x0", "x2", "x4", "x9", "x11", "x16", "v0", "v2", "v5", "v9", "v17", "v30"
#define DESTROY_A "mov x0, 57005\n\tmov x2, x0\n\tmov x4, x0\n\tmov x9, x0\n\t" \
  "mov x11, x0\n\tmov x16, x0\n\tmov v0.d[0], x0\n\tmov v2.16b, v0.16b\n\t" \
  "mov v5.16b, v0.16b\n\tmov v9.16b, v0.16b\n\tmov v17.16b, v0.16b\n\t" \
  "mov v30.16b, v0.16b\n\tcmp x0, x0"
#define B "x1", "x3", "x8", "x10", "x15", "x17", "x18", "v1", "v4", "v8", "v16", "v31"
#define DESTROY_B "mov x1, 57005\n\tmov x3, x1\n\tmov x8, x1\n\tmov x10, x1\n\t" \
  "mov x15, x1\n\tmov x17, x1\n\tmov x18, x1\n\tmov v1.d[0], x1\n\t" \
  "mov v4.16b, v1.16b\n\tmov v8.16b, v1.16b\n\tmov v16.16b, v1.16b\n\t" \
  "mov v31.16b, v1.16b\n\tcmp x1, 1"
#elif defined __alpha__
#define A "$0", "$2", "$4", "$17", "$22", "$24", "$f0", "$f10", "$f13", "$f21"
#define DESTROY_A "lda $0, -8531($31)\n\tmov $0, $2\n\tmov $0, $4\n\tmov $0, $17\n\t" \
  "mov $0, $22\n\tmov $0, $24\n\tcpysn $f31, $f31, $f0\n\tcpys $f0, $f0, $f10\n\t" \
  "cpys $f0, $f0, $f13\n\tcpys $f0, $f0, $f21"
#define B "$1", "$3", "$16", "$18", "$23", "$28", "$f1", "$f11", "$f12", "$f30"
#define DESTROY_B "lda $1, -8531($31)\n\tmov $1, $3\n\tmov $1, $16\n\tmov $1, $18\n\t" \
  "mov $1, $23\n\tmov $1, $28\n\tcpysn $f31, $f31, $f1\n\tcpys $f1, $f1, $f11\n\t" \
  "cpys $f1, $f1, $f12\n\tcpys $f1, $f1, $f30"
#elif defined __ia64__
#define A "r2", "r9", "r11", "r15", "r18", "r22", "r30", "p6", "p9", "p14", "b6", \
  "f6", "f9", "f14", "f33", "f90"
#define DESTROY_A "mov r2 = -8531\n\tmov r9 = -8531\n\tmov r11 = -8531\n\t" \
  "mov r15 = -8531\n\tmov r18 = -8531\n\tmov r22 = -8531\n\tmov r30 = -8531\n\t;;\n\t" \
  "mov b6 = r2\n\tmov f6 = f1\n\tmov f9 = f1\n\tmov f14 = f1\n\tmov f33 = f1\n\t" \
  "mov f90 = f1\n\tcmp.eq p6, p9 = r2, r2\n\tcmp.ne p14, p0 = r2, r2\n\t;;"
#define B "r3", "r8", "r10", "r14", "r19", "r23", "r31", "p7", "p10", "p15", "b7", \
  "f7", "f8", "f15", "f32", "f127"
#define DESTROY_B "mov r3 = -8531\n\tmov r8 = -8531\n\tmov r10 = -8531\n\t" \
  "mov r14 = -8531\n\tmov r19 = -8531\n\tmov r23 = -8531\n\tmov r31 = -8531\n\t;;\n\t" \
  "mov b7 = r3\n\tmov f7 = f1\n\tmov f8 = f1\n\tmov f15 = f1\n\tmov f32 = f1\n\t" \
  "mov f127 = f1\n\tcmp.eq p7, p10 = r3, r3\n\tcmp.ne p15, p0 = r3, r3\n\t;;"
#elif defined __riscv
#define A "t0", "t2", "t4", "a0", "a2", "a7", "ft0", "ft11", "fa0", "fa7"
#define DESTROY_A "li t0, -8531\n\tmv t2, t0\n\tmv t4, t0\n\tmv a0, t0\n\tmv a2, t0\n\t" \
  "mv a7, t0\n\tfmv.d.x ft0, t0\n\tfmv.d.x ft11, t0\n\tfmv.d.x fa0, t0\n\tfmv.d.x fa7, t0"
#define B "t1", "t3", "t6", "a1", "a3", "a6", "ft1", "ft8", "fa1", "fa6"
#define DESTROY_B "li t1, -8531\n\tmv t3, t1\n\tmv t6, t1\n\tmv a1, t1\n\tmv a3, t1\n\t" \
  "mv a6, t1\n\tfmv.d.x ft1, t1\n\tfmv.d.x ft8, t1\n\tfmv.d.x fa1, t1\n\tfmv.d.x fa6, t1"
#else
#define A "ax", "xmm0", "xmm2", "xmm5"
#define DESTROY_A "mov $0xdead, %%eax\n\tpcmpeqd %%xmm0, %%xmm0\n\t" \
  "pcmpeqd %%xmm2, %%xmm2\n\tpcmpeqd %%xmm5, %%xmm5\n\tcmp %%eax, %%eax"
#define B "dx", "cx", "xmm1", "xmm3", "xmm4", "xmm7", "st"
#define DESTROY_B "mov $0xdead, %%edx\n\tmov %%edx, %%ecx\n\tpcmpeqd %%xmm1, %%xmm1\n\t" \
  "pcmpeqd %%xmm3, %%xmm3\n\tpcmpeqd %%xmm4, %%xmm4\n\tpcmpeqd %%xmm7, %%xmm7\n\t" \
  "fninit\n\tfldpi\n\tfldpi\n\tffree %%st(0)\n\tfincstp\n\tffree %%st(0)\n\tfincstp\n\tcmp $0, %%edx"
#endif

#if defined __alpha__ || defined __ia64__ || defined __riscv
# define FLAGS
#else
# define FLAGS , "cc"
#endif

#if SET == 1
# define DESTROY __asm__ volatile (DESTROY_A : : : A FLAGS)
#elif SET == 2
# define DESTROY __asm__ volatile (DESTROY_B : : : B FLAGS)
#else
# define DESTROY (void) 0
#endif
#if SET == 3 || SET == 5
# define CHECK(good, what) if (!(good)) wrong = what
#else
# define CHECK(good, what) (void) 0
#endif

/* What is copied refers to this file's data alone.  */
#if SET >= 4
static unsigned long events;
# define COUNT events++
#else
# define COUNT hostile_events++
#endif
#if SET == 5
static double sum;
# define SUM sum += (double) (long) id
#else
# define SUM (void) 0
#endif

#define ROUTINE(name, params, good, what) \
  void name params { COUNT; CHECK (good, what); SUM; DESTROY; }
#define GOOD_ID (id < 1ul << 24)

/* By the column `args' of kinds.def.  */
#define ROUTINE_START(kind, name)
#define ROUTINE_NONE(kind, name) \
  ROUTINE (name, HALT_PARAMS_NONE, GOOD_ID, HOSTILE_ID)
#define ROUTINE_CONDITION(kind, name) \
  ROUTINE (name, HALT_PARAMS_CONDITION, cond <= 1 && GOOD_ID, HOSTILE_COND)
#define ROUTINE_INDEX(kind, name) \
  ROUTINE (name, HALT_PARAMS_INDEX, index < 1ul << 20 && GOOD_ID, HOSTILE_INDEX)
#define ROUTINE_BUFFER(kind, name) \
  ROUTINE (name, HALT_PARAMS_BUFFER, GOOD_ID, HOSTILE_ID)
#define ROUTINE_JUMP(kind, name) \
  ROUTINE (name, HALT_PARAMS_JUMP, GOOD_ID, HOSTILE_ID)
#define ROUTINE_CALLEE(kind, name) \
  ROUTINE (name, HALT_PARAMS_CALLEE, callee && GOOD_ID, HOSTILE_ID)
/* That of loads does not look at the address.  */
#define ROUTINE_ACCESS(kind, name) \
  ROUTINE (name, HALT_PARAMS_ACCESS, bytes > 0 && bytes <= 1l << 30 && GOOD_ID \
	   && (kind == HALT_LOAD || ea), HOSTILE_BYTES)

#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, ...) \
  ROUTINE_##args (HALT_##NAME, routine)
#include "../../include/halt/kinds.def"

__attribute__ ((destructor)) static void
end (void)
{
#if SET >= 4
  hostile_events += events;
#endif
  if (wrong >= 0)
    hostile_bad (wrong);
}
