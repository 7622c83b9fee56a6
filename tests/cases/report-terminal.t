# SPDX-License-Identifier: GPL-3.0-or-later
# On a terminal ghalt report shows a page, through a pager, in colours; elsewhere nothing
# of that.  Operands that are not given are found; paths are shown by ghalt paths.

>>> a.c
int
main (int argc, char **argv)
{
  int volatile n = 0;
  for (int i = 0; i < 1000; i++)
    if (i % 3 == argc)
      n += argv[0][0];
  return n == 12345;
}

>>> large.c
#define A(n) if (x & n) s += x / (n + 3);
#define B(n) A (n) A (n + 1) A (n + 2) A (n + 3) A (n + 4) A (n + 5) A (n + 6) A (n + 7)
#define C(n) B (n) B (n + 8) B (n + 16) B (n + 24) B (n + 32) B (n + 40) B (n + 48) B (n + 56)
int
large (int x)
{
  int s = 0;
  C (1) C (65) C (129) C (193)
  return s;
}
int main (int argc, char **argv) { (void) argv; return large (argc) < 0; }

>>> terminal.py
# Execute what the words say on a terminal, and print what that shows.
import fcntl, os, pty, struct, sys, termios
child, fd = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 100, 0, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
text = b""
try:
    while part := os.read(fd, 65536):
        text += part
except OSError:
    pass
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
sys.stdout.write(text.decode().replace("\r", "").replace("\x1b", "^"))
if status:
    print("status", status)

>>> run
starts_programs
unset PAGER GHALT_PAGER NO_COLOR LESS LESSOPEN COLUMNS
export TERM=xterm
terminal () { python3 terminal.py "$@"; }
$CC -O1 -g $PLUGIN $(arg cbr entry) a.c "$LIBHALT" -o prog
./prog

echo "* the page"
$HALT report --format=text prog >all
$HALT report prog | cmp - all
$HALT report --hot prog >hot
echo >>hot
echo "--top=N shows more rows, --format=text every point, --annotate source lines" >>hot
NO_COLOR=1 PAGER=cat terminal $HALT report prog | diff hot -
for option in --format=text --sort=id --kind=cbr,entry; do
  $HALT report $option prog >text
  NO_COLOR=1 PAGER= terminal $HALT report $option prog | diff text -
done

echo "* colours"
export PAGER=cat
terminal $HALT report prog | grep -c '\^\[1m'
NO_COLOR= terminal $HALT report prog | grep -c '\^\[1m'
NO_COLOR=1 terminal $HALT report prog | grep '\^' || echo none
TERM=dumb terminal $HALT report prog | grep '\^' || echo none

echo "* the pager"
export NO_COLOR=1
sed 's/^/p:/' hot >paged
PAGER="sed s/^/p:/" terminal $HALT report prog | diff paged -
PAGER=false GHALT_PAGER="sed s/^/p:/" terminal $HALT report prog | diff paged -
PAGER="sed s/^/p:/" GHALT_PAGER= terminal $HALT report prog | diff hot -
PAGER="sed s/^/p:/" TERM=dumb terminal $HALT report prog | diff hot -
PAGER="sed s/^/p:/" $HALT report prog | cmp - all
PAGER='echo $LESS $LV; cat >/dev/null' terminal $HALT report prog
PAGER='echo $LESS; cat >/dev/null' LESS=R terminal $HALT report prog
PAGER="sed s/^/p:/" terminal $HALT report prog none.prof
PAGER="sed s/^/p:/" terminal $HALT report --kind=mbr prog
for command in "summarize prog" "report --format=csv prog" "report --annotate prog"; do
  $HALT $command | sed 's/^/p:/' >text
  PAGER="sed s/^/p:/" terminal $HALT $command | diff text -
done
# What does not read on ends what is written.
PAGER="head -n 1" terminal $HALT summarize prog | sed 's/ .*//'

echo "* less, if it is there"
if command -v less >/dev/null; then
  env -u PAGER python3 terminal.py $HALT report prog | grep -c -e "$(tail -n 1 hot)"
else
  echo 1
fi
mkdir bin
ln -s "$(command -v sh)" "$(command -v env)" bin
env -u PAGER python3 terminal.py env PATH="$PWD/bin" $HALT report prog | diff hot -

echo "* no operands"
touch -d '2020-01-01' halt.prof
echo no profile >note
mkdir folder
HALT_FILE=.b.prof ./prog a
touch -d '2021-01-01' .b.prof
cp halt.prof .halt-1
$HALT report 2>notes >found
sed "s|$PWD/||" notes
$HALT report prog .b.prof | cmp - found
touch -d '2022-01-01' halt.prof
$HALT report --hot 2>&1 >found | sed "s|$PWD/||"
$HALT report --hot prog | cmp - found
HALT_LIVE=1 HALT_FILE=live.prof ./prog a b
touch -d '2023-01-01' live.prof
$HALT report --format=csv 2>&1 >found | sed "s|$PWD/||"
$HALT report --format=csv prog live.prof | cmp - found
# Several that are equally new: the first by name.
for i in 5 3 1 4 6 2 9 8 7; do
  cp live.prof $i.prof
done
touch -d '2023-01-01' [1-9].prof
$HALT report 2>&1 >/dev/null | sed "s|$PWD/||"
rm [1-9].prof
mkdir away
mv prog away
code $HALT report 2>&1 | sed "s|$PWD/||"
mv away/prog .
cd folder
code $HALT report 2>&1
code $HALT paths 2>&1
cd ..

echo "* paths"
$CC -O1 -g $PLUGIN $(arg blpp) a.c "$LIBHALT" -o paths
HALT_FILE=p ./paths
$HALT paths paths p >text
$HALT report paths p | diff text -
$HALT report --function=main --top=1 paths p >one
$HALT paths --function=main --top=1 paths p | diff one -
$HALT report 2>/dev/null | diff text -
$HALT paths 2>/dev/null | diff text -
$HALT report --kind=cbr paths p 2>&1 | head -n 1
$HALT report --annotate paths p 2>/dev/null | grep -c lines

echo "* large pictures"
$CC -O0 -g $PLUGIN $(arg cbr) large.c "$LIBHALT" -o large
HALT_FILE=l ./large
mkdir dot
printf '#!/bin/sh\ncat >/dev/null\necho picture\n' >dot/dot
chmod +x dot/dot
for f in large main; do
  PATH=$PWD/dot:$PATH $HALT report --format=svg --function=$f large l 2>&1 | sed 's/ [0-9]* blocks.*/ blocks/'
  PATH=$PWD/dot:$PATH $HALT summarize --format=svg --function=$f large 2>&1 | sed 's/ [0-9]* blocks.*/ blocks/'
done
$HALT report --format=dot --function=large large l 2>&1 >/dev/null

>>> out
* the page
* colours
5
5
none
none
* the pager
FRX -c
R
ghalt: cannot open 'none.prof': No such file or directory
status 2
ghalt: prog: no points of kind mbr
status 2
halt-summary
* less, if it is there
1
* no operands
ghalt: note: .b.prof, the newest profile here, of prog
ghalt: note: halt.prof, the newest profile here, of prog
ghalt: note: live.prof, the newest profile here, of prog
ghalt: note: 1.prof, the newest profile here, of prog
ghalt: cannot open 'prog', of which live.prof is: No such file or directory; name the program, or its folder with --objects=DIR
exit 2
ghalt: no profile in this folder; name the program: ghalt report PROG [PROFILE]...
exit 2
ghalt: no profile in this folder; name the program: ghalt paths PROG [PROFILE]...
exit 2
* paths
ghalt: paths: no points of kind cbr
1
* large pictures
ghalt: note: large has blocks
picture
ghalt: note: large has blocks
picture
picture
picture
