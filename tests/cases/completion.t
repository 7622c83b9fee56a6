# SPDX-License-Identifier: GPL-3.0-or-later
# Completion in bash: of the program whatever its name, of files by readline, which
# quotes them; another program of that name is never run.

>>> run
top=${TESTS%/tests}
mkdir bin other
cp "$top/install/halt.bash" halt-report
ln -s "$HALT" bin/halt-report
cat >other/halt-report <<'END'
#!/bin/sh
echo run >&2
echo "  halt now"
END
chmod +x other/halt-report
touch 'odd name.prof'

cat >try.bash <<'END'
compopt () { echo "compopt $*"; }
. "$1"
complete
try ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _halt
  echo "$*:" "${COMPREPLY[@]}"
}
try halt-report s
try halt-report report odd
try halt-report report 'odd\ n'
try halt-report report --top = 1
try halt-report report a/b = 1
try halt-report report '*' = '*'
END
PATH=$PWD/bin:$PATH bash try.bash ./halt-report 2>&1
echo "-- another program"
PATH=$PWD/other:$PATH bash try.bash ./halt-report 2>&1

>>> out
complete -F _halt halt-report
halt-report s: summarize
compopt -o default
halt-report report odd:
compopt -o default
halt-report report odd\ n:
compopt -o default
halt-report report --top = 1:
compopt -o default
halt-report report a/b = 1:
compopt -o default
halt-report report * = *:
-- another program
complete -F _halt halt-report
halt-report s:
halt-report report odd:
halt-report report odd\ n:
halt-report report --top = 1:
halt-report report a/b = 1:
halt-report report * = *:
