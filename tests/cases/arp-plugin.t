# SPDX-License-Identifier: GPL-3.0-or-later
# arp: sections by label, pragma and attribute, left by every way; the manual's filters;
# the paths are those of a shadow stack; what leads nowhere is compiled as ever.

>>> on aarch64 riscv64

>>> filters.c
#include <stdio.h>
#define Width 32
#define Height 20
#define nImages 3
static void
filter_horizontally (char image_in[Height][Width], char image_out[Height][Width])
{
  int x, y;
 ato_profile_filter_image_hor:
  for (y = 0; y < Height; ++y)
    {
    ato_kernel_filter_line_hor:
      for (x = 0; x < Width; ++x)
	{
	  char left = x > 0 ? image_in[y][x - 1] : image_in[y][x];
	  char center = image_in[y][x];
	  char right = x < Width - 1 ? image_in[y][x + 1] : image_in[y][x];
	  image_out[y][x] = (left + 2 * center + right) / 4;
	}
    }
}
static void
filter_vertically (char image_in[Height][Width], char image_out[Height][Width])
{
  int x, y;
 ato_profile_filter_image_vert:
  for (y = 0; y < Height; ++y)
    {
    ato_kernel_filter_line_vert:
      for (x = 0; x < Width; ++x)
	{
	  char top = y > 0 ? image_in[y - 1][x] : image_in[y][x];
	  char center = image_in[y][x];
	  char bottom = y < Height - 1 ? image_in[y + 1][x] : image_in[y][x];
	  image_out[y][x] = (top + 2 * center + bottom) / 4;
	}
    }
}
static void input (char image[Height][Width]) { for (int i = 0; i < Width; i++) image[3][i] = i; }
static void output (char image[Height][Width]) { printf ("%d\n", image[2][3]); }
int
main ()
{
  int t;
  static char image_in[Height][Width], image_tmp[Height][Width], image_out[Height][Width];
  for (t = 0; t < nImages; ++t)
    {
      input (image_in);
      filter_horizontally (image_in, image_tmp);
      filter_vertically (image_tmp, image_out);
      output (image_out);
    }
  return 0;
}

>>> ways.cc
#include <cstdio>
#include <csetjmp>
#include <pthread.h>
#include <stdexcept>
extern "C" int leaf (int n);
static jmp_buf env;
static int deep (int n);

__attribute__ ((noinline)) static int
ways (int how)
{
  int i;
 ato_kernel_ways:
  for (i = 0; i < 10; i++)
    {
      if (i == 3 && how == 0) break;
      if (i == 4 && how == 1) goto out;
      if (i == 5 && how == 2) return i;
      if (i == 6 && how == 3) throw std::runtime_error ("x");
      if (i == 7 && how == 4) longjmp (env, 1);
      if (i == 8 && how == 5) pthread_exit (NULL);
    }
  return i;
out:
  return -i;
}

template <class T> T
twice (T x)
{
arp_kernel_twice:
  {
    x = x + x;
    leaf (1);
  }
  return x;
}

__attribute__ ((arp ("profile"))) static int
deep (int n)
{
  return n ? deep (n - 1) + 1 : twice (n);
}

static void *
thread (void *)
{
  ways (5);
  return NULL;
}

int
main ()
{
  ways (0);
  ways (1);
  ways (2);
  try { ways (3); } catch (std::runtime_error &) { }
  if (setjmp (env) == 0)
    ways (4);
  pthread_t id;
  pthread_create (&id, NULL, thread, NULL);
  pthread_join (id, NULL);
  deep (2);
#pragma arp kernel
  leaf (3);
#pragma arp profile named
  {
    leaf (2);
    leaf (4);
  }
  leaf (5);
}

>>> blocks.c
int leaf (int);
static int rec (int n)
{
 ato_kernel_a: { leaf (n); if (n) rec (n - 1); }
  leaf (9);
  return n;
}
int (*volatile fp) (int) = rec;
static int jump (int n)
{
  int i = 0, s = 0;
 ato_profile_b: /* } */ while (1) { if (i++ == n) goto end; s += leaf (i); }
end:
 ato_kernel_c: if (s) leaf (1); else leaf (2);
 ato_kernel_d: s = leaf (s);
 ato_profile_e: do { ato_kernel_f: for (i = 0; i < 2; i++) s += i; } while (s & 1);
 ato_kernel_g: switch (s) { case 1: return 3; default: return leaf (4); }
}
int main (void)
{
  rec (1);
  for (int i = 0; i < 2; i++)
    fp (0);
  jump (2);
  return 0;
}

>>> leaf.c
int leaf (int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }

>>> one.c
#include <atomium_rp.h>
static int seven = 7;
void *context = &seven;
void one (const arp_sid s, void *d, void *c) { (void) s; *(int *) d = c ? *(int *) c : 1; }

>>> shadow.c
#define _GNU_SOURCE
#include <atomium_rp.h>
#include <dlfcn.h>
#include <stdio.h>
static void *stack[1000];
static int n;
void __cyg_profile_func_enter (void *f, void *from) { (void) from; stack[n++] = f; }
void __cyg_profile_func_exit (void *f, void *from) { (void) f; (void) from; n--; }
void
shadow (const arp_sid s, void *d, void *c)
{
  Dl_info at;
  (void) s; (void) d; (void) c;
  for (int i = 1; i < n; i++)
    printf (" %s", dladdr (stack[i], &at) && at.dli_sname ? at.dli_sname : "?");
  puts ("");
}

>>> tree.c
int leaf (int);
struct node { struct node *left, *right; int n; };
int visit (struct node *t);
static int
both (struct node *t)
{
  return visit (t->left) + visit (t->right);
}
int
visit (struct node *t)
{
  int n = 0;
  if (!t)
    return 0;
  for (int i = 0; i < t->n; i++)
    {
      ato_kernel_visit: n += leaf (i);
    }
  return n + both (t);
}
int
main (void)
{
  struct node a = { 0, 0, 1 }, b = { &a, 0, 2 }, c = { &a, &b, 1 };
  visit (&c);
  both (&b);
  return 0;
}

>>> run
lib=${LIBHALT%/*}
set -- $(arg arp arp-leave-callback=one arp-data-type=int)
$CC $INCLUDE -c one.c
for o in -O2 "-O0 -g"; do
  echo "-- filters $o"
  $CC $o $PLUGIN "$@" filters.c one.o "$lib/libarp.a" -o filters
  $RUN ./filters && cat data.arp
done
echo "-- blocks, recursion, a pointer"
i=0
for o in -O2 "-O0 -g" "-Os -flto"; do
  i=$((i + 1))
  $CC $o -w $PLUGIN "$@" $(arg arp-mode=record_all arp-context=context arp-file=$i.arp) -c leaf.c blocks.c
  $CC $o -w blocks.o leaf.o one.o "$lib/libarp.a" -o blocks
  $RUN ./blocks
done
same 1.arp 2.arp; same 1.arp 3.arp
sed '/^#/d' 1.arp
echo "-- ways out"
$CXX -O2 -w $PLUGIN "$@" $(arg arp-mode=record_all) ways.cc leaf.o one.o "$lib/libarp.a" \
  -Wl,--wrap=pthread_create -o ways
$RUN ./ways
# By what the sections are called.
awk '/^# section/ { name[$3] = $4 "." $5; next }
  /^[0-9].*:/ { d = $2; for (i = 3; i <= NF - 1; i++) { split ($i, s, /[@:]/); at[d++] = s[1] } path[n++] = d; for (i = 0; i < d; i++) at[n, i] = at[i] }
  END { for (k = 1; k <= n; k++) { line = ""; for (i = 0; i < path[k - 1]; i++) line = line " " name[at[k, i]]; print line } }' data.arp
echo "-- paths of a shadow stack"
for p in tree blocks; do
  sed -i 's/static int/int/' $p.c
  $CC -O1 -w -finstrument-functions $PLUGIN $(arg arp arp-enter-callback=shadow arp-mode=record_all) $p.c -c
  $CC -w $INCLUDE -rdynamic shadow.c $p.o leaf.o "$lib/libarp.a" -o $p
  $RUN ./$p >shadow
  awk '/^# section/ { if ($4 == "call") name[$3] = " " ($5 == "-" ? "rec" : $5); next }
    /^[0-9].*:/ { d = $2; for (i = 3; i <= NF - 1; i++) { split ($i, s, /[@:]/); at[d++] = s[1] } path[++n] = d; for (i = 0; i < d; i++) at[n, i] = at[i] }
    END { for (k = 1; k <= n; k++) { line = ""; for (i = 0; i < path[k]; i++) line = line name[at[k, i]]; print line } }' data.arp >paths
  echo "$p: $(wc -l <shadow) samples"
  diff shadow paths
done
echo "-- code that leads nowhere"
$CC -O2 -c leaf.c -o plain.o; $CC -O2 $PLUGIN $(arg arp) -c leaf.c
for f in plain leaf; do ${CC%gcc*}objdump -d $f.o | sed 1,3d >$f.s; done
same plain.s leaf.s
echo "-- what is wrong"
code $CC $PLUGIN $(arg arp-mode=all) -c leaf.c 2>&1 | grep -o "halt: .*"
code $CC $PLUGIN $(arg arp-enter-callback=) -c leaf.c 2>&1 | grep -o "halt: .*"
echo '__attribute__ ((arp ("loop"))) int f (void) { return 1; }' >wrong.c
$CC $PLUGIN $(arg arp) -c wrong.c 2>&1 | grep -o "halt: .*"

>>> out
-- filters -O2
0
0
0
# Atomium record and playback data - format version 1.1.
0 0 1 4
4
3 0 1 2 4: 1 x3 =3;
4 3 5: 1 x60 =60;
3 1 3 6: 1 x3 =3;
4 3 7: 1 x60 =60;
# section 1 loop - main filters.c:46
# section 2 call filter_horizontally main filters.c:49
# section 3 call filter_vertically main filters.c:50
# section 4 profile filter_image_hor filter_horizontally filters.c:9
# section 5 kernel filter_line_hor filter_horizontally filters.c:12
# section 6 profile filter_image_vert filter_vertically filters.c:26
# section 7 kernel filter_line_vert filter_vertically filters.c:29
-- filters -O0 -g
0
0
0
# Atomium record and playback data - format version 1.1.
0 0 1 4
4
3 0 1 2 4: 1 x3 =3;
4 3 5: 1 x60 =60;
3 1 3 6: 1 x3 =3;
4 3 7: 1 x60 =60;
# section 1 loop - main filters.c:46
# section 2 call filter_horizontally main filters.c:49
# section 3 call filter_vertically main filters.c:50
# section 4 profile filter_image_hor filter_horizontally filters.c:9
# section 5 kernel filter_line_hor filter_horizontally filters.c:12
# section 6 profile filter_image_vert filter_vertically filters.c:26
# section 7 kernel filter_line_vert filter_vertically filters.c:29
-- blocks, recursion, a pointer
0 1 1 4
11
2 0 3@0 6@0: 7;
4 2 2@0 6@0: 7;
3 0 1@0 4@0 6@0: 7;
3 0 1@1 4@0 6@0: 7;
2 0 5@0 7@0: 7;
2 1 8@0: 7;
2 1 9@0: 7;
2 1 10@0: 7;
3 2 11@0: 7;
3 2 11@1: 7;
2 1 12@0: 7;
-- ways out
 call.ways kernel.ways
 call.ways kernel.ways
 call.ways kernel.ways
 call.ways kernel.ways
 call.ways kernel.ways
 call.deep profile.deep
 call.deep profile.deep call.deep profile.deep
 call.deep profile.deep call.deep profile.deep call.deep profile.deep
 call.deep profile.deep call.deep profile.deep call.deep profile.deep call.twice<int> kernel.twice
 kernel.-
 profile.named
 call.pthread_create call.ways kernel.ways
-- paths of a shadow stack
tree: 6 samples
blocks: 11 samples
-- code that leads nowhere
-- what is wrong
halt: option 'arp-mode' does not know 'all'; it takes 'record_average', 'record_all', 'record_histogram' or 'playback'
halt: option 'arp-enter-callback' needs a name, as in 'arp-enter-callback=mine'
halt: attribute 'arp' is for functions and takes '"kernel"' or '"profile"' [-Wattributes]
