# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tree/layers finds every #include that breaks the rule of who may know whom.

>>> run
mkdir -p tests/tree include/halt recipes/x86 plugin runtime summarize report/diff report/exchange ghalt blpp map tools
cp "$TESTS/tree/layers" tests/tree
cp "$TESTS/common.sh" tests
put () { file=$1; shift; for line; do echo "$line"; done >"$file"; }
put include/halt/halt.h '#include "kinds.def"' '#include <stdint.h>'
put include/halt/kinds.def ''
put recipes/recipe.h '#include <stddef.h>'
put recipes/x86/x86.h '#include "recipes/recipe.h"'
put recipes/x86/recipes.c '#include "x86.h"' '#include <string.h>'
put blpp/blpp.h ''
put map/map.h ''
put map/make.h ''
put plugin/gcc.h '#include "gcc-plugin.h"' '#include <rtl.h>'
put plugin/plugin.h '#include "plugin/gcc.h"' '#include "halt/halt.h"'
put plugin/emit.cc '#include "plugin/plugin.h"' '#include "recipes/recipe.h"' '#include "map/make.h"'
put map/make.c '#include <string.h>' '#include "halt/halt.h"'
put runtime/units.h '#include <elf.h>' '#include "halt/halt.h"'
put runtime/count.c '#include "units.h"' '#include <sys/stat.h>'
put summarize/read.c '#include <elfutils/libdwelf.h>' '#include <stdio.h>' '#include "blpp/blpp.h"' '#include "map/map.h"'
put report/options.h '#include "summarize/read.h"'
put ghalt/main.c '#include "report/options.h"' '#include <curses.h>'
put tools/lines.c '#include <halt/halt.h>'
tests/tree/layers && echo all right

put include/halt/bad.h '#include <stdio.h>' '#include "recipes/recipe.h"'
put recipes/bad.c '#include "plugin/plugin.h"' '#include <gmp.h>' '# include "../blpp/blpp.h"'
put plugin/bad.cc '#include <rtl.h>' '#include "tree.h"' '#include <stdio.h>' \
  '#include "recipes/x86/x86.h"' '#include "runtime/units.h"'
put plugin/bad.c '#include "gcc-plugin.h"' '#include "plugin/gcc.h"'
put map/bad.c '#include "plugin/plugin.h"' '#include "summarize/summarize.h"'
put runtime/bad.c '#include <libelf.h>' '#include "summarize/main.h"' '#include FILE'
put summarize/bad.c '#include "recipes/recipe.h"' '	#	include "plugin/plugin.h"'
put report/bad.c '#include "ghalt/command.h"'
put report/exchange/bad.c 'static struct join *join;'
put report/diff/good.c 'static struct join *join;'
put tools/bad.c '#include "runtime/units.h"'
code tests/tree/layers

>>> out
all right
include/halt/bad.h:1: #include <stdio.h>: include/ stands alone
include/halt/bad.h:2: #include "recipes/recipe.h": include/ stands alone
map/bad.c:1: #include "plugin/plugin.h": map/ must not know it
map/bad.c:2: #include "summarize/summarize.h": map/ must not know it
plugin/bad.c:1: #include "gcc-plugin.h": plugin/ must not know it
plugin/bad.cc:1: #include <rtl.h>: only plugin/gcc.h includes from outside
plugin/bad.cc:2: #include "tree.h": plugin/ must not know it
plugin/bad.cc:3: #include <stdio.h>: only plugin/gcc.h includes from outside
plugin/bad.cc:4: #include "recipes/x86/x86.h": plugin/ must not know it
plugin/bad.cc:5: #include "runtime/units.h": plugin/ must not know it
recipes/bad.c:1: #include "plugin/plugin.h": recipes/ must not know it
recipes/bad.c:2: #include <gmp.h>: not a header of the C library
recipes/bad.c:3: # include "../blpp/blpp.h": recipes/ must not know it
report/bad.c:1: #include "ghalt/command.h": report/ must not know it
runtime/bad.c:1: #include <libelf.h>: not a header of the C library
runtime/bad.c:2: #include "summarize/main.h": runtime/ must not know it
runtime/bad.c:3: #include FILE: computed include
summarize/bad.c:1: #include "recipes/recipe.h": summarize/ must not know it
summarize/bad.c:2: 	#	include "plugin/plugin.h": summarize/ must not know it
tools/bad.c:1: #include "runtime/units.h": tools/ must not know it
report/exchange/bad.c:1:static struct join *join;
exit 1
