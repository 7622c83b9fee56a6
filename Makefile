# SPDX-License-Identifier: GPL-3.0-or-later
# HALT for GCC.  `make help' lists the targets.  `make' builds for the machine's gcc,
# `make CC=gcc-13' for another of its compilers, `make CC=TRIPLE-gcc-12' for a cross
# compiler into build/TRIPLE/; the plugin itself is always built by the host's
# HOSTCXX.  TARGET=aarch64 stands for such a compiler and installs it if need be, as others of
# OTHERS do; TARGET=ia64 for the one that toolchain-ia64 builds.

OTHERS   = aarch64 alpha riscv64
$(foreach m,$(OTHERS),$(eval CROSS_$(m) = $(m)-linux-gnu-gcc-12))
CROSS_ia64 = $(CACHE)/ia64-linux-gnu-gcc-12/bin/ia64-linux-gnu-gcc-12
CACHE    = $(or $(HALT_CACHE),$(or $(XDG_CACHE_HOME),$(HOME)/.cache)/halt)
TARGET   =
CC       = $(or $(CROSS_$(TARGET)),gcc)
AR      := $(shell $(CC) -print-prog-name=ar 2>/dev/null)
OPT      = -O2 -g
# V=1 shows the commands.
Q       := $(if $(V),,@)
WERROR   =
# SAN=address,undefined: the host's C rooms under sanitizers, in build/asan/.
SAN      =

TRIPLE  := $(shell $(CC) -dumpmachine 2>/dev/null)
# What builds for this machine: the compiler itself, and its g++, unless it is for another.
HOSTCC  := $(if $(filter-out $(shell gcc -dumpmachine 2>/dev/null || echo $(TRIPLE)),$(TRIPLE)),gcc,$(CC))
HOSTCXX := $(shell echo '$(HOSTCC)' | sed -E 's/gcc(-[0-9.]+)?( |$$)/g++\1\2/')
HOST    := $(shell $(HOSTCC) -dumpmachine 2>/dev/null)
POINTER := $(shell echo __SIZEOF_POINTER__ | $(CC) -E -P - 2>/dev/null)
# Two words: the size of a distance in a note, and its directive.
DISTANCE := $(shell printf '\043include "halt/format.h"\nHALT HALT_DISTANCE_BYTES HALT_DISTANCE_OP\n' | \
	   $(CC) -Iinclude -ffreestanding -E -P - 2>/dev/null | sed -n 's/^HALT //p')
PLUGDIR := $(shell $(CC) -print-file-name=plugin 2>/dev/null)
B       := build$(if $(filter-out $(HOST),$(TRIPLE)),/$(TRIPLE))
VERSION := 0.2

comma  := ,
# What is wrong with the compiler, if anything.
RELEASE := $(shell $(CC) -dumpfullversion 2>/dev/null)
GET_DEPS = make deps$(if $(filter-out gcc,$(CC)), CC='$(CC)')
WRONG   := $(strip $(or \
  $(if $(TRIPLE),,no compiler '$(CC)'; $(if $(filter ia64,$(TARGET)),make toolchain-ia64,$(GET_DEPS)) installs it), \
  $(if $(filter 12.% 13.% 14.% 15.% 16.%,$(RELEASE)),,HALT is for GCC 12 to 16$(comma) and '$(CC)' is $(or \
    $(RELEASE),none of them): make CC=gcc-N), \
  $(if $(wildcard $(PLUGDIR)/include/gcc-plugin.h),,'$(CC)' has no plugin headers here; $(GET_DEPS) installs them), \
  $(if $(shell command -v $(firstword $(HOSTCXX))),,no compiler '$(HOSTCXX)'$(comma) which compiles the plugin; \
    $(GET_DEPS) installs it)))
ifneq ($(filter all install install-plugin unit-tests,$(or $(MAKECMDGOALS),all)),)
$(if $(WRONG),$(error $(WRONG)))
endif

# The compiler that built what is there; see below.
BUILT_BY := $(B)/compiler

# Host programs.
H       := build$(if $(SAN),/asan)
SANFLAG  = $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=all)

# What a GCC target's own headers alone can tell, where it is not as plugin/other/ has
# it; the rest of plugin/ does not know which machine it is for.
MACHINE := $(firstword $(subst -, ,$(TRIPLE)))
FAMILY  := $(if $(filter x86_64 i386 i486 i586 i686,$(MACHINE)),x86,$(MACHINE))
FACTS   := $(wildcard plugin/$(FAMILY)/*.cc)

WARN    = -Wall -Wextra -Werror=switch -Wshadow -Wpointer-arith -Wwrite-strings \
	  $(if $(WERROR),-Werror)
CWARN   = $(WARN) -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
CSTD    = -std=c11 -D_GNU_SOURCE -Iinclude -I.
DEP     = -MMD -MP

# --- what is built --------------------------------------------------------

# For -m32: the kernel's headers are in one place for both.  libhalt.a for it is
# built where the 32-bit C library is installed.
KERNEL  := $(if $(filter x86_64,$(MACHINE)),-idirafter \
	   /usr/include/$(shell $(CC) -print-multiarch))
HAVE_32 := $(if $(KERNEL),$(shell \
	   printf '\043include <errno.h>\n\043include <pthread.h>\nint main (void) { return 0; }\n' | \
	   $(CC) -m32 $(KERNEL) -x c -o /dev/null - 2>/dev/null && echo yes))

# A machine that has no C library has what tests/freestanding/ knows of one.
BARE    := $(if $(TRIPLE),$(shell printf '\043include <stdio.h>\n' | \
	   $(CC) -x c -fsyntax-only - 2>/dev/null || \
	   echo -idirafter tests/freestanding/include))

RECIPES := $(wildcard recipes/*.c recipes/*/*.c)
# What both the plugin and ghalt have.
BOTH_C  := $(wildcard base/*.c blpp/*.c cover/*.c map/*.c)
# What reads ELF files.
ELF_C   := $(wildcard elf/*.c)
PLUG_CC := $(filter-out $(addsuffix /%,$(addprefix plugin/,x86 ia64 $(OTHERS))),\
	   $(wildcard plugin/*/*.cc)) $(FACTS)
# Where points are switched.
RUN_C   := $(filter-out runtime/unit_start.c runtime/record.c \
	   $(if $(BARE),runtime/ending.c runtime/live.c,runtime/alone.c runtime/not_live.c) \
	   $(if $(filter x86 $(OTHERS),$(FAMILY)),,runtime/switch.c),$(wildcard runtime/*.c))
# The words of the kinds that have a routine, each of which is an object of its own.
KINDS   := $(shell printf '\043define HALT_KIND(NAME, number, word, ...) word\n\043define \
	   HALT_INLINE_KIND(...)\n\043include "halt/kinds.def"\n' | \
	   $(HOSTCC) -Iinclude -E -P - 2>/dev/null)
# Those of machine code whose default routine has a summary.
KNOWN   := $(if $(filter x86_64 aarch64,$(MACHINE)),$(filter-out startup,$(shell printf '\043define \
	   HALT_KIND(NAME, number, word, ...) word\n\043define HALT_PATH_KIND(...)\n\043define \
	   HALT_INLINE_KIND(...)\n\043include "halt/kinds.def"\n' | $(HOSTCC) -Iinclude -E -P - 2>/dev/null)))
# ghalt: the library's, what shows numbers, the commands.
SUM_C   := $(wildcard summarize/*/*.c report/*.c report/*/*.c store/*.c ghalt/*.c ghalt/*/*.c)
# A process from outside.
LIVE_C  := $(wildcard live/*.c)
# What libghalt is of it.
GHALT_C := $(BOTH_C) $(ELF_C) $(filter-out live/attach.c,$(LIVE_C)) $(wildcard summarize/*/*.c)
# What `ghalt atom' is; atom/run/ is in the programs that it makes.
ATOM_C  := $(filter-out atom/run/% atom/inside.c,$(wildcard atom/*.c atom/*/*.c))
# ... and what of that is in the plugin.
INSIDE_C := $(wildcard atom/*/*opcodes.c atom/*/machine.c) $(addprefix atom/,after.c arguments.c calls.c \
	   common.c data.c frame.c inside.c machine.c navigate.c opcode.c place.c pot.c pour.c proto.c query.c \
	   reach.c replace.c unit.c ways.c xlate.c)
WRAP_C  := $(wildcard wrap/*.c)
# libarp; the events it may count are a library of their own.
ARP_C   := $(filter-out arp/run/events.c arp/run/create.c,$(wildcard arp/*.c arp/run/*.c))
# librecord: the runtime, but for its live profiles, and what records; where it can.
TRACE_C := $(wildcard record/run/*.c)
TRACED  := $(filter x86_64 aarch64 riscv64,$(MACHINE))
PLAY_C  := $(wildcard record/*.c)
TEST_C  := $(wildcard tests/unit/*.c)

# What is in users' programs is built once more in 32/, where there is -m32.
RUN_IN  := $(B) $(if $(HAVE_32),$(B)/32)
# One object serves ghalt, libghalt and the plugin for any target.
PLUG_O  := $(patsubst %.c,$(H:%/asan=%)/obj/%.o,$(RECIPES) $(BOTH_C) $(INSIDE_C)) \
	   $(PLUG_CC:%.cc=$(B)/obj/%.o)
RUN_N   := $(RUN_C:%.c=%.o) $(KINDS:%=runtime/record/%.o)
# In the archive alone; the one that is first stands in for the others.
KNOWN_O := $(if $(KNOWN),$(patsubst %,$(B)/run/runtime/known/%.o,none keep $(KNOWN:%=known_%)))
ARP_N   := $(ARP_C:%.c=%.o) runtime/say.o $(if $(BARE),runtime/alone.o,runtime/ending.o)
TRACE_N := $(filter-out runtime/live.o,$(RUN_C:%.c=%.o)) runtime/not_live.o $(TRACE_C:%.c=%.o) \
	   $(if $(filter x86_64,$(MACHINE)),,runtime/known/keep.o)
EVENTS_N := $(KINDS:%=arp/run/events/%.o)
SUM_O   := $(SUM_C:%.c=$(H)/obj/%.o)
WRAP_O  := $(patsubst %.c,$(H)/obj/%.o,$(WRAP_C) $(wildcard base/*.c))
BOTH_O  := $(patsubst %.c,$(H)/obj/%.o,$(BOTH_C) $(ELF_C) $(ATOM_C) $(ARP_C) runtime/say.c runtime/alone.c $(LIVE_C) $(PLAY_C) $(RECIPES))
GHALT_O := $(GHALT_C:%.c=$(H)/obj/%.o)
# Everything of ours that runs without GCC, for the unit tests.
CORE_O  := $(BOTH_O) \
	   $(filter-out $(H)/obj/ghalt/main.o,$(SUM_O))

GHALT_LIBS = -ldw -lelf
SUM_LIBS  = $(GHALT_LIBS) -ljansson -lzstd -lz -lprotobuf-nanopb -lsqlite3 -lncursesw -ltinfo -lm
TEST_LIBS = -lcunit $(SUM_LIBS) -lpthread

# The comments of phony targets are what `make help' prints.
.PHONY: all		# build the plugin, the library, ghalt, halt-gcc: the default
all: $(B)/halt.so $(RUN_IN:%=%/libhalt.a) $(H)/ghalt \
     $(if $(BARE),$(B)/freestanding/libc.a)
all: $(if $(SAN),,$(H)/libghalt.so $(H)/libghalt.a)

include install/install.mk

all: $(H)/halt-gcc $(foreach d,$(if $(BARE),,$(RUN_IN)),$(addprefix $(d)/,libhalt.so libarp.a libarp-events.a libarp.so))
all: $(if $(TRACED),$(B)/librecord.a)

# What the compiler builds is built again when that changes, as by an update.
$(BUILT_BY): FORCE
	@mkdir -p $(@D)
	@$(CC) -v 2>&1 | sed '/^COLLECT_GCC=/d' >$@.new; cmp -s $@.new $@ && rm $@.new || mv $@.new $@

$(B)/halt.so: $(PLUG_O) plugin/exports.map
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCXX) $(LDFLAGS) -shared -Wl,--version-script=plugin/exports.map -o $@ $(PLUG_O) -lzstd

# What programs are linked with: those in folder $(1), of what is in its run/.  A shared one
# serves a program and its shared objects together, and stays when one that needs it is
# unloaded.  libhalt's start-up code tells readers where the notes were.
define libraries
$(1)/libhalt.a: $(RUN_N:%=$(1)/run/%)
$(1)/libarp.a: $(ARP_N:%=$(1)/run/%) $(1)/run/arp/run/create.o
$(1)/libarp-events.a: $(EVENTS_N:%=$(1)/run/%)
$(1)/librecord.a: $(TRACE_N:%=$(1)/run/%)
$(1)/$(SONAME): $(RUN_N:%=$(1)/run/%) $(B)/unit_start$(2).s
$(1)/$(ARP_SONAME): $(ARP_N:%=$(1)/run/%) $(1)/run/arp/run/create-shared.o

$(addprefix $(1)/,libhalt.a libarp.a libarp-events.a librecord.a):
	$$(if $$(V),,@echo '  $$@')
	$$(Q)rm -f $$@
	$$(Q)$$(AR) rcs $$@ $$^

$(addprefix $(1)/,$(SONAME) $(ARP_SONAME)):
	$$(if $$(V),,@echo '  $$@')
	$$(Q)$$(CC) $$(MODE) $$(LDFLAGS) -shared -Wl,-z,defs,-z,nodelete,-z,noexecstack,-soname,$$(@F) -o $$@ $$^ $$(WITH)

$(1)/run/%.o: %.c Makefile $$(BUILT_BY)
	$$(compile_run)

# One source for several.
$(1)/run/arp/run/create-shared.o: MORE = -DARP_SHARED
$(1)/run/arp/run/create-shared.o: arp/run/create.c Makefile $$(BUILT_BY)
	$$(compile_run)
$(addprefix $(1)/run/,runtime/record/% arp/run/events/%): MORE = -D'HALT_ONLY_$$(*F)(x)=,x'
$(KINDS:%=$(1)/run/runtime/record/%.o): runtime/record.c Makefile $$(BUILT_BY)
	$$(compile_run)
$(KINDS:%=$(1)/run/arp/run/events/%.o): arp/run/events.c Makefile $$(BUILT_BY)
	$$(compile_run)
endef

define compile_run
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(CC) $(MODE) $(CSTD) $(CWARN) $(OPT) -fPIC $(BARE) $(DEP) $(MORE) -c -o $@ $<
endef

$(eval $(call libraries,$(B)))
$(eval $(call libraries,$(B)/32,32))
$(B)/libhalt.a: $(KNOWN_O)
$(B)/32/%: MODE = -m32 $(KERNEL)
# It has zstd where the target does.
$(B)/$(ARP_SONAME): WITH = $(if $(filter $(HOST),$(TRIPLE)),-Wl$(comma)--no-as-needed -lzstd)

# The library that ghalt is written on, for other programs.  The archive is one
# object, so that what is only its own has no names outside.
$(H)/$(GHALT_SONAME): $(GHALT_O) summarize/library/exports.map
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(LDFLAGS) -shared -Wl,-z,defs,-soname,$(GHALT_SONAME) \
	  -Wl,--version-script=summarize/library/exports.map -o $@ $(GHALT_O) $(GHALT_LIBS)

$(H)/libghalt.so: $(H)/$(GHALT_SONAME)
	$(Q)ln -sf $(GHALT_SONAME) $@

$(H)/libghalt.a: $(GHALT_O)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) -r -nostdlib -o $(H)/obj/ghalt.o $(GHALT_O)
	$(Q)$(shell $(HOSTCC) -print-prog-name=objcopy) --wildcard --keep-global-symbol='ghalt_*' \
	  --keep-global-symbol=halt_where --keep-global-symbol=halt_key $(H)/obj/ghalt.o
	$(Q)rm -f $@
	$(Q)$(shell $(HOSTCC) -print-prog-name=ar) rcs $@ $(H)/obj/ghalt.o

# What uses no vectors, where the compiler can be told so.
GENERAL := $(if $(filter x86_64 aarch64,$(MACHINE)),-mgeneral-regs-only)
# Pots may have copies of these routines, if the plugin has seen them.
$(B)/run/record/run/hot.o: $(B)/halt.so
$(B)/run/record/run/hot.o: MORE = -fplugin=$(B)/halt.so -O1 -fPIE -fno-reorder-blocks-and-partition \
	  $(if $(filter x86_64,$(MACHINE)),-mpreferred-stack-boundary=3 -fno-optimize-sibling-calls) \
	  $(if $(filter aarch64,$(MACHINE)),-mno-outline-atomics) \
	  $(GENERAL)

# What -larp and -lhalt find first.
%/libarp.so: %/$(ARP_SONAME)
	$(Q)ln -sf $(<F) $@
%/libhalt.so: %/$(SONAME)
	$(Q)ln -sf $(<F) $@

$(H)/halt-gcc: $(WRAP_O)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(SANFLAG) $(LDFLAGS) -o $@ $^

$(H)/obj/store/postgres.o: WHERE = -idirafter /usr/include/postgresql

# Newer Debian has nanopb's headers in a folder of their own.
$(H)/obj/report/exchange/pprof.o: WHERE = -idirafter /usr/include/nanopb

# Where it finds the library, from where it is itself.
$(H)/obj/wrap/plugin.o: WHERE = -DHALT_LIB='"$(call from_bin,$(LIBDIR))"' \
	  -DHALT_LIB32='"$(call from_bin,$(LIB32DIR))"' -DHALT_HOST='"$(HOST)"'
$(H)/obj/wrap/plugin.o: $(H)/wrap-paths
$(H)/wrap-paths: FORCE
	@mkdir -p $(@D)
	@echo '$(call from_bin,$(LIBDIR)) $(call from_bin,$(LIB32DIR))' | cmp -s - $@ || \
	  echo '$(call from_bin,$(LIBDIR)) $(call from_bin,$(LIB32DIR))' >$@

# They have these in them.
$(H)/obj/report/html/website.o: $(wildcard html/*.html html/*.js html/*.css html/vendor/*) \
	  $(H)/html/layout-library.js
$(H)/obj/report/html/website.o: WHERE = -DHALT_HTML='"$(H)/html"'
$(H)/obj/atom/analysis.o: $(wildcard atom/run/*.c atom/run/*/*.s runtime/*/start.s)

# What places the boxes of flow graphs in a browser: dagre, as Debian's node-dagre-layout has
# it, with the two libraries in it and the licences of all three.  Empty without that.
DAGRE   := /usr/share/nodejs/dagre/dist/dagre.min.js
$(H)/html/layout-library.js: FORCE
	@mkdir -p $(@D)
	@( echo '/*! dagre, with graphlib and lodash' && \
	  for p in dagre-layout graphlibrary lodash; do \
	    echo && echo "$$p:" && sed 's,\*/,* /,g' /usr/share/doc/node-$$p/copyright || exit; done && \
	  echo '*/' && cat $(DAGRE) ) >$@.new 2>/dev/null || : >$@.new
	@cmp -s $@.new $@ && rm $@.new || { \
	  [ -s $@.new ] || echo '  flow graphs without a picture: no node-dagre-layout here'; mv $@.new $@; }

$(H)/ghalt: $(SUM_O) $(BOTH_O) atom/exports.list
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(SANFLAG) $(LDFLAGS) -Wl,--dynamic-list=atom/exports.list -o $@ \
	  $(filter %.o,$^) $(SUM_LIBS)

# GCC's headers are half of the work, so they are compiled once for each target, and
# included by the command: from inside another header GCC would read them again, as it
# does where other options make them another's.  PCH= goes without, as ccache has to.
PCH := $(if $(findstring ccache,$(HOSTCXX)),,$(B)/pch/plugin/gcc.h.gch)
PLUGIN_CXX = $(HOSTCXX) -std=gnu++17 -isystem $(PLUGDIR)/include -Iinclude -I. -I$(B) \
	  $(WARN) -Wno-unused-parameter $(OPT) -fPIC -fno-rtti -fno-exceptions \
	  -DHALT_MACHINE='"$(MACHINE)"' -DHALT_VERSION='"$(VERSION)"' \
	  -DHALT_POINTER_BYTES=$(POINTER) -DHALT_TARGET_DISTANCE=$(word 1,$(DISTANCE)) -DHALT_TARGET_DISTANCE_OP='$(word 2,$(DISTANCE))' $(DEP)

$(B)/obj/%.o: %.cc $(PCH) Makefile $(BUILT_BY)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(PLUGIN_CXX) $(PCH:%.gch=-include %) -c -o $@ $<

$(B)/pch/plugin/gcc.h.gch: plugin/gcc.h Makefile $(BUILT_BY)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)echo '#include "plugin/gcc.h"' >$(@:.gch=)
	$(Q)$(PLUGIN_CXX) -x c++-header -o $@ $<

# The start-up code that every instrumented unit carries: compiled by the
# target's compiler, put into one COMDAT group, kept in the plugin as text.
# With -fPIC a PowerPC of 32 bits would have one table of addresses for both in a unit.
START_CFLAGS = -O2 $(if $(filter powerpc,$(MACHINE)),-fpic,-fPIC) -fvisibility=hidden -g0 -ffreestanding -fno-ident \
	  -fno-stack-protector $(if $(filter aarch64,$(MACHINE)),-mbranch-protection=bti)
# AArch64's begins as what is jumped to has to if the unit is compiled so; the note that claims
# that for all of it is the unit's own.  A note tells it from other constructors: HALT_NOTE_START.  It stands in the text, though
# the symbol may be that of a descriptor.
START_MARK = -e 's/^($(if $(filter powerpc64,$(MACHINE)),\.L\.)__halt_start:)/\t.balign\t4\n\t.4byte\t0,0,0,5,0,10\n\t.ascii\t"HALT"\n\t.4byte\t0\n\1/'
# Options of the assembler that hold for this text alone.
START_OPTIONS = -e '/^\t\.(attribute|a?eabi_attribute|aeabi_subsection|fpu|arch|cpu|module|abicalls|gnu_attribute)/d' \
	  $(if $(filter riscv%,$(MACHINE)),-e '1i\\t.option push' -e '$$a\\t.option pop')
# $(1): options; $(2): further text for that machine.
define start_code
	$(CC) $(CSTD) $(CWARN) $(START_CFLAGS) $(BARE) $(1) -S -o - $< | sed '/\.note\.gnu\.property/,$$d' | cat - $(2) | \
	sed -E -e 's/^(\t\.section\t)"?(\.(text|data)\.halt_start)\>.*/\1\2,"a\3G",%progbits,__halt_start,comdat/' \
	  -e 's/,"atextG"/,"axG"/;s/,"adataG"/,"awG"/' \
	  -e 's/^(\t\.section\t)"?(\.(init|fini)_array\.[0-9]+)\>.*/\1\2,"awG",%\3_array,__halt_start,comdat/' \
	  -e 's/([.$$])L([A-Z]*[0-9])/\1Lhalt_start_\2/g' -e 's/(![a-z_]+!)([0-9])/\17777777\2/g' \
	  -e 's/__(x86\.|sparc_)get_pc_thunk\./__halt_pc_thunk_/g' \
	  $(if $(filter ia64,$(FAMILY)),,$(START_MARK)) $(START_OPTIONS) \
	  -e '/^\t\.(file|ident)/d' -e '/note.GNU-stack/d' >$@
endef

START_DEP = runtime/unit_start.c runtime/units.h include/halt/format.h Makefile $(BUILT_BY)

$(B)/unit_start.s: $(START_DEP) $(wildcard runtime/$(MACHINE)/start.s)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(call start_code,,$(wildcard runtime/$(MACHINE)/start.s))

# The same for -m32, where there is that.  The C library's 32-bit headers may
# not be installed; one that says nothing is all that is missing.
$(B)/unit_start32.s: $(START_DEP) $(if $(filter x86,$(FAMILY)),runtime/i386/start.s)
	@mkdir -p $(B)/headers/gnu
	$(if $(V),,@echo '  $@')
	$(Q)$(if $(filter x86,$(FAMILY)),touch $(B)/headers/gnu/stubs-32.h)
	$(Q)$(if $(filter x86,$(FAMILY)),$(call start_code,-m32 $(KERNEL) \
	  -idirafter $(B)/headers,runtime/i386/start.s),>$@)

# What units with count=thread carry besides.
$(B)/unit_thread.s: $(wildcard runtime/$(MACHINE)/thread.s) Makefile $(BUILT_BY)
	@mkdir -p $(@D)
	$(Q)cat $(filter %.s,$^) /dev/null >$@

$(B)/unit_thread32.s: $(if $(filter x86,$(FAMILY)),runtime/i386/thread.s) Makefile $(BUILT_BY)
	@mkdir -p $(@D)
	$(Q)cat $(filter %.s,$^) /dev/null >$@

$(B)/%.inc: $(B)/%.s
	$(if $(V),,@echo '  $@')
	$(Q)sed -e 's/[\\"]/\\&/g' -e 's/^/"/' -e 's/$$/\\n"/' $< >$@
	$(Q)test -s $@ || echo '""' >$@

$(B)/obj/plugin/core/write.o: $(B)/unit_start.inc $(B)/unit_start32.inc
$(B)/obj/plugin/count/thread.o: $(B)/unit_thread.inc $(B)/unit_thread32.inc

# It is called before vectors are saved.
$(B)/run/runtime/known/keep.o: MORE = $(GENERAL)
# What is added by a function that is called is not known.
$(KNOWN:%=$(B)/run/runtime/known/known_%.o): ADDS = $(if $(filter aarch64,$(MACHINE)),-mno-outline-atomics)

# Pots may rely on what these change, if the plugin has seen them.  All that is loaded is
# of a group, and what is weak in others is not.
$(KNOWN:%=$(B)/run/runtime/known/known_%.o): $(B)/run/runtime/known/known_%.o: runtime/known/record.c \
		Makefile $(BUILT_BY) $(B)/halt.so
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(CC) $(CSTD) $(CWARN) $(OPT) $(DEP) -fplugin=$(B)/halt.so -O2 -g0 -fPIE \
	  $(GENERAL) $(ADDS) -fno-reorder-blocks-and-partition -D'HALT_ONLY_$*(x)=,x' -MT $@ -S -o $(@:o=s) $<
	$(Q)sed -E -i -e 's/^\t\.text$$/\t.section\t.text.halt_known,"ax",@progbits/' \
	  -e 's/^(\t\.section\t[^,]*,"aw?x?)"(,[@%]progbits)?/\1G",@progbits,halt_known_$*,comdat/' \
	  -e 's/^\t\.weak\t/\t.globl\t/' $(@:o=s)
	$(Q)$(CC) -c -o $@ $(@:o=s)

$(B)/freestanding/libc.a: $(wildcard tests/freestanding/* \
			  tests/freestanding/include/*.h tests/freestanding/include/sys/*.h)
	$(if $(V),,@echo '  $@')
	$(Q)CC='$(CC)' tests/freestanding/make $(@D)

$(H)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(CSTD) $(CWARN) $(OPT) -fPIC -fno-semantic-interposition $(SANFLAG) $(DEP) $(WHERE) \
	  -DHALT_VERSION='"$(VERSION)"' -c -o $@ $<

$(H)/tests/unit/%: $(H)/obj/tests/unit/%.o $(CORE_O)
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(SANFLAG) $(TESTWRAP) -o $@ $^ $(TEST_LIBS)

# Those that let memory run out (tests/unit/no_memory.h).
$(addprefix $(H)/tests/unit/,base ghalt map $(addprefix summarize_,elf command flow kinds paths)): \
  TESTWRAP = $(patsubst %,-Wl$(comma)--wrap=%,malloc calloc realloc reallocarray)
$(H)/tests/unit/runtime $(H)/tests/unit/runtime_process: $(H)/obj/tests/runtime/harness.o
# Its program has no file.
$(H)/tests/unit/atom_interface: TESTWRAP = -Wl,--wrap=pc_need,--wrap=obj_defining
$(H)/tests/unit/blpp: $(patsubst %.c,$(H)/obj/%.o,$(wildcard tests/graphs/*.c))

# The oracle of tests/events, and where that puts the global offset table.
$(B)/tests/events: $(wildcard tests/steppers/events/*.[ch]) Makefile
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) -std=gnu11 -D_GNU_SOURCE -DGOT_START=0x2000000 -DGOT_END=0x2200000 \
	  $(CWARN) -O2 -o $@ $(filter %.c,$^) -lcapstone

# tests/fuzz/run makes their seeds and runs them.
FUZZCC   = clang-14
F       := build/fuzz
# Files of the runtime have attributes that only GCC knows.
FUZZFLAG = -O1 -g -Wno-unknown-attributes -Wno-unknown-pragmas -fsanitize=address,undefined -fno-sanitize-recover=all
FUZZ_C  := $(wildcard tests/fuzz/fuzz_*.c)
FUZZ_O  := $(filter-out $(F)/obj/ghalt/main.o,$(SUM_C:%.c=$(F)/obj/%.o)) \
	   $(patsubst %.c,$(F)/obj/%.o,$(BOTH_C) $(ELF_C) $(ATOM_C) $(ARP_C) runtime/say.c runtime/alone.c $(LIVE_C) $(PLAY_C) $(RECIPES)) \
	   $(patsubst %.c,$(F)/obj/%.o,$(wildcard tests/graphs/*.c)) \
	   $(F)/obj/tests/fuzz/mutate.o $(F)/obj/tests/fuzz/seal.o \
	   $(F)/obj/tests/fuzz/files.o

.PHONY: fuzz		# build what libFuzzer runs: what ghalt reads, under sanitizers
fuzz: $(FUZZ_C:tests/fuzz/fuzz_%.c=$(F)/%) $(H)/tests/unit/blpp_read

# As above.
$(F)/obj/report/exchange/pprof.o: WHERE = -idirafter /usr/include/nanopb
$(F)/obj/store/postgres.o: WHERE = -idirafter /usr/include/postgresql
$(F)/obj/report/html/website.o: $(H)/html/layout-library.js
$(F)/obj/report/html/website.o: WHERE = -DHALT_HTML='"$(H)/html"'

$(F)/obj/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(FUZZCC) $(CSTD) $(WARN) $(FUZZFLAG) -fsanitize=fuzzer-no-link $(DEP) $(WHERE) \
	  -DHALT_VERSION='"$(VERSION)"' -c -o $@ $<

$(F)/%: $(F)/obj/tests/fuzz/fuzz_%.o $(FUZZ_O)
	$(if $(V),,@echo '  $@')
	$(Q)$(FUZZCC) $(FUZZFLAG) -fsanitize=fuzzer -o $@ $^ $(SUM_LIBS)

# Random programs for tests/twins, which calls them by their names, and the
# twins that libgccjit makes of them.
$(B)/tests/twins: $(wildcard tests/twins.d/*.[ch]) $(filter-out $(H)/obj/ghalt/main.o,$(SUM_O)) \
		  $(BOTH_O) Makefile
	@mkdir -p $(@D)
	$(if $(V),,@echo '  $@')
	$(Q)$(HOSTCC) $(CSTD) $(CWARN) -O2 $(SANFLAG) -rdynamic -o $@ $(filter %.c %.o,$^) \
	  $(SUM_LIBS) -lgccjit

# --- what is run ----------------------------------------------------------

.SECONDARY:

.PHONY: help		# print this
help:
	@sed -n 's/^\.PHONY: \([^\t]*\)\t*# */  \1\t/p' Makefile install/install.mk | expand -t 20
	@echo 'V=1 shows commands, WERROR=1 is strict; for TARGET, CC, PREFIX see README.md.'

# The packages are those for the compiler of this machine.
DEPS = CC='$(HOSTCC)' tests/deps
# The first make installs what is missing, the second sees it, and takes all
# processors unless it was told how many.
AGAIN = --no-print-directory $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))

.PHONY: demo		# profile bzip2 compressing a real file; TARGET=aarch64: in an emulator
demo:
	@$(DEPS) build demo $(TARGET)
	@$(MAKE) $(AGAIN) all
	@CC=$(CC) tests/demo

# TESTS: patterns of tests/run, instead of all tests of make check.
.PHONY: check		# the tests, some minutes
.PHONY: check-all	# every test, and what takes hours or needs root
check check-all:
	@$(DEPS) build demo check $(if $(filter check-all,$@),rest $(OTHERS))
	@for m in "musl i386" "musl aarch64" "musl riscv64" $(if $(filter check-all,$@),"diet alpha"); do tests/toolchain/$$m >/dev/null || \
	  echo "what needs the C library of analyses for $$m is skipped"; done & \
	  $(MAKE) $(AGAIN) WERROR=1 all unit-tests $(if $(filter check-all,$@),fuzz); \
	  made=$$?; wait; exit $$made
	@for m in $(OTHERS); do ! command -v $$m-linux-gnu-gcc-12 >/dev/null || \
	  $(MAKE) $(AGAIN) WERROR=1 TARGET=$$m all || exit; done
	@! tests/toolchain/ia64 -n >/dev/null || \
	  $(MAKE) $(AGAIN) WERROR=1 TARGET=ia64 all
	@tests/run $(if $(filter check-all,$@),--all) $(TESTS)
	$(if $(filter check-all,$@),@tests/versions || \
	  { [ $$? -eq 2 ] && echo "other versions of GCC were not tried"; })
	$(if $(filter check-all,$@),@HALT_TIMEOUT=600 tests/processor Nehalem tests/run $(shell \
	  grep -lE -e 'march=(x86-64-v|native)|-mavx|cpu_(runs|has)' tests/cases/*.t | \
	  sed 's|.*/\(.*\)\.t|case/\1|') || \
	  { [ $$? -eq 2 ] && echo "a processor without AVX and BMI was not tried"; })
	$(if $(filter check-all,$@),@tests/debian || \
	  { [ $$? -eq 2 ] && echo "the Debian packages were not tried"; })

.PHONY: quick		# build, and run the tests that what is not committed touches; SINCE=main
quick:
	$(eval touched := $(shell tests/touched $(SINCE)))
	@[ -n "$(touched)" ]
	@$(MAKE) $(AGAIN) WERROR=1 all $(foreach \
	  t,$(patsubst =unit/%,%,$(touched)),$(filter %/unit/$(t),$(TEST_C:%.c=$(H)/%)))
	@for t in $(foreach t,$(OTHERS) ia64,$(if $(findstring $(t)-,$(touched)),$(t))); do \
	  $(MAKE) $(AGAIN) WERROR=1 TARGET=$$t all || exit; done
	@tests/run $(touched)

.PHONY: versions	# the plugin for every version of GCC, in a chroot; for root
versions:
	@$(DEPS) build check
	@tests/versions $(VERSIONS)

# RUN_IA64: a command that runs a static program for Linux on IA-64, a
# simulator's.  Without it programs are compiled, assembled and linked.
export RUN_IA64
.PHONY: check-ia64	# every test for IA-64
check-ia64: toolchain-ia64
	@$(DEPS) build check
	@$(MAKE) $(AGAIN) WERROR=1 all unit-tests
	@$(MAKE) $(AGAIN) WERROR=1 TARGET=ia64 all
	@tests/run --all 'ia64/*' unit/recipes

.PHONY: toolchain-ia64	# the cross compiler for IA-64, which no package has: some minutes
toolchain-ia64:
	@$(DEPS) build ia64
	@tests/toolchain/ia64

.PHONY: bench		# what instrumentation costs: real programs, a table, the goals
bench:
	@$(DEPS) build demo bench
	@$(MAKE) $(AGAIN) all
	@tests/bench
	@tests/bench-atom
	@tests/bench-start
	@tests/bench-compile

.PHONY: bench-cover	# coverage beside gcov, gcovr and clang: real programs, what differs
bench-cover:
	@$(DEPS) build demo bench
	@$(MAKE) $(AGAIN) all
	@tests/bench-cover

.PHONY: unit-tests	# build the tests that are programs
unit-tests: $(TEST_C:%.c=$(H)/%) $(if $(filter x86_64-%,$(HOST)),$(B)/tests/events) \
	    $(if $(SAN),,$(B)/tests/twins)

.PHONY: check-asan	# unit tests and cases, or the ASAN_TESTS, under sanitizers
check-asan:
	@$(DEPS) build check
	@$(MAKE) $(AGAIN) WERROR=1 all
	@$(MAKE) $(AGAIN) WERROR=1 SAN=address,undefined build/asan/ghalt unit-tests
	@HALT_ASAN=1 tests/run $(or $(ASAN_TESTS),'unit/*' 'case/*')

.PHONY: layers		# who includes whom
layers:
	@tests/tree/layers

.PHONY: state		# how many variables of files and functions outlive a call, by room
state:
	@tests/tree/state $(if $(V),-v)

.PHONY: lines		# how many lines each room has; SINCE=COMMIT: had then
lines:
	@tests/tools/lines $(SINCE)

.PHONY: figures		# which figures in docs/ are older than the code they are about
figures:
	@tests/tools/figures

.PHONY: format		# lay the code out
format:
	@tests/format --write

.PHONY: pictures	# make the pictures in docs/ again
pictures: all
	@tests/pictures --write

.PHONY: deps		# install the packages that all this needs; for root
deps:
	@$(if $(findstring -gcc-,$(CC)),CC=gcc CROSS='$(CC)' tests/deps,$(DEPS)) build demo check rest $(OTHERS)

.PHONY: clean		# remove build/
clean:
	rm -rf build

-include $(shell find build -path build/bench -prune -o -name '*.d' -type f -print 2>/dev/null)
