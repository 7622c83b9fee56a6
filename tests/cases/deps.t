# SPDX-License-Identifier: GPL-3.0-or-later
# tests/deps removes nothing: what cannot be had beside what is installed is left out,
# and named; where that is needed to build, it fails.  apt-get and its like are ours.

>>> apt-get
#!/bin/sh
# Whatever there is of Alpha, or of $CONFLICTS, takes the user's package away.
case " $* " in
  *" -s "*)
    case " $* " in
      *"$CONFLICTS"*)
	case " $* " in *" --no-remove "*) exit 100 ;; esac
	echo "Remv users-own [1]" ;;
    esac ;;
  *) echo "$*" >>"$LOG" ;;
esac

>>> run
mkdir bin
mv apt-get bin
for name in dpkg-query id sudo; do
  case $name in
    dpkg-query) echo 'exit 1' ;;
    id) echo 'echo 1000' ;;
    sudo) echo '"$@"' ;;
  esac >bin/$name
done
chmod +x bin/*
PATH=$PWD/bin:$PATH
LOG=$PWD/log
export PATH LOG
for CONFLICTS in -alpha- libelf-dev; do
  export CONFLICTS
  rm -f log
  code "$TESTS/deps" build alpha 2>said
  sed -n 's/^.*not installed/not installed/p' said
  grep -c ' update' log
  grep -c ' --no-remove .* install .*qemu-user' log
  grep -e "$CONFLICTS" log || :
done

>>> out
not installed, since users-own would have to go: gcc-12-alpha-linux-gnu g++-12-alpha-linux-gnu gcc-12-plugin-dev-alpha-linux-gnu libc6.1-dev-alpha-cross
1
1
exit 1
not installed, since users-own would have to go: libelf-dev
1
1
