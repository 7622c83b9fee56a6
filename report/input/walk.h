/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files in a folder and the folders in it.  */

#ifndef HALT_WALK_H
#define HALT_WALK_H 1

#include <sys/stat.h>
#include "report/options.h"

bool is_folder (const char *path);

struct walker
{
  void *data;
  /* Take a file; false ends the walk.  */
  bool (*take) (void *data, const char *path, const struct stat *st);
  /* What F says cannot be looked into.  */
  void (*refuse) (void *data, const struct fault *f);
};

/* Take every file in FOLDER, in the order of names, but no link and nothing that the
   runtime has not finished.  */
bool walk (const char *folder, const struct walker *w, struct fault *f);

#endif /* HALT_WALK_H */
