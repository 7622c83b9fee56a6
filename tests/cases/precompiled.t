# SPDX-License-Identifier: GPL-3.0-or-later
# GCC's headers are read once: the compiler takes what was made of them, with the command
# that the Makefile has for the plugin's files, and does not where an option is another.

>>> run
cd "$TESTS/.."
made=build/pch/plugin/gcc.h.gch
[ -f $made ] || skip "no $made: built elsewhere, or through ccache"
command=$(make -n V=1 -W plugin/core/unit.cc build/obj/plugin/core/unit.o |
  sed -n 's/ -c -o [^ ]* plugin.core.unit.cc$//p')
[ -n "$command" ] || echo "no command"
for more in "" -fexceptions; do
  eval "$command $more -H -MF /dev/null -fsyntax-only plugin/core/unit.cc" 2>&1 | grep -m 1 -o '^. .*gcc.h.gch'
done

>>> out
! ./build/pch/plugin/gcc.h.gch
x ./build/pch/plugin/gcc.h.gch
