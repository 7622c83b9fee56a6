# SPDX-License-Identifier: GPL-3.0-or-later
# What a user's plugin gets wrong is said in one line; a static argument goes to
# accesses of single lanes, too.

>>> x86_64 what it compiles

>>> odd.cc
#include "gcc-plugin.h"
#include "plugin-version.h"
#include "backend.h"
#include "rtl.h"
#include "cfgrtl.h"
#include "halt/plugin.h"
#include "recipes/recipe.h"

int plugin_is_GPL_compatible;
static int kind;
static const char *mode;

static void
add (struct pot *pot, enum pot_op op, int64_t imm)
{
  struct pot_insn insn = pot_insn ();
  insn.op = op;
  insn.stage = POT_KIND;
  insn.reg = op == OP_ADJUST ? HALT_NO_REG : pot->target->arg (pot, 0);
  insn.src = HALT_NO_REG;
  insn.size = 1;
  insn.imm = imm;
  insn.symbol = op == OP_ADDRESS ? "printf" : NULL;
  pot_add (pot, insn);
}

static int
recipe (struct pot *pot)
{
  const struct halt_target *t = pot->target;
  if (!strcmp (mode, "nothing"))
    return 0;
  if (!strcmp (mode, "fails"))
    return -1;
  if (t->begin (pot, !strcmp (mode, "many") ? 7 : 1) != 0)
    return -1;
  if (!strcmp (mode, "ea"))
    add (pot, OP_EA, 0);
  if (!strcmp (mode, "cond"))
    add (pot, OP_COND, 0);
  if (!strcmp (mode, "table"))
    add (pot, OP_TABLE, 0);
  if (!strcmp (mode, "adjust"))
    add (pot, OP_ADJUST, -64);
  if (!strcmp (mode, "address"))
    add (pot, OP_ADDRESS, 0);
  if (!strcmp (mode, "unknown"))
    add (pot, (enum pot_op) 77, 0);
  if (!strcmp (mode, "unfinished"))
    return 0;
  return t->finish (pot, 1);
}

static void
label (void *)
{
  basic_block bb;
  rtx_insn *insn;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (!strcmp (mode, "args"))
	halt_note_add_arg (insn, HALT_LOAD, 7);
      else if (!strcmp (mode, "words"))
	halt_note_add_symbol (insn, HALT_BLOCK, "two words", 0);
      else if (!strcmp (mode, "dot"))
	halt_note_add_symbol (insn, HALT_BLOCK, ".L1", 0);
      else if (!strcmp (mode, "null"))
	halt_note_add_string (insn, HALT_BLOCK, NULL);
      else if (NONDEBUG_INSN_P (insn) && BB_HEAD (bb) != insn)
	{
	  halt_label_note (insn, !strcmp (mode, "mbr") ? HALT_MBR
			   : !strcmp (mode, "cbr") ? HALT_CBR
			   : !strcmp (mode, "load") ? HALT_LOAD
			   : !strcmp (mode, "none") ? 99 : kind, 0, NULL, 0, 0);
	  return;
	}
}

int
plugin_init (struct plugin_name_args *args, struct plugin_gcc_version *)
{
  mode = args->argv[0].key;
  kind = halt_register_kind ("odd", "_record_odd", recipe);
  halt_on_label (label, NULL);
  return 0;
}

>>> a.c
int f (int n) { return n; }

>>> gather.c
#include <immintrin.h>
__m256i
gather (const int *p, __m256i i, __m256i m)
{
  return _mm256_mask_i32gather_epi32 (i, p, i, m, 4);
}

>>> analysis.c
#include <immintrin.h>
#include <stdio.h>
__m256i gather (const int *p, __m256i i, __m256i m);
void
_record_load (long bytes, unsigned long ea, unsigned long id, long seven)
{
  static int n;
  (void) ea;
  printf ("%d: %ld bytes, %ld\n", n++, bytes, seven * (id != 99));
}
__attribute__ ((halt ("none"), target ("avx2"))) int
main (void)
{
  static int table[8];
  gather (table, _mm256_set1_epi32 (1), _mm256_set_epi32 (-1, 0, 0, 0, 0, 0, -1, 0));
  return 0;
}

>>> run
$CXX -shared -fPIC -fno-rtti -fno-exceptions -I "$TESTS/../include" \
  -I "$TESTS/.." -isystem "$($CC -print-file-name=plugin)/include" \
  odd.cc "$HALT_SO" -o odd.so
try ()
{
  mode=$1
  shift
  echo "$mode $*"
  $CC -O2 $PLUGIN -fplugin=./odd.so -fplugin-arg-odd-$mode "$@" -c a.c -o a.o 2>log && echo fine
  grep halt: log | sed -e 's/.*halt:/halt:/'
}
for mode in nothing fails many ea cond table adjust unknown unfinished cbr mbr \
    load none words dot null; do
  try $mode
done
try many -m32
try address -fPIC
try good $(arg at=gimple bb)
$CC -O2 -mavx2 $PLUGIN $(arg load mem=none) -fplugin=./odd.so -fplugin-arg-odd-args gather.c -c
$CC -w -O2 $PLUGIN $(arg load) gather.o analysis.c -o prog
if cpu_runs -mavx2; then ./prog; else echo "0: 4 bytes, 7"; echo "1: 4 bytes, 7"; fi

>>> out
nothing 
halt: cannot instrument this 'odd' in 'f': it calls nothing
fails 
halt: cannot instrument this 'odd' in 'f': its recipe cannot serve the point
many 
halt: cannot instrument this 'odd' in 'f': it has more arguments than there are registers for them
ea 
halt: cannot instrument this 'odd' in 'f': its point names no memory
cond 
halt: cannot instrument this 'odd' in 'f': its point is no conditional branch
table 
halt: cannot instrument this 'odd' in 'f': its point is no multiway branch
adjust 
halt: cannot instrument this 'odd' in 'f': it does not leave the stack pointer where it was
unknown 
halt: cannot instrument this 'odd' in 'f': it has an instruction or a stage that does not exist
unfinished 
halt: cannot instrument this 'odd' in 'f': it does not leave the stack pointer where it was
cbr 
halt: a plugin labels an instruction in 'f' as 'cbr', which it cannot be
mbr 
halt: a plugin labels an instruction in 'f' as 'mbr', which it cannot be
load 
halt: a plugin labels an instruction in 'f' as 'load', which it cannot be
none 
halt: a plugin labels an instruction as kind 99, which nobody has registered
words 
halt: a plugin passes the address of symbol 'two words' to 'block', which is no name that other units could have
dot 
halt: a plugin passes the address of symbol '.L1' to 'block', which is no name that other units could have
null 
halt: a plugin passes no string to 'block'
many -m32
halt: cannot instrument this 'odd' in 'f': it has more arguments than there are registers for them
address -fPIC
halt: the recipe of 'odd' asks for 'movabsq\x09$printf, %rdi', for which there is no instruction in code that is compiled so
good -fplugin-arg-halt-at=gimple -fplugin-arg-halt-bb
halt: another plugin labels machine code; that does not go with 'at=gimple'
0: 4 bytes, 7
1: 4 bytes, 7
