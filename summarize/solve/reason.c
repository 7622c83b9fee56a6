/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a count is unknown, in words.  */

#include "summarize/summarize.h"

/* The kind whose point in BLOCK would tell how control leaves it.  */
static uint32_t
telling_kind (const struct flow *w, uint32_t block)
{
  uint32_t first = w->out.first[block], end = w->out.first[block + 1];
  if (block == HALT_BLOCK_ENTRY)
    return HALT_ENTRY;
  for (uint32_t i = first; i < end && end - first > 1; i++)
    {
      uint32_t flags = w->edges[w->out.edges[i]].flags;
      uint32_t kind = flags == HALT_EDGE_INDEX	 ? HALT_MBR
		      : flags == HALT_EDGE_TAKEN ? HALT_CBR
						 : HALT_BLOCK;
      /* A branch without a point was left out when the code was compiled.  */
      if (kind != HALT_BLOCK && !(w->recorded & 1u << kind))
	return kind;
    }
  return HALT_BLOCK;
}

/* The same for how often BLOCK is begun.  */
static uint32_t
block_kind (uint32_t block)
{
  return block == HALT_BLOCK_ENTRY  ? HALT_ENTRY
	 : block == HALT_BLOCK_EXIT ? HALT_EXIT
				    : HALT_BLOCK;
}

/* Whether entries of the table at the end of BLOCK were counted together.  */
static bool
has_groups (const struct flow *w, uint32_t block)
{
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    if (w->edges[w->out.edges[i]].flags == HALT_EDGE_INDEX
	&& w->groups[w->out.edges[i]])
      return true;
  return false;
}

static int
say_kind (char *buf, size_t size, uint32_t kind, uint32_t block)
{
  if (kind == HALT_ENTRY || kind == HALT_EXIT)
    return snprintf (buf, size, "nothing recorded tells; %s would",
		     kind_name (kind));
  return snprintf (buf, size, "nothing recorded tells; %s in block %u would",
		   kind_name (kind), (unsigned) block);
}

static size_t
say_reason (char *buf, size_t size, const struct flow *w,
	    const struct ghalt_count *c)
{
  unsigned at = c->at;
  int n = 0;
  switch (c->why)
    {
    case REASON_NONE:
      break;
    case REASON_RECORD:
      n = has_groups (w, at)
	    ? snprintf (buf, size,
			"entries of the table in block %u were counted "
			"together; mbr=index tells them apart",
			at)
	    : say_kind (buf, size, telling_kind (w, c->at), c->at);
      break;
    case REASON_RECORD_BLOCK:
      n = say_kind (buf, size, block_kind (c->at), c->at);
      break;
    case REASON_CALL:
      n = snprintf (buf, size,
		    "the call in block %u may not return "
		    "(exit, longjmp, exception)",
		    at);
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
      n = snprintf (buf, size,
		    "the call in block %u may return twice "
		    "(setjmp)",
		    at);
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
      n = snprintf (buf, size,
		    "counts contradict each other: control came to "
		    "or left block %u by other ways (a signal, a thread that "
		    "ended)",
		    at);
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
	     const struct ghalt_count *c)
{
  if (size > 0)
    *buf = '\0';
  return say_reason (buf, size, w, c);
}
