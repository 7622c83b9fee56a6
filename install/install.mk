# SPDX-License-Identifier: GPL-3.0-or-later
# make install, uninstall: what goes where.  One row a file; both read it.
#
#   PREFIX, DESTDIR      as everywhere
#   LIBDIR LIB32DIR BINDIR INCLUDEDIR DATADIR MANDIR PYTHONDIR
#   PLUGINDIR            where $(CC) looks for -fplugin=NAME
#
# install-plugin and uninstall-plugin are for a second version of GCC, which
# shares the rest:  make install-plugin CC=gcc-13 B=build/gcc-13

PREFIX   = /usr/local
DESTDIR  =
# lib, or lib64 where GCC has that; a cross compiler's are in a folder of its own.
LIBDIR  := $(PREFIX)/lib
LIB32DIR = $(PREFIX)/lib32
ifneq ($(TRIPLE),$(HOST))
LIBDIR  := $(PREFIX)/$(TRIPLE)/lib
else ifeq ($(notdir $(shell $(CC) -print-multi-os-directory 2>/dev/null)),lib64)
LIBDIR  := $(PREFIX)/lib64
LIB32DIR = $(PREFIX)/lib
endif
# Of what runs here, whatever the compiler compiles for.
HOSTLIBDIR = $(if $(filter-out $(HOST),$(TRIPLE)),$(PREFIX)/lib,$(LIBDIR))
BINDIR   = $(PREFIX)/bin
# Where python3 looks below /usr; elsewhere it needs a PYTHONPATH.
PYTHONDIR = $(PREFIX)/lib/python3/dist-packages
INCLUDEDIR = $(PREFIX)/include
DATADIR  = $(PREFIX)/share
MANDIR   = $(DATADIR)/man
PLUGINDIR = $(PLUGDIR)
SONAME   = libhalt.so.0
ARP_SONAME = libarp.so.0
GHALT_SONAME = libghalt.so.0
INSTALL  = install

DOCDIR   = $(DATADIR)/doc/ghalt
CMAKEDIR = $(LIBDIR)/cmake/HALT
# The version in the plugin folder's name, by which halt.pc finds the others'.
GCC_NAME = $(notdir $(patsubst %/,%,$(dir $(PLUGINDIR))))

# mode, file, where it goes.
define plugin_rows
644 $(B)/halt.so $(PLUGINDIR)/halt.so

endef

define rows
755 $(H)/ghalt $(BINDIR)/ghalt
755 $(H)/halt-gcc $(BINDIR)/halt-gcc
644 $(B)/libhalt.a $(LIBDIR)/libhalt.a
644 $(B)/$(SONAME) $(LIBDIR)/$(SONAME)
$(if $(TRACED),644 $(B)/librecord.a $(LIBDIR)/librecord.a)
644 $(B)/libarp.a $(LIBDIR)/libarp.a
644 $(B)/libarp-events.a $(LIBDIR)/libarp-events.a
644 $(B)/$(ARP_SONAME) $(LIBDIR)/$(ARP_SONAME)
644 include/atomium_rp.h $(INCLUDEDIR)/atomium_rp.h
644 $(H)/libghalt.a $(HOSTLIBDIR)/libghalt.a
644 $(H)/$(GHALT_SONAME) $(HOSTLIBDIR)/$(GHALT_SONAME)
644 include/ghalt.h $(INCLUDEDIR)/ghalt.h
$(foreach f,$(notdir $(wildcard python/halt/*.py)) py.typed,644 python/halt/$(f) $(PYTHONDIR)/halt/$(f)
)
$(foreach f,$(wildcard python/examples/*),644 $(f) $(DOCDIR)/python/$(notdir $(f))
)
644 $(B)/install/ghalt.pc $(HOSTLIBDIR)/pkgconfig/ghalt.pc
644 $(B)/install/halt.pc $(LIBDIR)/pkgconfig/halt.pc
644 $(B)/install/HALTConfig.cmake $(CMAKEDIR)/HALTConfig.cmake
644 $(B)/install/HALTConfigVersion.cmake $(CMAKEDIR)/HALTConfigVersion.cmake
$(if $(HAVE_32),644 $(B)/32/libhalt.a $(LIB32DIR)/libhalt.a)
$(if $(HAVE_32),644 $(B)/32/$(SONAME) $(LIB32DIR)/$(SONAME))
$(foreach f,$(if $(HAVE_32),libarp.a libarp-events.a $(ARP_SONAME)),644 $(B)/32/$(f) $(LIB32DIR)/$(f)
)
$(foreach f,$(wildcard include/cmplrs/* include/halt/*),644 $(f) $(INCLUDEDIR)/$(f:include/%=%)
)
$(foreach f,$(wildcard docs/*.[157]),644 $(f) $(MANDIR)/man$(subst .,,$(suffix $(f)))/$(notdir $(f))
)
644 install/ghalt.bash $(DATADIR)/bash-completion/completions/ghalt
$(foreach f,README.md NEWS.md $(wildcard docs/*.md docs/*.svg docs/*.png),644 $(f) $(DOCDIR)/$(notdir $(f))
)
$(foreach f,$(wildcard LICENSES/*),644 $(f) $(DOCDIR)/LICENSES/$(notdir $(f))
)
$(foreach f,$(wildcard docs/schema/*),644 $(f) $(DOCDIR)/schema/$(notdir $(f))
)
$(foreach f,$(wildcard docs/examples/*),644 $(f) $(DOCDIR)/examples/$(notdir $(f))
)
$(foreach f,$(wildcard tools/atom/*),$(if $(filter %.sh,$(f)),755,644) $(f) $(DOCDIR)/tools/atom/$(notdir $(f))
)

endef

# link, what it points to.
define links
$(BINDIR)/halt-g++ halt-gcc
$(BINDIR)/halt-gcc-ar halt-gcc
$(BINDIR)/halt-gcc-nm halt-gcc
$(BINDIR)/halt-gcc-ranlib halt-gcc
$(foreach n,gcc g++,$(DATADIR)/bash-completion/completions/halt-$(n) ghalt
)
$(LIBDIR)/libhalt.so $(SONAME)
$(LIBDIR)/libarp.so $(ARP_SONAME)
$(HOSTLIBDIR)/libghalt.so $(GHALT_SONAME)
$(if $(HAVE_32),$(LIB32DIR)/libhalt.so $(SONAME))
$(if $(HAVE_32),$(LIB32DIR)/libarp.so $(ARP_SONAME))
$(foreach n,g++ gcc-ar gcc-nm gcc-ranlib,$(MANDIR)/man1/halt-$(n).1 halt-gcc.1
)

endef

# What make has of it is words, and what is installed says where it is.
define check_folder
$(if $(or $(word 2,$($(1))),$(filter-out /%,$(or $($(1)),none))),$(error \
  $(1) is '$($(1))'; it must be a path from / on, without blanks))
endef
ifneq ($(filter install uninstall install-plugin uninstall-plugin,$(MAKECMDGOALS)),)
$(if $(TRIPLE),,$(error no compiler '$(CC)'))
$(foreach v,PLUGINDIR $(if $(filter install uninstall,$(MAKECMDGOALS)), \
  $(if $(PREFIX),PREFIX) BINDIR LIBDIR LIB32DIR INCLUDEDIR DATADIR MANDIR PYTHONDIR),$(call check_folder,$(v)))
endif
# A folder as seen from the programs'.
from_bin = $(shell realpath -ms --relative-to=$(BINDIR) $(1))

# Folders that are nobody else's, inner ones first.
OWN_DIRS = $(INCLUDEDIR)/halt $(CMAKEDIR) $(DOCDIR)/LICENSES $(DOCDIR)/schema $(DOCDIR)/examples $(DOCDIR)/tools/atom $(DOCDIR)/tools $(DOCDIR)/python $(PYTHONDIR)/halt/__pycache__ $(PYTHONDIR)/halt \
  $(DOCDIR)

# Theirs who build, who can then remove what root leaves in it.
all: | $(B)/install
$(B)/install:
	@mkdir -p $@

# Written anew only if it changes: another make may be reading it.
$(B)/install/%: install/%.in FORCE
	@mkdir -p $(@D)
	$(Q)sed -e 's|@PREFIX@|$(PREFIX)|g' -e 's|@LIBDIR@|$(LIBDIR)|g' -e 's|@HOSTLIBDIR@|$(HOSTLIBDIR)|g' \
	  -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|g' -e 's|@VERSION@|$(VERSION)|g' \
	  -e 's|@GCC@|$(GCC_NAME)|g' \
	  -e 's|@PLUGINDIR@|$(patsubst %/$(GCC_NAME)/plugin,%/$${gcc}/plugin,$(PLUGINDIR))|g' \
	  -e "s|@INCLUDE@|$$(realpath -ms --relative-to=$(CMAKEDIR) $(INCLUDEDIR))|g" \
	  -e "s|@LIB32@|$$(realpath -ms --relative-to=$(CMAKEDIR) $(LIB32DIR))|g" \
	  $< >$@.$$$$ && \
	  if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi

# Rows come to the shell in its environment.
install uninstall: export ROWS = $(rows)
install uninstall: export LINKS = $(links)
install-plugin uninstall-plugin: export PLUGIN_ROWS = $(plugin_rows)

# $(1): the variable.
install_rows = printf '%s\n' "$$$(1)" | while read -r mode file to; do \
	  [ -z "$$to" ] || $(INSTALL) -D -m $$mode "$$file" "$(DESTDIR)$$to" || exit; done
uninstall_rows = printf '%s\n' "$$$(1)" | while read -r mode file to; do \
	  [ -z "$$to" ] || rm -f "$(DESTDIR)$$to" || exit; done

.PHONY: FORCE
.PHONY: install-plugin	# only the plugin, for a second GCC
install-plugin: $(B)/halt.so
	$(Q)$(call install_rows,PLUGIN_ROWS)

.PHONY: install		# to PREFIX=/usr/local, below DESTDIR=
install: all install-plugin \
	 $(patsubst %,$(B)/install/%,halt.pc ghalt.pc HALTConfig.cmake HALTConfigVersion.cmake)
	$(Q)$(call install_rows,ROWS)
	$(Q)printf '%s\n' "$$LINKS" | while read -r link to; do \
	  [ -z "$$to" ] || ln -sf "$$to" "$(DESTDIR)$$link" || exit; done
	$(Q)[ -n "$(DESTDIR)" ] || [ "$$(id -u)" != 0 ] || { \
	  PATH=$$PATH:/usr/sbin:/sbin; \
	  ! command -v ldconfig >/dev/null || ldconfig; }

.PHONY: uninstall-plugin	# take that away again
uninstall-plugin:
	$(Q)$(call uninstall_rows,PLUGIN_ROWS)

.PHONY: uninstall	# take everything away again
uninstall: uninstall-plugin
	$(Q)$(call uninstall_rows,ROWS)
	$(Q)rm -f $(DESTDIR)$(PYTHONDIR)/halt/__pycache__/*.pyc
	$(Q)printf '%s\n' "$$LINKS" | while read -r link to; do \
	  [ -z "$$to" ] || rm -f "$(DESTDIR)$$link" || exit; done
	$(Q)for dir in $(OWN_DIRS); do \
	  [ ! -d "$(DESTDIR)$$dir" ] || rmdir "$(DESTDIR)$$dir"; done
