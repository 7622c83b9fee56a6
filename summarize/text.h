/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary as text, for the plugin, which writes it at compile time.  */

#ifndef HALT_TEXT_H
#define HALT_TEXT_H 1

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first line.  */
#define TEXT_VERSION "halt-summary 1\n"

/* Write the summary of the unit whose map are the SIZE bytes at DATA, aligned
   to 8.  Return 0, or -1 if they are no map.  */
int text_write (FILE *out, const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* HALT_TEXT_H */
