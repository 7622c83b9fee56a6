# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages name the options that there are, and no others.

>>> a.c
int a;

>>> run
docs=${TESTS%/tests}/docs
$CC $PLUGIN -v --help a.c 2>&1 | sed -n 's/^ *-fplugin-arg-halt-\([^ ]*\).*/\1/p' >flags
sed 's/[^-a-z].*//' flags | sort >table
test -s table
# Words that items of the list begin with, up to a value.
sed -n '/^.Sh ARGUMENTS/,/^.Sh ENVIRONMENT/p' "$docs/halt.so.7" | sed -n 's/^\.It Cm //p' |
  sed -e 's/ Ns = Ns Ar glob Ns ,\.\.\. , Cm / /' -e 's/ Ns .*//' -e 's/ , / /g' |
  tr ' ' '\n' | sort >page
diff table page
for option in $(cat table); do
  grep -q "^| .*\`$option[\`=]" "$docs/plugin.md" || echo "plugin.md: no $option"
done
# The words that they take, as halt-gcc lists them too.
env -u HALT "${HALT%/*}/halt-gcc" --halt-help | sed -n 's/^  \([a-z][^ ]*\).*/\1/p' | diff flags -
sed -n 's/^\([-a-z]*\)\[*=\([a-z_|,]*\).*/\1 \2/p' flags | tr '|,' '  ' | while read -r option words; do
  for word in $words; do
    sed -n "/^.It Cm $option /,/^.It/p" "$docs/halt.so.7" | grep -q "\<$word\>" ||
      echo "halt.so.7: $option: no $word"
  done
done
# What halt-gcc tells caches of, besides the object.
{
  echo '#define HALT_OPTION(NAME, TOUCHES, EFFECT, FORM, VALUE, text) TOUCHES NAME'
  echo '#include "plugin/core/options.def"'
} | $CC -E -P -I"${docs%/docs}" $INCLUDE - | grep -o '^[A-Z_]* [a-z]*' |
  while read -r touches option; do
    case $touches in
      NOTHING) ;;
      READS_AT) grep -q "^.Cm $option=@" "$docs/halt-gcc.1" ;;
      *) grep -q "^.Cm $option=" "$docs/halt-gcc.1" ;;
    esac || echo "halt-gcc.1: $option $touches"
  done
commands=$("$HALT" --help | sed -n 's/^  ghalt \([a-z]*\) .*/\1/p' | grep -v -x help)
for command in $commands; do
  grep -q -x ".Ss ghalt $command" "$docs/ghalt.1" || echo "ghalt.1: no $command"
  sed -n '/^.Sh SYNOPSIS/,/^.Sh DESC/p' "$docs/ghalt.1" | grep -q -x ".Cm $command" || echo "ghalt.1: SYNOPSIS: no $command"
  for option in $("$HALT" help $command | sed -n 's/^ *\(-[a-z], \)*--\([a-z-]*\).*/\2/p' | grep -v -x help); do
    sed '/^.Sh SYNOPSIS/,/^.Sh DESC/d' "$docs/ghalt.1" | grep -q -e "Fl Fl $option\>" || echo "ghalt.1: $command: no --$option"
    case $option in output) synopsis="Fl o" ;; *) synopsis="Fl Fl $option" ;; esac
    sed -n '/^.Sh SYNOPSIS/,/^.Sh DESC/p' "$docs/ghalt.1" | sed -n "/^.Cm $command$/,/^.Nm/p" |
      grep -q -e "$synopsis\>" || echo "ghalt.1: SYNOPSIS: $command: no --$option"
  done
  for format in $("$HALT" help $command | sed -n 's/^ *--format=//p' | tr '|' ' '); do
    sed -n '/^.Sh SYNOPSIS/,/^.Sh DESC/p' "$docs/ghalt.1" | sed -n "/^.Cm $command$/,/^.Nm/p" |
      grep -q "Fl Fl format Ns .*\<$format\>" || echo "ghalt.1: SYNOPSIS: $command: no --format=$format"
  done
done
for option in $(sed -n 's/.*Fl Fl \([a-z-]*\).*/\1/p' "$docs/ghalt.1" | sort -u); do
  case $option in version) continue ;; esac
  for command in $commands; do "$HALT" help $command; done |
    grep -q -e "--$option" || echo "ghalt.1: --$option is no option"
done
for format in $("$HALT" help report | sed -n 's/^ *--format=//p' | tr '|' ' '); do
  sed -n '/^.Ss ghalt report/,/^.Ss/p' "$docs/ghalt.1" |
    grep -q "^.It Fl Fl format Ns = Ns Cm .*\<$format\>" || echo "ghalt.1: report: no --format=$format"
  case $format in text | dot | svg | csv) continue ;; esac	# for people; ghalt.1 has it
  grep -q -e "--format=$format\>" "$docs/format.md" || echo "format.md: no --format=$format"
done
for word in $(sed -n 's/^\.It Ev //p' "$docs/halt-gcc.1" | tr -d ,); do
  grep -q "\"$word\"" "${TESTS%/tests}"/wrap/*.c || echo "halt-gcc.1: $word is not read"
done
for word in $(sed -n 's/.*getenv ("\(HALT[A-Z_]*\)").*/\1/p' "${TESTS%/tests}"/wrap/*.c); do
  grep -q "^\.It Ev .*$word" "$docs/halt-gcc.1" || echo "halt-gcc.1: no $word"
done
for tool in "${TESTS%/tests}"/tools/atom/*.inst.c; do
  tool=${tool##*/} tool=${tool%%.*}
  grep -q "^.$tool.inst.c. and" "$docs/atom-tools.md" && continue
  grep -q "^| \[$tool\](#$tool)" "$docs/atom-tools.md" || echo "atom-tools.md: no $tool"
  grep -q "^## $tool$" "$docs/atom-tools.md" || echo "atom-tools.md: no section $tool"
done

>>> out
