/* SPDX-License-Identifier: MIT */
/* Traces as `ghalt play' reads them (halt/trace.h).  Whatever bytes a file has, it is
   read or refused.  */

#ifndef HALT_RECORD_TRACE_H
#define HALT_RECORD_TRACE_H 1

#include <stddef.h>

#include "record/model.h"

/* Where something goes wrong, why: one line.  */
#define TRACE_WHY 512

struct trace_thread
{
  const struct halt_trace_thread *in_file;
  uint32_t number;		/* from 1, in the order of their first events */
  uint64_t tid, lost;
  const struct halt_trace_block **block; /* the oldest first */
  size_t n_blocks;
  const struct halt_trace_granule **granule; /* what is in no block */
  size_t n_granules;
};

struct trace
{
  const char *path;
  const unsigned char *data;
  size_t size;
  const struct halt_trace *header;
  struct trace_thread *threads;	/* by number */
  size_t n_threads;
  const void *description;	/* a profile without counters, or NULL */
  size_t description_size;
  char why[TRACE_WHY];
};

/* Open the file PATH, or read the SIZE bytes at DATA, which stay the caller's; false:
   WHY says what is wrong.  _close also if that fails.  */
bool trace_open (struct trace *t, const char *path);
bool trace_read (struct trace *t, const char *path, const void *data,
		 size_t size);
void trace_close (struct trace *t);

/* The events of a thread, from the first to the last.  */
struct trace_reader
{
  struct trace *trace;
  const struct trace_thread *thread;
  struct trace_model *model;
  size_t block, granule;	/* the next ones */
  unsigned char *room;		/* what is read of the block: all streams */
  size_t room_size;
  const unsigned char *at[HALT_TRACE_STREAMS], *end[HALT_TRACE_STREAMS];
  uint64_t bit, four;		/* the next ones */
  uint64_t left;		/* events of the block */
  uint64_t run;			/* that are as expected; then CODE */
  unsigned code;		/* enum model_code */
  uint64_t until, time;		/* the next time is so many events away */
  bool has_time;
  const uint32_t *word;		/* of the granule */
};

bool reader_begin (struct trace_reader *r, struct trace *t,
		   const struct trace_thread *thread);
void reader_release (struct trace_reader *r);

/* Read up to N events to E, of which the first may be of type HALT_TRACE_TIME, and no
   other.  0: there are no more, or the trace's WHY is filled.  */
size_t reader_read (struct trace_reader *r, struct event *e, size_t n);

#endif /* HALT_RECORD_TRACE_H */
