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

#endif /* HALT_PLUGIN_H */
