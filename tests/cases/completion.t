# SPDX-License-Identifier: GPL-3.0-or-later
# Completion in bash: of files by readline, which quotes them.

>>> run
top=${TESTS%/tests}
mkdir bin
ln -s "$HALT" bin/ghalt
touch 'odd name.prof'

cat >try.bash <<'END'
compopt () { echo "compopt $*"; }
. "$1"
complete
try ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _ghalt
  echo "$*:" "${COMPREPLY[@]}"
}
try ghalt s
try ghalt report odd
try ghalt report 'odd\ n'
try ghalt report --top = 1
try ghalt report a/b = 1
try ghalt report '*' = '*'
END
PATH=$PWD/bin:$PATH bash try.bash "$top/install/ghalt.bash" 2>&1

>>> out
complete -F _ghalt ghalt
ghalt s: summarize
compopt -o default
ghalt report odd:
compopt -o default
ghalt report odd\ n:
compopt -o default
ghalt report --top = 1:
compopt -o default
ghalt report a/b = 1:
compopt -o default
ghalt report * = *:
