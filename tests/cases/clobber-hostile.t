# Routines that change what their summaries say and nothing else, and destroy
# all of that: half of the registers, the other half, one by one.  A program
# with a bit of everything computes what it does without them.

>>> all

>>> routines.c
static unsigned long events;
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
#else
#define A "ax", "xmm0", "xmm2", "xmm5"
#define DESTROY_A "mov $0xdead, %%eax\n\tpcmpeqd %%xmm0, %%xmm0\n\t" \
  "pcmpeqd %%xmm2, %%xmm2\n\tpcmpeqd %%xmm5, %%xmm5\n\tcmp %%eax, %%eax"
#define B "dx", "cx", "xmm1", "xmm3", "xmm4", "xmm7", "st"
#define DESTROY_B "mov $0xdead, %%edx\n\tmov %%edx, %%ecx\n\tpcmpeqd %%xmm1, %%xmm1\n\t" \
  "pcmpeqd %%xmm3, %%xmm3\n\tpcmpeqd %%xmm4, %%xmm4\n\tpcmpeqd %%xmm7, %%xmm7\n\t" \
  "fninit\n\tfldpi\n\tfldpi\n\tffree %%st(0)\n\tfincstp\n\tffree %%st(0)\n\tfincstp\n\tcmp $0, %%edx"
#endif

#if SET == 1
# define BODY events++; __asm__ volatile (DESTROY_A : : : A, "cc")
#elif SET == 2
# define BODY events++; __asm__ volatile (DESTROY_B : : : B, "cc")
#else
# define BODY events++
#endif

void _record_cbr (unsigned long c, unsigned long id) { BODY; }
void _record_mbr (unsigned long i, unsigned long id) { BODY; }
void _record_entry (unsigned long id) { BODY; }
void _record_exit (unsigned long id) { BODY; }
void _record_setjmp (unsigned long b, unsigned long id) { BODY; }
void _record_longjmp (unsigned long b, unsigned long s, unsigned long id) { BODY; }
void _record_load (long n, unsigned long ea, unsigned long id) { BODY; }
void _record_store (long n, unsigned long ea, unsigned long id) { BODY; }
void _record_block (unsigned long id) { BODY; }

int puts (const char *);
__attribute__ ((destructor)) static void end (void) { if (!events) puts ("no events"); }

>>> run
all="cbr mbr entry exit setlongjmp load store bb"
while read -r options; do
  $CC -w $options -z execstack "$TESTS/features.c" -o plain -lm
  ./plain >plain.out
  for set in 0 1 2; do
    m=
    case $options in *-m32*) m='-m32 -msse2' ;; esac
    # The asm empties the x87 stack again, the compiler need not do that.
    $CC -w -O2 $m -DSET=$set $PLUGIN -c routines.c -o routines.o
    for verify in '' verify; do
      $CC -w $options -z execstack $PLUGIN $(arg $all $verify routines=routines.o) \
	"$TESTS/features.c" routines.o -o prog -lm
      code ./prog >out
      cmp -s plain.out out || { echo "$options, set $set:"; diff plain.out out; }
    done
  done
done <<END
-O0
-O2
-O3 -march=x86-64-v3
-Os -fPIC -pie
-O2 -fno-omit-frame-pointer -masm=intel
-O2 -mcmodel=large -fno-pic -no-pie
-O2 -fno-plt -mforce-indirect-call
-m32 -O0
-m32 -O2 -msse2
-m32 -O2 -fPIC
END

>>> out
