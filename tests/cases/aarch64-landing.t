# SPDX-License-Identifier: GPL-3.0-or-later
# AArch64 with -mbranch-protection: return addresses are signed, and whatever is jumped to
# from elsewhere begins as it has to, the start-up code of units, too.  Debian's C library
# for it does not, so the program has its own.

>>> start.c
/* What a C library does, compiled so.  */
#define _GNU_SOURCE
#include <link.h>
extern const ElfW (Ehdr) __ehdr_start;
extern void (*__init_array_start[]) (void), (*__init_array_end[]) (void);
int main (void);
int
dl_iterate_phdr (int (*tell) (struct dl_phdr_info *, size_t, void *), void *data)
{
  struct dl_phdr_info i = { .dlpi_name = "" };
  i.dlpi_phdr = (const void *) ((const char *) &__ehdr_start + __ehdr_start.e_phoff);
  i.dlpi_phnum = __ehdr_start.e_phnum;
  return tell (&i, sizeof i, data);
}
void *memcpy (void *to, const void *from, size_t n)
{ char *t = to; const char *f = from; while (n--) *t++ = *f++; return to; }
int memcmp (const void *a, const void *b, size_t n)
{ const char *s = a, *t = b; for (; n; n--) if (*s++ != *t++) return 1; return 0; }
size_t strlen (const char *s) { size_t n = 0; while (s[n]) n++; return n; }
void
_start (void)
{
  for (void (**f) (void) = __init_array_start; f < __init_array_end; f++)
    (*f) ();
  register long x0 __asm__ ("x0") = main ();
  register long x8 __asm__ ("x8") = 93;
  __asm__ volatile ("svc 0" : : "r"(x0), "r"(x8));
}

>>> prog.c
__attribute__ ((noinline)) int
f (int x)
{
  switch (x % 20)
    {
    case 0: return 3; case 1: return x * 4; case 2: return x - 1; case 3: return x ^ 7;
    case 4: return x / 3; case 5: return x + x * x; case 6: return ~x; case 7: return 7;
    case 8: return x << 3; case 9: return x | 9; case 10: return x & 11; case 11: return 8;
    case 12: return x * 5; case 13: return x % 3; case 14: return -x; case 15: return x + 5;
    case 16: return 88 - x; case 17: return x + 99; case 18: return x ^ 88; default: return 2;
    }
}

static int
label (int i)
{
  static void *labels[] = { &&one, &&two };
  int n = 0;
  goto *labels[i & 1];
one:
  n++;
two:
  return n;
}

int (*volatile pointer) (int) = f;

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += pointer (i) + label (i);
  return sum & 127;
}

>>> routines.c
unsigned long n;
void _record_cbr (unsigned long c, unsigned long i) { n += c + i; }
void _record_mbr (unsigned long x, unsigned long i) { n += x + i; }
void _record_entry (unsigned long i) { n += i; }
void _record_exit (unsigned long i) { n += i; }
void _record_block (unsigned long i) { n += i; }

>>> run
machine aarch64
emulated
RUN="$RUN -cpu max"
signed=-mbranch-protection=standard
build="$CC -w -ffreestanding -nostdlib -static -Wl,-z,force-bti"
for o in -O0 -O2 "-O2 -fPIC -march=armv8.5-a"; do
  $build $o $signed start.c prog.c -o plain
  code $RUN ./plain
  $build $o $signed $PLUGIN $(arg cbr mbr proc bb) -c prog.c -o prog.o
  $build $o $signed start.c prog.o routines.c -o prog
  code $RUN ./prog
done | uniq
# The emulator knows when it is not so.
$build -O2 $signed -c start.c
$build -O2 start.o prog.c -o bad 2>/dev/null
code $RUN ./bad 2>/dev/null

>>> out
exit 81
exit 132
