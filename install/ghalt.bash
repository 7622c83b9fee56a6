# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of ghalt, halt-gcc and halt-g++ for bash.  Commands, options and flags
# are those that they list themselves.

_ghalt ()
{
  local cur=${COMP_WORDS[COMP_CWORD]} program=${COMP_WORDS[0]} words help
  # readline splits at `='.
  local option= value=$cur
  if [ "$cur" = = ]; then
    option=${COMP_WORDS[COMP_CWORD-1]} value=
  elif [ "$COMP_CWORD" -ge 3 ] && [ "${COMP_WORDS[COMP_CWORD-1]}" = = ]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()

  if [ "$COMP_CWORD" -eq 1 ]; then
    words=$("$program" help 2>/dev/null | sed -n 's/^  ghalt \([-a-z]*\).*/\1/p')
    COMPREPLY=($(compgen -W "$words --help --version" -- "$cur"))
    return
  fi
  if [ "${COMP_WORDS[1]}" = help ]; then
    words=$("$program" help 2>/dev/null | sed -n 's/^  ghalt \([a-z]*\).*/\1/p')
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    return
  fi
  help=$("$program" help "${COMP_WORDS[1]}" 2>/dev/null) || return
  if [[ $option =~ ^--[a-z-]+$ ]]; then
    words=$(sed -n "s/^  *\(-[a-z], \)\{0,1\}$option=\([-a-z|]*\)\( .*\)\{0,1\}\$/\2/p" <<<"$help" | tr '|' '\n')
    COMPREPLY=($(compgen -W "$words" -- "$value"))
    [ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default
  elif [[ $cur == -* ]]; then
    words=$(grep -o -e '--[a-z-]*=\{0,1\}' <<<"$help" | sort -u)
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
  else
    # Files, which readline knows how to quote.
    compopt -o default
  fi
} &&
complete -F _ghalt ghalt

# Flags, up to a `=', and the words that they take; the rest is GCC's.
_halt_gcc ()
{
  local word=${COMP_LINE:0:COMP_POINT} cur=${2##*,} name words=
  word=${word##* }
  case $word in
    --halt-flags=*=*)
      name=${word#*=} name=${name%%=*} name=${name##*,}
      words=$("$1" --halt-help | sed -n "s/^  $name\[*=\([a-z,|]*\).*/\1/p" | tr ',|' '  ') ;;
    --halt-flags=*)
      words=$("$1" --halt-help | sed -n 's/^  \([a-z][-a-z]*=*\).*/\1/p') ;;
    --halt*) words="--halt-flags= --halt-key --halt-help" ;;
    -*=*) ;;
    -*) words=$("$1" --completion="$word") ;;
  esac 2>/dev/null
  COMPREPLY=($(compgen -W "$words" -P "${2%"$cur"}" -- "$cur"))
  [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
} &&
complete -o default -F _halt_gcc halt-gcc halt-g++
