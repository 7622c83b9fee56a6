# SPDX-License-Identifier: GPL-3.0-or-later
# Units are found however the linker, its script or what comes after it orders, merges,
# aligns or drops notes, others' and ours; from inside, from outside and in the file.

>>> digits.c
int digits (unsigned n) { int count = 1; while (n > 9) { n /= 10; count++; } return count; }
int unused (unsigned n) { int count = 1; while (n > 9) { n /= 7; count++; } return count; }

>>> main.c
#include <stdio.h>
#include <unistd.h>
int digits (unsigned n);
int
main (int argc, char **argv)
{
  int sum = 0;
  if (argc > 1)
    {
      puts ("ready");
      fflush (stdout);
      getchar ();
    }
  for (int i = 0; i < 1000; i++)
    sum += digits (i);
  return sum != 2890;
}

>>> run
command -v ld.mold >/dev/null || { echo "no mold"; exit 77; }
# script FILE SED OPTION...: the linker's own script but for what SED makes of it.
script ()
{
  to=$1 sed=$2; shift 2
  $CC "$@" -Wl,--verbose x.o -o x >verbose
  sed '1,/^====/d;/^====/,$d' verbose >usual
  sed "$sed" usual >$to
  ! cmp -s usual $to || echo "$to is the usual one"
}
echo 'int main (void) { return 0; }' | $CC -fPIC -x c -c - -o x.o
script one.ld 's/^  \.interp .*/  .notes : { *(.note.gnu.property) *(.note.*) *(.init_halt*) }\n&/'
script data.ld 's/\*(\.rodata \.rodata\.\*/*(.init_halt*) *(.note.*) &/'
script some.ld 's/^  \.interp .*/&\n  .none : { BYTE(1) *(.init_halt_switch) BYTE(2) }/'
script none.ld 's,/DISCARD/ :,/DISCARD/ : { *(.note .note.*) } &,'
script static.ld 's/\*(\.rodata \.rodata\.\*/*(.init_halt*) *(.note.*) &/' -static
script so.ld 's/\*(\.rodata \.rodata\.\*/*(.init_halt*) &/' -shared

# How often its branches were executed that are executed 3,891 times, if that is not so.
counts ()
{
  rm -f halt.prof
  HALT_ON=cbr ./prog || echo "$*: ends with $?"
  n=$($HALT report ${program:-prog} 2>&1 | sed -n 's/^cbr .* //p')
  [ "$n" = 3891 ] || echo "$*: ${n:-nothing}"
}

# What cannot be linked so anyway; Debian 13's mold makes no static-pie that starts.
plain () { $CC -fuse-ld="$@" x.o -o plain 2>/dev/null && ./plain 2>/dev/null; }

for kind in cbr "cbr count" "cbr switch"; do
  $CC -O1 -ffunction-sections -fPIC $PLUGIN $(arg $kind) -c main.c digits.c
  for ld in bfd gold lld mold; do
    command -v ld.$ld >/dev/null || continue
    for how in "" -static -static-pie -Wl,--gc-sections -Wl,-z,separate-code; do
      case "$ld $how" in gold*static-pie | gold*separate-code) continue ;; esac
      plain $ld $how || continue
      $CC -fuse-ld=$ld $how main.o digits.o $LIBHALT -o prog
      counts $kind $ld $how
    done
  done
  for script in one data some none; do
    $CC -Wl,-T,$script.ld main.o digits.o $LIBHALT -o prog 2>warnings
    counts $kind $script.ld
  done
  $CC main.o digits.o $LIBHALT -o whole
  for how in "strip -R .note*" "objcopy -R .note.*" \
	     "objcopy --set-section-alignment .note.gnu.build-id=8"; do
    $how whole -o prog 2>warnings || $how whole prog
    program=whole counts $kind $how
  done
done

# A library that other start-up code comes to first: the program has ids from 0, then it.
$CC -O1 -fPIC $PLUGIN $(arg cbr) -c main.c digits.c
for script in none data one; do
  $CC -shared -Wl,-T,so.ld digits.o -o libdigits.so
  $CC -Wl,-T,$script.ld -rdynamic main.o ./libdigits.so -Wl,--whole-archive \
    $LIBHALT -Wl,--no-whole-archive -o prog 2>warnings
  rm -f halt.prof
  ./prog
  $HALT report prog | awk '/ (main|digits)( |$)/ { print $1, $5, $NF }' | sort -k 2
done

# From outside.
$CC -O1 $PLUGIN $(arg cbr switch) -c main.c digits.c
mkfifo in out
for way in -fuse-ld=mold -Wl,-T,data.ld -Wl,-T,some.ld "-static -Wl,-T,static.ld"; do
  $CC $way main.o digits.o $LIBHALT -o prog 2>warnings
  rm -f halt.prof
  ./prog wait <in >out & pid=$!
  exec 3>in 4<out
  read -r ready <&4
  traced $HALT attach --on=cbr $pid >said
  sed 's/process [0-9]*: //;s/;.*//' said
  echo >&3
  wait $pid
  exec 3>&- 4<&-
  $HALT report prog | sed -n 's/^cbr .* //p'
done

>>> out
1 0 main
1000 1 main
1000 2 [libdigits.so]
1890 3 [libdigits.so]
1 0 main
1000 1 main
1000 2 [libdigits.so]
1890 3 [libdigits.so]
1 0 main
1000 1 main
1000 2 [libdigits.so]
1890 3 [libdigits.so]
6 points on, 0 off
3890
6 points on, 0 off
3890
6 points on, 0 off
3890
6 points on, 0 off
3890
