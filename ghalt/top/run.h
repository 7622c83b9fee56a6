/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `ghalt top' does.  */

#ifndef HALT_TOP_RUN_H
#define HALT_TOP_RUN_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "summarize/summarize.h"

/* The command line; texts are NULL if they are missing.  */
struct top_options
{
  const char *const *words;	/* N_WORDS of them, then a NULL; */
  size_t n_words;
  bool start;			/* they are a program that is to be started; else one
				   is which process is meant */
  const char *function, *output, *delay;
  unsigned view, order;		/* enum top_view, enum top_order */
  uint32_t kinds;		/* a bit each; 0: what tells most */
  uint64_t rows, iterations;	/* UINT64_MAX: as many as there are */
  bool batch, json;
};

/* Do it.  If that fails, F says why.  */
bool top_run (const struct top_options *o, struct fault *f);

#endif /* HALT_TOP_RUN_H */
