/* SPDX-License-Identifier: MIT */
/* ARP: sections of a program, what was measured in each execution of them, and
   playing that back.  Link with -larp; docs/arp.md tells more.

   A section is entered and left by the calls below, or by the code that GCC makes
   with -fplugin-arg-halt-arp.  Kernels and profiled sections are measured, by
   callbacks; the other sections only tell on which path a measured one was come
   to.  Names, types and orders of arguments are those of chapter 6 of the manual
   of Atomium Record and Playback; "Beyond the manual" at the end lists the rest.

   No function here ends the program or changes errno.  What goes wrong is told to
   the error callback, or else on standard error in one line.  */

#ifndef ATOMIUM_RP_H
#define ATOMIUM_RP_H 1

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned short arp_tid;	/* Threads, from 1; 0: ARP_SELF */
typedef unsigned short arp_sid;	/* Sections, from 0 to 65535 */
typedef int arp_lidx;		/* Counts of entries */

/* What a set of callbacks measures in.  The numbers are in files.  */
typedef enum _arp_data_type
{
  arp_char,
  arp_uchar,
  arp_short,
  arp_ushort,
  arp_int,
  arp_uint,
  arp_long,
  arp_ulong,
  arp_llong,
  arp_ullong,
  arp_float,
  arp_double,
  arp_ldouble
} arp_data_type;

typedef enum _arp_mode
{
  arp_record_average,		/* the mean of each path */
  arp_record_all,		/* each sample */
  arp_record_histogram,		/* how often which values came, for each path */
  arp_playback			/* callbacks get what was recorded */
} arp_mode;

typedef enum _arp_file_format
{
  arp_ascii,
  arp_binary
} arp_file_format;

typedef enum _arp_error_t
{
  arp_warning,			/* nothing is lost */
  arp_error_fatal,		/* there will be no data, the program goes on */
  arp_error_non_fatal,		/* something is missing in the data */
  arp_error_syntax,		/* a file is not what it should be */
  arp_error_io			/* a file cannot be read or written */
} arp_error_t;

/* DATA is that set's, of its type, 0 when a section is entered, and the same for
   the enter and the leave of one execution.  CONTEXT is the thread's.  */
typedef void (*arp_enter_callback) (const arp_sid, void *data, void *context);
typedef void (*arp_leave_callback) (const arp_sid, void *data, void *context);

/* The first argument is the memory that is to be protected.  */
typedef void (*arp_lock_callback) (const void *, void *);
typedef void (*arp_unlock_callback) (const void *, void *);

/* Of the thread that begins or ends; *CONTEXTP is what its enter and leave
   callbacks get, at first what the parent's get.  */
typedef void (*arp_spawn_callback) (const arp_tid, void **contextp);
typedef void (*arp_join_callback) (const arp_tid, void **contextp);

/* MSG is one line without its end, valid during the call.  */
typedef void (*arp_error_callback) (const arp_error_t, const char *msg,
				    void *context);

/* One trace of the loaded data.  */
typedef void *arp_trace;

#ifndef ARP_NONE

/* --- sections --------------------------------------------------------------- */

/* A section is entered.  The third argument is what its counter begins with where
   the counter starts again, which it does in each execution of the section
   around it.  */
extern void arp_enter (const arp_tid, const arp_sid, const arp_lidx);
extern void arp_enter_kernel (const arp_tid, const arp_sid, const arp_lidx);
extern void arp_enter_profiled (const arp_tid, const arp_sid, const arp_lidx);

/* ... and left, with what is still open inside.  What was not entered is
   ignored.  */
extern void arp_leave (const arp_tid, const arp_sid);
extern void arp_leave_kernel (const arp_tid, const arp_sid);
extern void arp_leave_profiled (const arp_tid, const arp_sid);

/* Thread PARENT has spawned CHILD, which begins on the path where PARENT is; called
   by either.  The thread is done; what is open in it is left.  */
extern void arp_spawned (const arp_tid parent, const arp_tid child);
extern void arp_join (const arp_tid);

/* --- recording --------------------------------------------------------------- */

/* Add a set of callbacks, before arp_start; up to 16, called in this order.  Any
   callback may be NULL.  */
#ifndef ARP_SIM
extern void arp_add_callbacks (const arp_data_type, arp_enter_callback,
			       arp_leave_callback, arp_spawn_callback,
			       arp_join_callback, void *context);

/* Start recording, or playing back.  Callbacks and contexts may be NULL.  The
   maxima are hints: threads beyond that are given numbers behind it, a section
   beyond it is recorded with a warning.  */
extern void arp_start (const arp_tid max_tid, const arp_sid max_sid,
		       const arp_mode, arp_error_callback, void *error_context,
		       arp_lock_callback, arp_unlock_callback,
		       void *lock_context);
#else
/* A simulator defines these two.  */
extern void arpsim_add_callbacks (void);
extern void arpsim_start (const arp_tid, const arp_sid, const arp_mode);
#  define arp_add_callbacks(type, enter, leave, spawn, join, context) \
  arpsim_add_callbacks ()
#  define arp_start(tid, sid, mode, error, error_context, lock, unlock, \
		    lock_context) \
  arpsim_start (tid, sid, mode)
#endif

/* Stop, and write the file.  The end of the process does the same.  What is open in
   the calling thread is left; what is open in others is not in the file.  */
extern void arp_finish (void);

/* Before arp_start: the file [data.arp], and what is written.  Either format is
   read.  The name is copied.  */
extern void arp_set_file_name (const char *);
extern void arp_set_output_file_format (const arp_file_format);

#else /* ARP_NONE */

# define arp_enter(tid, sid, index) ((void) 0)
# define arp_enter_kernel(tid, sid, index) ((void) 0)
# define arp_enter_profiled(tid, sid, index) ((void) 0)
# define arp_leave(tid, sid) ((void) 0)
# define arp_leave_kernel(tid, sid) ((void) 0)
# define arp_leave_profiled(tid, sid) ((void) 0)
# define arp_spawned(parent, child) ((void) 0)
# define arp_join(tid) ((void) 0)
# define arp_add_callbacks(type, enter, leave, spawn, join, context) ((void) 0)
# define arp_start(tid, sid, mode, error, error_context, lock, unlock, \
		   lock_context) \
  ((void) 0)
# define arp_finish() ((void) 0)
# define arp_set_file_name(name) ((void) 0)
# define arp_set_output_file_format(format) ((void) 0)
# define arp_depth(tid) 0
# define arp_unwind(tid, depth) ((void) 0)

#endif /* ARP_NONE */

/* --- queries, of one thread at a time ------------------------------------------ */

/* Load a file, in place of what was loaded before.  If that fails, ERROR is called
   and there are no traces.  Of a binary file this is the index; the file stays open
   until arp_free_data, and a block of it is read when one of its traces is asked for.
   If that is damaged, ERROR is called then, once for each block; if the file has been
   written to meanwhile, once.  */
extern void arp_load_data (const char *file_name, arp_error_callback error,
			   void *context);
extern void arp_free_data (void);

extern arp_mode arp_get_mode (void);
/* From arp_record_all to any other recording mode, from arp_record_histogram to
   arp_record_average; another is refused by the callback of arp_load_data.  All traces
   are read.  If that fails, ERROR is called and the mode stays.  */
extern void arp_switch_mode (const arp_mode mode);

/* How many sets of callbacks there were; the type of one, from 0.  */
extern unsigned arp_get_data_mult (void);
extern arp_data_type arp_get_data_type (const unsigned data_index);

extern unsigned arp_get_nTraces (void);
/* One, from 0, until arp_free_trace; NULL if there is none, or it cannot be read.  Those
   of a binary file come fastest in their order.  */
extern arp_trace arp_get_trace (const unsigned trace_no);
extern void arp_free_trace (const arp_trace trace);

/* Samples that it stands for, UINT_MAX if they are more.  Sections around it and itself,
   outermost first.  The index is 0 if not all samples were recorded.  */
extern unsigned arp_trace_get_count (const arp_trace trace);
extern unsigned arp_trace_get_stack_length (const arp_trace trace);
extern arp_sid
arp_trace_get_stack_pos (const arp_trace trace, const unsigned depth);
extern arp_lidx
arp_trace_get_stack_index (const arp_trace trace, const unsigned depth);
/* The sample or, rounded to the type, the mean of set DATA_INDEX; valid as long as
   the trace.  NULL: no such set.  */
extern const void *
arp_trace_get_value (const arp_trace trace, const unsigned data_index);

/* --- Beyond the manual ----------------------------------------------------------- */

/* The calling thread, whose number the library gives out.  */
#define ARP_SELF 0

#ifndef ARP_NONE
/* How many sections are open in the thread; leave all but the first DEPTH.  For what
   comes back by longjmp: arp_setjmp (ENV) is setjmp (ENV) that leaves what the jump
   has left.  */
extern unsigned arp_depth (const arp_tid);
extern void arp_unwind (const arp_tid, const unsigned depth);
#ifdef __GNUC__
#  define arp_setjmp(env) \
  __extension__ ({ \
    volatile unsigned arp_depth_ = arp_depth (ARP_SELF); \
    int arp_came_ = setjmp (env); \
    arp_unwind (ARP_SELF, arp_depth_); \
    arp_came_; \
  })
#endif
#else
# define arp_setjmp(env) setjmp (env)
#endif

/* The exact sum of the samples of a set (up to the precision of long double), and
   how they are distributed: N buckets, by value; a bucket is named by the value that
   is nearest to 0 in it, all others in it having the same six leading bits.  Only
   in mode arp_record_histogram.  */
extern long double arp_trace_get_sum (const arp_trace trace,
				      const unsigned data_index);
extern unsigned
arp_trace_get_nBuckets (const arp_trace trace, const unsigned data_index);
extern long double
arp_trace_get_bucket (const arp_trace trace, const unsigned data_index,
		      const unsigned bucket, unsigned long long *count);

/* Clocks: callbacks for arp_add_callbacks (arp_ullong, arp_cycles_enter,
   arp_cycles_leave, NULL, NULL, NULL).  Cycles are rdtscp's, rpcc's or ar.itc's, else
   nanoseconds.  Nanoseconds are CLOCK_MONOTONIC's.  The others are events of the kinds
   that halt.so labels, as many as the thread had: exact, the same in every run.  They
   are in libarp-events.a, whose analysis routines count; compile the program with
   -fplugin-arg-halt-block, say, and link with -larp-events -larp.  */
#ifndef ARP_NONE
# define ARP_CLOCK(WHAT) \
  extern void arp_##WHAT##_enter (const arp_sid, void *data, void *context); \
  extern void arp_##WHAT##_leave (const arp_sid, void *data, void *context);
ARP_CLOCK (cycles)
ARP_CLOCK (nanoseconds)
ARP_CLOCK (entry)
ARP_CLOCK (block)
ARP_CLOCK (cycle)
ARP_CLOCK (load)
ARP_CLOCK (store)
ARP_CLOCK (setjmp)
ARP_CLOCK (longjmp)
ARP_CLOCK (call)
ARP_CLOCK (callret)
ARP_CLOCK (arc)
ARP_CLOCK (cover)
ARP_CLOCK (prime)
ARP_CLOCK (cbr)
ARP_CLOCK (mbr)
ARP_CLOCK (exit)
#undef ARP_CLOCK
#endif

/* What the file says of a section: "kernel NAME FUNCTION FILE:LINE"; NULL: nothing.
   Programs that the plugin compiled have that.  */
extern const char *arp_get_section (const arp_sid sid);

#ifdef __cplusplus
}
#endif

#endif /* ATOMIUM_RP_H */
