# SPDX-License-Identifier: GPL-3.0-or-later
# The manual pages name the options that there are, and no others.

>>> a.c
int a;

>>> run
docs=${TESTS%/tests}/docs
$CC $PLUGIN -v --help a.c 2>&1 | sed -n 's/^ *-fplugin-arg-halt-\([a-z_]*\).*/\1/p' | sort >table
test -s table
# Words that items of the list begin with, up to a value.
sed -n '/^.Sh ARGUMENTS/,/^.Sh ENVIRONMENT/p' "$docs/halt.so.7" | sed -n 's/^\.It Cm //p' |
  sed -e 's/ Ns = Ns Ar glob Ns ,\.\.\. , Cm / /' -e 's/ Ns .*//' -e 's/ , / /g' |
  tr ' ' '\n' | sort >page
diff table page
for command in summarize report merge diff paths; do
  for option in $("$HALT" help $command | sed -n 's/^ *\(-[a-z], \)*--\([a-z-]*\).*/\2/p' | grep -v -x help); do
    grep -q -e "Fl Fl $option" "$docs/ghalt.1" || echo "ghalt.1: $command: no --$option"
  done
done
for option in $(sed -n 's/.*Fl Fl \([a-z-]*\).*/\1/p' "$docs/ghalt.1" | sort -u); do
  case $option in version) continue ;; esac
  for command in summarize report merge diff paths; do "$HALT" help $command; done |
    grep -q -e "--$option" || echo "ghalt.1: --$option is no option"
done
for word in $(sed -n 's/^\.It Ev //p' "$docs/halt-gcc.1" | tr -d ,); do
  grep -q "\"$word\"" "${TESTS%/tests}"/wrap/*.c || echo "halt-gcc.1: $word is not read"
done
for word in $(sed -n 's/.*getenv ("\(HALT[A-Z_]*\)").*/\1/p' "${TESTS%/tests}"/wrap/*.c); do
  grep -q "^\.It Ev .*$word" "$docs/halt-gcc.1" || echo "halt-gcc.1: no $word"
done

>>> out
