# SPDX-License-Identifier: GPL-3.0-or-later
# Completion in bash: of files by readline, which quotes them; of halt-gcc's flags
# and their words, and of GCC's own options.

>>> run
top=${TESTS%/tests}
mkdir bin
ln -s "$HALT" bin/ghalt
ln -s "${HALT%/*}/halt-gcc" bin/halt-gcc
export HALT_CC=$CC
unset HALT
touch 'odd name.prof'

cat >try.bash <<'END'
compopt () { echo "compopt $*"; }
. "$1"
complete | sort
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
# Bash parts words at `='.
flags ()
{
  COMP_LINE="halt-gcc -c $1"
  COMP_POINT=${#COMP_LINE}
  _halt_gcc halt-gcc "${1##*=}"
  echo "$1:" "${COMPREPLY[@]}"
}
flags --halt-k
flags --halt-flags=m
flags --halt-flags=me
flags --halt-flags=cbr,en
flags --halt-flags=cbr,at=
flags --halt-flags=count=at
flags --halt-flags=mem=frame,a
flags --halt-flags=only=a
flags --halt-flags=a/b=c
flags -fipa-sr
flags -fplugin=a
flags od
END
PATH=$PWD/bin:$PATH bash try.bash "$top/install/ghalt.bash" 2>&1

>>> out
complete -F _ghalt ghalt
complete -o default -F _halt_gcc halt-g++
complete -o default -F _halt_gcc halt-gcc
ghalt s: summarize store
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
--halt-k: --halt-key
--halt-flags=m: mbr mem= mbr=
compopt -o nospace
--halt-flags=me: mem=
--halt-flags=cbr,en: cbr,entry
--halt-flags=cbr,at=: rtl gimple
--halt-flags=count=at: atomic
--halt-flags=mem=frame,a: frame,asm frame,all
--halt-flags=only=a:
--halt-flags=a/b=c:
-fipa-sr: -fipa-sra
-fplugin=a:
od:
