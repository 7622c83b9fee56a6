# SPDX-License-Identifier: GPL-3.0-or-later
# An object that counts in line is found where it is now by all that reads what it counted, as
# what its cells mean is in its file: reports, merge, top, and that of its program if nothing else
# is instrumented.

>>> f.c
int f (int n) { int s = 0; while (n > 0) s += n & 1 ? n-- : --n; return s; }

>>> main.c
#include <stdio.h>
int f (int);
int
main (int argc, char **argv)
{
  int s = f (100);
  if (argc > 1)
    {
      puts ("done");
      fflush (stdout);
      getchar ();
    }
  return s < 0;
}

>>> run
mkdir -p lib other/below prog.d
for plugin in "" "$PLUGIN $(arg cbr) $(arg count)"; do
  echo "* program ${plugin:+counts, too}"
  $CC -O0 $PLUGIN $(arg cbr) $(arg count) -fPIC -shared f.c -o lib/f.so \
    -Wl,--whole-archive $LIBHALT -Wl,--no-whole-archive
  $CC -O0 -rdynamic $plugin main.c lib/f.so -o prog.d/prog
  name=prog.d/prog
  [ "$plugin" ] || name=lib/f.so
  # The branches of f, by the program or the only object that counts.
  branches ()
  {
    $HALT "$@" 2>/dev/null | sed -n 's/  */ /g;/ f\( \|$\)/s/^ \([0-9]*\) .*/\1/p' | sort -u
  }
  rm -f *.prof
  prog.d/prog
  HALT_LIVE=1 HALT_FILE=live.prof prog.d/prog
  for profile in halt.prof live.prof; do
    mv lib/f.so other/below/g.so
    if [ "$plugin" ]; then
      echo moved $(branches report $name $profile)
      echo said $(branches report --objects=other $name $profile)
      cp other/below/g.so prog.d/h.so
      echo beside the program $(branches report $name $profile)
      rm prog.d/h.so
    fi
    $HALT merge --objects=other -o all.prof $profile $profile 2>said || cat said
    mv other/below/g.so lib/f.so
    echo merged $(branches report $name all.prof)
  done
  mkfifo in out
  HALT_LIVE=1 HALT_FILE=now.prof prog.d/prog x <in >out &
  pid=$!
  exec 3>in 4<out
  read -r done <&4
  mv lib/f.so other/below/g.so
  mv prog.d/prog prog.d/called-otherwise
  echo top $($HALT top --objects=other --batch --iterations=1 --delay=10ms --view=branches $pid 2>&1 |
    sed -n '/ f$/s/^ *[^ ]* *[^ ]* *\([0-9]*\) .*/\1/p')
  exec 3>&- 4<&-
  wait $pid
  rm in out
done

# The program itself, where nobody names it.
rm -f *.prof
$CC -O0 $PLUGIN $(arg cbr) $(arg count) main.c f.c $LIBHALT -o prog.d/prog
HALT_FILE=old.prof prog.d/prog
HALT_FILE=new.prof prog.d/prog x </dev/null >/dev/null
mv prog.d/prog other/below/elsewhere
echo "* not named"
echo report $(branches report --objects=other)
code $HALT report 2>&1 | sed "s,$PWD/,,"
$HALT diff --objects=other old.prof new.prof | grep main || :

>>> out
* program 
merged 200 202
merged 200 202
top 101 100
* program counts, too
moved
said 100 101
beside the program 100 101
merged 200 202
moved
said 100 101
beside the program 100 101
merged 200 202
top 101 100
* not named
report 100 101
ghalt: cannot open 'prog.d/prog', of which new.prof is: No such file or directory; name the program, or its folder with --objects=DIR
exit 2
1  1       0         =    100.0      0.0   0  main.c:7:6  main
