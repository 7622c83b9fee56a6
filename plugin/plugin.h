/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every file of the plugin needs.  A room has a header of its own.  */

#ifndef HALT_PLUGIN_H
#define HALT_PLUGIN_H 1

#include "plugin/gcc.h"

#include "halt/format.h"
#include "halt/halt.h"
#include "halt/plugin.h"
#include "recipes/recipe.h"
#include "map/make.h"

/* A pass of ours, of GCC's RTL_PASS, GIMPLE_PASS or SIMPLE_IPA_PASS: whether it has
   work in a function, or in the unit, and what it does there.  The rest is as in
   GCC's pass_data: the properties it requires and destroys, what is to be done
   after it.  */
struct halt_pass
{
  opt_pass_type type;
  const char *name;
  bool (*gate) (function *);
  void (*execute) (function *);
  unsigned required = 0, destroyed = 0, finish = 0;
};

#endif /* HALT_PLUGIN_H */
