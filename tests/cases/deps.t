# SPDX-License-Identifier: GPL-3.0-or-later
# tests/deps removes nothing: what cannot be had beside what is installed is left out,
# and named, as is what cannot be had at all; where that is needed to build, it fails.  What
# another package provides is not asked for.  Names have the version of the compiler; a
# machine without one gets its own gcc first.  apt-get and its like are ours.

>>> apt-get
#!/bin/sh
# Whatever there is of Alpha, or of $CONFLICTS, takes the user's package away; with $LATE
# that is known after an update.
case " $* " in
  *" -s "*)
    [ -z "$LATE" ] || [ -f "$LOG" ] || exit 0
    case " $* " in
      *"$CONFLICTS"*)
	case " $* " in *" --no-remove "*) exit 100 ;; esac
	echo "Remv users-own [1]" ;;
      *"$ABSENT"*) exit 100 ;;
    esac ;;
  *" install gcc g++ "*)
    echo "$*" >>"$LOG"
    printf '#!/bin/sh\necho 15\n' >"$CC"
    chmod +x "$CC" ;;
  *) echo "$*" >>"$LOG" ;;
esac

>>> run
mkdir bin
mv apt-get bin
for name in dpkg-query id sudo; do
  case $name in
    dpkg-query)
      echo 'echo "installed, nodejs, nodejs-doc, npm (= 1)"'
      echo 'echo "config-files, python3-selenium, "' ;;
    id) echo 'echo 1000' ;;
    sudo) echo '"$@"' ;;
  esac >bin/$name
done
chmod +x bin/*
PATH=$PWD/bin:$PATH
LOG=$PWD/log
ABSENT=' golang-go '
export PATH LOG ABSENT
for CONFLICTS in -alpha- libelf-dev; do
  export CONFLICTS
  rm -f log
  code "$TESTS/deps" build alpha 2>said
  sed -n 's/^.*not installed/not installed/p' said
  grep -c ' update' log
  grep -c ' --no-remove .* install .*qemu-user' log
  grep -e "$CONFLICTS" log || :
done
CONFLICTS=-alpha- code "$TESTS/deps" rest 2>said
grep -o 'not installed.*' said
grep -o -w -e python3-selenium -e golang-go -e npm log
rm log
LATE=1 CONFLICTS=-alpha- code "$TESTS/deps" alpha 2>said
grep -o 'not installed.* go:' said
echo "-- versions"
unset CONFLICTS LATE
for CC in gcc-13 "$PWD/mine"; do
  export CC
  rm -f log
  code env CONFLICTS=no-such "$TESTS/deps" build 2>said
  grep -o -w -e 'install gcc g++ *$' -e 'g.*-1[0-9][-a-z]*' log
done
echo "-- another machine's"
rm -f log
code env CONFLICTS=no-such CC=gcc-13 CROSS=x86_64-linux-gnux32-gcc-12 "$TESTS/deps" build 2>said
grep -o 'gcc-12-.*qemu-user' log

>>> out
not installed, since users-own would have to go: gcc-12-alpha-linux-gnu g++-12-alpha-linux-gnu gcc-12-plugin-dev-alpha-linux-gnu libc6.1-dev-alpha-cross
1
1
exit 1
not installed, since users-own would have to go: libelf-dev
1
1
not installed, since apt-get cannot: golang-go
python3-selenium
not installed, since users-own would have to go:
-- versions
gcc g++ gcc-13 g++-13 make libc6-dev gcc-13-plugin-dev
install gcc g++
gcc g++ gcc-15 g++-15 make libc6-dev gcc-15-plugin-dev
-- another machine's
gcc-12-x86-64-linux-gnux32 g++-12-x86-64-linux-gnux32 gcc-12-plugin-dev-x86-64-linux-gnux32 qemu-user
