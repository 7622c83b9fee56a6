# SPDX-License-Identifier: GPL-3.0-or-later
# What copies rely on: the routine linked is the one that was copied; and a summary
# with a copy that could not be one is refused.

>>> x86_64 what it compiles

>>> routine.c
static unsigned long counts[9];
void _record_cbr (unsigned long cond, unsigned long id) { CODE; }

>>> prog.c
int puts (const char *);
int main (int argc, char **argv) { if (argc > 1) puts ("x"); return 0; }

>>> patch.c
/* patch FILE COPY: what can be copied of FILE's summary is COPY from now on, and its
   checksum is right.  */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt/format.h"

int
main (int argc, char **argv)
{
  static char data[1 << 20];
  char line[4096], routine[64], target[64], text[2048];
  FILE *f = fopen (argv[1], "r");
  size_t size = fread (data, 1, sizeof data - 1, f);
  char *p = data;
  fclose (f);
  while (strncmp (p, "halt-routine", 12) != 0)
    p++;
  char *copy = strstr (p, " copy ");
  sscanf (p, "%*s %*s %s %s", routine, target);
  *copy = '\0';
  snprintf (text, sizeof text, "%s copy %s", strstr (p, "changes"), argv[2]);
  uint64_t check = halt_checksum (HALT_CHECKSUM_START, routine, strlen (routine) + 1);
  check = halt_checksum (check, target, strlen (target) + 1);
  check = halt_checksum (check, text, strlen (text) + 1);
  snprintf (line, sizeof line, "halt-routine 4 %s %s %016" PRIx64 " %s", routine, target, check, text);
  f = fopen (argv[1], "w");
  fwrite (line, 1, strlen (line) + 1, f);
  fclose (f);
  return 0;
}

>>> run
compile () { $CC -O2 $PLUGIN "$@" -c routine.c; }
link () { $CC prog.o "$@" -o prog 2>&1 | grep -o 'undefined reference to .*' | sed 's/\.[0-9a-f]\{16\}/.X/' | sort -u; }
compile '-DCODE=counts[id]++' -o one.o
compile '-DCODE=counts[id] += 2' -o two.o
compile '-DCODE=counts[id]++' -g -fverbose-asm -dp -o same.o
$CC -O2 $PLUGIN $(arg cbr routines=one.o) -c prog.c
echo == the routine that was copied
link one.o
./prog
link same.o
./prog
echo == another one, none, and one that was compiled without the plugin
link two.o
link
$CC -O2 '-DCODE=counts[id]++' -c routine.c -o plain.o
link plain.o
echo == copies that cannot be
$CC -I"${INCLUDE#-I}" patch.c -o patch
long=nop
while [ ${#long} -lt 1100 ]; do long="$long;nop"; done
while read -r copy; do
  cp one.o bad.o
  ./patch bad.o "$(echo "$copy" | sed "s/LONG/$long/")"
  $CC -O2 $PLUGIN $(arg cbr routines=bad.o) -c prog.c -o prog.o 2>printed || :
  sed -n 's/.*error: //p' printed | grep -v '^halt: the summary of .* is damaged; compile the routine again$' || :
  [ "$(grep -c . printed)" = 1 ] || echo "$copy: $(cat printed)"
done <<'END'
nop
:nop
5
5nop
x:nop
-5:nop
99999:nop
5:LONG
5:nop;
5:;nop
5:NOP
5:.byte/5
5:.include
5:push/%rax
5:popq/%rax
5:pushfq
5:ret
5:rep/ret
5:leave
5:int3
5:movq/%rax,%rsp
5:addl/$8,%esp
5:movb/$8,%spl
5:jmp/80f
5:jmp/80b;80:
5:80:;jmp/80f
5:jmp/&0
5:jmp/*%rax
5:lock/jmp/80f;80:
5:call/*%rax
5:call
5:rep/call/&0
5:8:
5:80
5:180:
5:nop"
5:nop\
5:nop#
5:nop{
5:nop|nop
5:movq/&x(%rip),%rax
5:movq/&(%rip),%rax
5:movq/&0@PLTT,%rax
5:movq/%fs:0@tlsgd,%rax
5:mov'q/%rax,%rcx
5:movq/%,%rcx
END
echo == copies that can be
for copy in 'none' '0:' '5:nop' '9:addq/$1,&0(%rip)' '9:jmp/80f;80:;nop' '9:lock/incq/&0(%rip)' '9:popcntq/%rdi,%rax'; do
  cp one.o good.o
  ./patch good.o "$copy"
  $CC -O2 $PLUGIN $(arg cbr routines=good.o dump=pot) -c prog.c -o prog.o 2>pots || cat pots
  grep -c 'copy=' pots || :
done
echo == options
$CC -O2 $PLUGIN $(arg cbr inline) -c prog.c 2>&1 | grep error
$CC -O2 $PLUGIN $(arg cbr inline=on) -c prog.c 2>&1 | grep error

>>> out
== the routine that was copied
== another one, none, and one that was compiled without the plugin
undefined reference to `__halt_changes._record_cbr.X'
undefined reference to `__halt_part._record_cbr.X.0'
undefined reference to `__halt_changes._record_cbr.X'
undefined reference to `__halt_part._record_cbr.X.0'
undefined reference to `__halt_changes._record_cbr.X'
undefined reference to `__halt_part._record_cbr.X.0'
== copies that cannot be
== copies that can be
0
2
2
2
2
2
2
== options
cc1: error: halt: option 'inline' does not know ''; it takes 'yes' or 'no'
cc1: error: halt: option 'inline' does not know 'on'; did you mean 'no'?
