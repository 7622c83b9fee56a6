/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a count is unknown, in words.  */

#include "summarize/summarize.h"

/* The kind that would tell the counts of what leaves BLOCK, or of BLOCK if one
   way does.  */
static const char *
telling_kind (const struct flow *w, uint32_t block)
{
  uint32_t n = w->out.first[block + 1] - w->out.first[block];
  if (block == HALT_BLOCK_ENTRY)
    return kind_name (HALT_ENTRY);
  if (block == HALT_BLOCK_EXIT)
    return kind_name (HALT_EXIT);
  for (uint32_t i = 0; n > 1 && i < n; i++)
    {
      uint32_t edge = w->out.edges[w->out.first[block] + i];
      if (w->edges[edge].flags == HALT_EDGE_INDEX)
	return kind_name (HALT_MBR);
      if (w->edges[edge].flags == HALT_EDGE_TAKEN)
	return kind_name (HALT_CBR);
    }
  return kind_name (HALT_BLOCK);
}

static size_t
say (char *buf, size_t size, const struct flow *w, const struct count *c)
{
  unsigned at = c->at;
  int n = 0;
  switch (c->why)
    {
    case REASON_NONE:
      break;
    case REASON_RECORD:
      n = c->at < HALT_BLOCK_FIRST
	  ? snprintf (buf, size, "nothing recorded tells; %s would",
		      telling_kind (w, c->at))
	  : snprintf (buf, size, "nothing recorded tells; %s in block %u would",
		      telling_kind (w, c->at), at);
      break;
    case REASON_CALL:
      n = snprintf (buf, size, "the call in block %u may not return "
		    "(exit, longjmp, exception)", at);
      break;
    case REASON_NORETURN:
      n = snprintf (buf, size, "block %u does not return", at);
      break;
    case REASON_EXCEPTION:
      n = snprintf (buf, size, "an exception may leave block %u", at);
      break;
    case REASON_ABNORMAL:
      n = snprintf (buf, size, "block %u may jump (computed goto, longjmp)",
		    at);
      break;
    case REASON_TWICE:
      n = snprintf (buf, size, "the call in block %u may return twice "
		    "(setjmp)", at);
      break;
    case REASON_NO_WAY_IN:
      n = snprintf (buf, size, "no edge leads to block %u", at);
      break;
    case REASON_SHARED:
      n = snprintf (buf, size, "the point in block %u shares its id", at);
      break;
    case REASON_SKIPPED:
      n = snprintf (buf, size, "the function is not instrumented");
      break;
    case REASON_CONFLICT:
      n = snprintf (buf, size, "counts contradict each other: control came to "
		    "or left block %u by other ways (a signal, a thread that "
		    "ended)", at);
      break;
    case REASON_OVERFLOW:
      n = snprintf (buf, size, "more than 64 bits");
      break;
    case REASON_EFFORT:
      n = snprintf (buf, size, "the function is too large to be solved");
      break;
    }
  return n < 0 ? 0 : (size_t) n;
}

size_t
flow_reason (char *buf, size_t size, const struct flow *w,
	     const struct count *c)
{
  if (size > 0)
    *buf = '\0';
  return say (buf, size, w, c);
}
