/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files in a folder and the folders in it.  */

#include <errno.h>
#include <fts.h>
#include <string.h>
#include "base/text.h"
#include "report/input/walk.h"

static int
compare_names (const FTSENT **a, const FTSENT **b)
{
  return strcmp ((*a)->fts_name, (*b)->fts_name);
}

bool
is_folder (const char *path)
{
  struct stat st;
  return stat (path, &st) == 0 && S_ISDIR (st.st_mode);
}

bool
walk (const char *folder, const struct walker *w, struct fault *f)
{
  char *const paths[2] = { (char *) folder, NULL };
  FTS *fts = fts_open (paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR,
		       compare_names);
  FTSENT *e;
  struct fault why;
  bool ok = fts || fault (f, "cannot open '%s': %m", folder);
  while (ok && (e = fts_read (fts)) != NULL)
    if (e->fts_info == FTS_DNR || e->fts_info == FTS_ERR
	|| e->fts_info == FTS_NS)
      {
	errno = e->fts_errno;
	fault (&why, "cannot open '%s': %m", e->fts_path);
	w->refuse (w->data, &why);
	ok = e->fts_level > 0 || fault (f, "%s", why.text);
      }
    else if (e->fts_info == FTS_F && !begins (e->fts_name, TEMPORARY))
      ok = w->take (w->data, e->fts_path, e->fts_statp);
  if (fts)
    fts_close (fts);
  return ok;
}
