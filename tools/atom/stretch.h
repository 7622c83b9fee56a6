/* SPDX-License-Identifier: MIT */
/* Instructions of a block up to a call, or its end, are executed equally often, a stretch:
   one counter is enough for them.  */

#ifndef HALT_STRETCH_H
#define HALT_STRETCH_H 1

#include <string.h>
#include <halt/atom.h>

static inline int
EndsStretch (Inst *i)
{
  return IsInstType (i, InstTypeCall) || !GetNextInst (i);
}

/* How many of the machine's instructions I is.  */
static inline int
Size (Inst *i)
{
  const char *text = InstText (i);
  int n = *text != '\0';
  while ((text = strchr (text, ';')))
    n++, text++;
  return n;
}

#endif /* HALT_STRETCH_H */
