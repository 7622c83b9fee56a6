# SPDX-License-Identifier: GPL-3.0-or-later
# GetInstRegUsage: which registers instructions read and change is what capstone says of
# the machine code, but for what GCC's description leaves open.

>>> x86_64 ghalt atom

>>> inst.c
#include <stdio.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	{
	  InstRegUsageVec u;
	  GetInstRegUsage (i, &u);
	  printf ("%lx %lx %lx %s\n", InstPC (i), UseRegBitVec (&u)[0], DestRegBitVec (&u)[0],
		  InstText (i));
	}
}
>>> anal.c
int x;
>>> check.c
#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char *const names[] = { "ax", "dx", "cx", "bx", "si", "di", "bp" };
static unsigned long
bit (const char *name)
{
  if (!strncmp (name, "xmm", 3) || !strncmp (name, "ymm", 3))
    return 1UL << (32 + atoi (name + 3));
  if (strstr (name, "sp"))
    return 1UL << 30;
  if (*name == 'r' && name[1] >= '0' && name[1] <= '9')
    return 1UL << (atoi (name + 1) - 1);
  for (int n = 0; n < 7; n++)
    if (strstr (name, names[n]) || (n < 4 && name[0] == names[n][0] && strchr ("lh", name[1]))
	|| (n > 3 && strlen (name) == 3 && !strncmp (name, names[n], 2) && name[2] == 'l'))
      return 1UL << n;
  return 0;
}
/* Standard input: ADDRESS USES SETS BYTES; what differs.  */
int main (void)
{
  csh h;
  cs_insn *i;
  unsigned long pc, uses, sets;
  char hex[64];
  int n = 0, wrong = 0;
  cs_open (CS_ARCH_X86, CS_MODE_64, &h);
  cs_option (h, CS_OPT_DETAIL, CS_OPT_ON);
  while (scanf ("%lx %lx %lx %63s", &pc, &uses, &sets, hex) == 4)
    {
      unsigned char code[32];
      cs_regs r, w;
      uint8_t nr, nw;
      unsigned long u = 0, s = 0;
      for (int k = 0; hex[2 * k]; k++)
	sscanf (hex + 2 * k, "%2hhx", code + k);
      if (cs_disasm (h, code, strlen (hex) / 2, pc, 1, &i) != 1)
	continue;
      cs_regs_access (h, i, r, &nr, w, &nw);
      for (int k = 0; k < nr; k++)
	u |= bit (cs_reg_name (h, r[k]));
      for (int k = 0; k < nw; k++)
	s |= bit (cs_reg_name (h, w[k]));
      /* What is not moved to is kept, so it is read; capstone 4 says so, 5 does not.  */
      if (strncmp (i->mnemonic, "cmov", 4) == 0)
	u |= s;
      n++;
      if (u != uses || s != sets)
	{
	  wrong++;
	  printf ("%s %s: uses %lx, capstone %lx; sets %lx, capstone %lx\n", i->mnemonic, i->op_str, uses, u, sets, s);
	}
      cs_free (i, 1);
    }
  puts (n > 200 ? "many instructions" : "few");
  return 0;
}
>>> run
atom_library
cc -w check.c -lcapstone -o check 2>said || skip "no libcapstone-dev"
for program in sorting floats fields; do
  for option in -O0 -O2; do
    $CC -w $option -no-pie -fno-pie $PLUGIN $(arg atom) $TESTS/oracle/$program.c -o prog -lm
    $HALT atom prog inst.c anal.c | sort >ours
    objdump -dw prog | sed -n 's/^ *\([0-9a-f]*\):\t\([0-9a-f ]*[0-9a-f]\) *\t.*/\1\t\2/p' |
      awk -F '\t' '{ gsub (" ", "", $2); print $1, $2 }' | sort >bytes
    cut -d ' ' -f 1-3 ours | join - bytes >both
    # What zeros a register reads nothing; what writes a part of one reads it, too.
    ./check <both | sed -e '/^p*xor \([^,]*\), \1:/d' -e '/^set[a-z]* /d' -e '/^cvts[a-z]*2s[ds] /d'
  done
done
>>> out
many instructions
many instructions
many instructions
many instructions
many instructions
many instructions
