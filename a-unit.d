unit.o: plugin/core/unit.cc plugin/core/core.h plugin/plugin.h \
 plugin/gcc.h include/halt/format.h include/halt/halt.h \
 include/halt/kinds.def include/halt/plugin.h include/halt/halt.h \
 recipes/recipe.h map/make.h
plugin/core/core.h:
plugin/plugin.h:
plugin/gcc.h:
include/halt/format.h:
include/halt/halt.h:
include/halt/kinds.def:
include/halt/plugin.h:
include/halt/halt.h:
recipes/recipe.h:
map/make.h:
