/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libarp: what the manual of Atomium Record and Playback derives in its text, and
   what it says cannot be done.  */

#include <malloc.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "atomium_rp.h"
#include "tests/unit/run.h"

static char name[] = "/tmp/arp-XXXXXX";
static char text[1 << 16];
static char said[4096];

/* What the file has.  */
static const char *
data (void)
{
  FILE *f = fopen (name, "r");
  size_t n = f ? fread (text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f)
    fclose (f);
  return text;
}

static void
on_error (const arp_error_t kind, const char *msg, void *context)
{
  (void) context;
  snprintf (said + strlen (said), sizeof said - strlen (said), "%d %s\n", kind,
	    msg);
}

/* A clock that goes on by 10 whenever it is asked, from 0.  */
static unsigned now;

static void
on_enter (const arp_sid sid, void *value, void *context)
{
  (void) sid, (void) context;
  CU_ASSERT_EQUAL (*(unsigned *) value, 0);
  *(unsigned *) value = now += 10;
}

static void
on_leave (const arp_sid sid, void *value, void *context)
{
  (void) sid, (void) context;
  *(unsigned *) value = (now += 10) - *(unsigned *) value;
}

/* What a list says.  */
static const unsigned *list;

static void
take (const arp_sid sid, void *value, void *context)
{
  (void) sid, (void) context;
  *(unsigned *) value = *list++;
}

static void
begin (arp_mode mode, arp_file_format format, arp_enter_callback enter,
       arp_leave_callback leave)
{
  now = 0;
  *said = 0;
  arp_set_file_name (name);
  arp_set_output_file_format (format);
  arp_add_callbacks (arp_uint, enter, leave, NULL, NULL, NULL);
  arp_start (1, 65535, mode, on_error, NULL, NULL, NULL, NULL);
}

static const char *
end (void)
{
  arp_finish ();
  return data ();
}

static void
record (arp_mode mode)
{
  begin (mode, arp_ascii, on_enter, on_leave);
}

#define TITLE "# Atomium record and playback data - format version 1.1.\n"

/* --- the manual's examples -------------------------------------------------- */

/* Chapter 6.5: the file that it prints, but for the number of records.  The third record is inside of the second, the fourth is not, the
   fifth is inside of the fourth.  */
static void
test_format (void)
{
  static const arp_sid sids[] = { 148, 147, 146, 145, 144, 143, 142, 141,
				  140, 139, 138, 130, 129, 30,	29,  28 };
  static const unsigned values[] = { 105, 148, 162, 182, 20239254 };
  list = values;
  begin (arp_record_all, arp_ascii, NULL, take);
  for (int i = 0; i < 16; i++)
    if (i == 7 || i == 15)
      arp_enter_profiled (1, sids[i], 0);
    else
      arp_enter (1, sids[i], 0);
  arp_enter (1, 19, 0);
  arp_enter_kernel (1, 18, 0);
  arp_leave_kernel (1, 18);
  arp_leave (1, 19);
  arp_leave_profiled (1, 28);
  arp_leave (1, 29);
  arp_leave (1, 30);
  arp_enter (1, 40, 0);
  arp_enter_profiled (1, 39, 0);
  arp_enter_kernel (1, 31, 0);
  arp_leave_kernel (1, 31);
  arp_leave_profiled (1, 39);
  arp_leave (1, 40);
  arp_leave_profiled (1, 141);
  arp_leave (1, 148);
  CU_ASSERT_STRING_EQUAL (
    end (), TITLE
    "0 1 1 5\n5\n"
    "8 0 148@0 147@0 146@0 145@0 144@0 143@0 142@0 141@0: 20239254;\n"
    "16 8 140@0 139@0 138@0 130@0 129@0 30@0 29@0 28@0: 148;\n"
    "18 16 19@0 18@0: 105;\n"
    "15 13 40@0 39@0: 182;\n"
    "16 15 31@0: 162;\n");
  CU_ASSERT_STRING_EQUAL (said, "");
}

/* Chapter 4.3, figure 5: a tuple for each execution.  */
static void
figure_5 (void)
{
  arp_enter (1, 3, 0);
  for (int i = 0; i < 2; i++)
    {
      arp_enter (1, 2, 0);
      for (int k = 0; k < 3; k++)
	{
	  arp_enter_kernel (1, 1, 0);
	  arp_leave_kernel (1, 1);
	}
      arp_leave (1, 2);
    }
  arp_leave (1, 3);
}

static void
test_figure_5 (void)
{
  record (arp_record_all);
  figure_5 ();
  CU_ASSERT_STRING_EQUAL (end (), TITLE
			  "0 1 1 5\n6\n"
			  "3 0 3@0 2@0 1@0: 10;\n"
			  "3 2 1@1: 10;\n"
			  "3 2 1@2: 10;\n"
			  "3 1 2@1 1@0: 10;\n"
			  "3 2 1@1: 10;\n"
			  "3 2 1@2: 10;\n");
}

/* Chapter 4.3: foo, called from two places and, under a condition, from another.  */
static void
foo (int start, int stop)
{
  arp_enter (1, 2, 0);
  for (int y = start; y < stop; y++)
    {
      arp_enter_kernel (1, 1, 0);
      arp_leave_kernel (1, 1);
    }
  arp_leave (1, 2);
}

static void
test_call_paths (void)
{
  record (arp_record_average);
  for (int t = 0; t < 4; t++)
    {
      arp_enter (1, 5, 0);
      arp_enter (1, 3, 0);
      foo (0, 100);
      arp_leave (1, 3);
      arp_enter (1, 4, 0);
      foo (100, 200);
      arp_leave (1, 4);
      arp_leave (1, 5);
    }
  arp_enter (1, 6, 0);
  foo (0, 30);
  arp_leave (1, 6);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 0 1 5\n3\n"
					"4 0 5 3 2 1: 10 x400 =4000;\n"
					"4 1 4 2 1: 10 x400 =4000;\n"
					"3 0 6 2 1: 10 x30 =300;\n");
}

/* Chapters 2.1 and 2.4: the filters.  */
static void
filters (int n, int height)
{
  arp_enter (1, 8, 0);
  for (int t = 0; t < n; t++)
    {
      arp_enter (1, 7, 0);
      for (int f = 0; f < 2; f++)
	{
	  arp_enter (1, f ? 6 : 3, 0);
	  arp_enter_profiled (1, f ? 5 : 2, 0);
	  for (int y = 0; y < height; y++)
	    {
	      arp_enter_kernel (1, f ? 4 : 1, 0);
	      arp_leave_kernel (1, f ? 4 : 1);
	    }
	  arp_leave_profiled (1, f ? 5 : 2);
	  arp_leave (1, f ? 6 : 3);
	}
      arp_leave (1, 7);
    }
  arp_leave (1, 8);
}

static void
test_filters (void)
{
  record (arp_record_average);
  filters (3, 5);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 0 1 5\n4\n"
					"4 0 8 7 3 2: 110 x3 =330;\n"
					"5 4 1: 10 x15 =150;\n"
					"4 2 6 5: 110 x3 =330;\n"
					"5 4 4: 10 x15 =150;\n");
  record (arp_record_histogram);
  filters (1, 2);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 2 1 5\n4\n"
					"4 0 8 7 3 2: 50 x1 =50 {50:1};\n"
					"5 4 1: 10 x2 =20 {10:2};\n"
					"4 2 6 5: 50 x1 =50 {50:1};\n"
					"5 4 4: 10 x2 =20 {10:2};\n");
}

/* Chapter 4.4: the loop that was recorded by one thread is played back by two.  What
   each sample is, is what the leave callback finds.  */
static unsigned got[2][100];
static int n_got[2];

static void
played (const arp_sid sid, void *value, void *context)
{
  (void) sid;
  int i = context ? *(int *) context : 0;
  got[i][n_got[i]++] = *(unsigned *) value;
}

static int numbers[] = { 0, 1 };

static void
number (const arp_tid tid, void **contextp)
{
  *contextp = numbers + (tid - 2);
}

static unsigned counted;

static void
count (const arp_sid sid, void *value, void *context)
{
  (void) sid, (void) context;
  *(unsigned *) value = counted++;
}

struct half
{
  arp_tid tid;
  int from, to, start;
};

static void *
half_of_loop (void *p)
{
  struct half *h = p;
  arp_spawned (1, h->tid);
  for (int x = h->from; x < h->to; x++)
    {
      arp_enter_kernel (h->tid, 1, h->start);
      arp_leave_kernel (h->tid, 1);
    }
  arp_join (h->tid);
  return NULL;
}

static void
play (bool second)
{
  memset (n_got, 0, sizeof n_got);
  *said = 0;
  arp_set_file_name (name);
  arp_add_callbacks (arp_uint, NULL, played, number, NULL, numbers);
  arp_start (3, 2, arp_playback, on_error, NULL, NULL, NULL, NULL);
  for (int i = 0; i < 3; i++)
    {
      struct half halves[] = { { 2, 0, 10, 0 },
			       { 3, 10, 20, second ? 10 : 0 } };
      pthread_t id[2];
      arp_enter (1, 2, 0);
      for (int k = 0; k < 2; k++)
	pthread_create (id + k, NULL, half_of_loop, halves + k);
      for (int k = 0; k < 2; k++)
	pthread_join (id[k], NULL);
      arp_leave (1, 2);
    }
  arp_finish ();
}

static void
test_parallel_playback (void)
{
  counted = 0;
  for (int format = 0; format < 2; format++)
    {
      counted = 0;
      begin (arp_record_all, format ? arp_binary : arp_ascii, NULL, count);
      for (int i = 0; i < 3; i++)
	{
	  arp_enter (1, 2, 0);
	  for (int x = 0; x < 20; x++)
	    {
	      arp_enter_kernel (1, 1, 0);
	      arp_leave_kernel (1, 1);
	    }
	  arp_leave (1, 2);
	}
      arp_finish ();
      play (true);
      CU_ASSERT_STRING_EQUAL (said, "");
      for (int k = 0; k < 2; k++)
	{
	  CU_ASSERT_EQUAL (n_got[k], 30);
	  for (int i = 0; i < 30; i++)
	    CU_ASSERT_EQUAL (got[k][i],
			     (unsigned) (i / 10 * 20 + k * 10 + i % 10));
	}
    }
  /* Without the start index both ask for the first half, which is there once.  */
  play (false);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "no sample is left for execution"));
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "30 samples were not in"));
}

/* --- what the manual says cannot be done -------------------------------------- */

static void
recurse (int n)
{
  arp_enter_kernel (1, 1, 0);
  if (n > 0)
    {
      arp_enter (1, 2, 0);
      recurse (n - 1);
      arp_leave (1, 2);
    }
  arp_leave_kernel (1, 1);
}

/* Recursion, and kernels in kernels.  */
static void
test_recursion (void)
{
  record (arp_record_all);
  recurse (2);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 1 5\n3\n"
					"1 0 1@0: 50;\n"
					"3 1 2@0 1@0: 30;\n"
					"5 3 2@0 1@0: 10;\n");
  record (arp_record_average);
  recurse (2000);
  end ();
  CU_ASSERT_EQUAL (strncmp (text, TITLE "0 0 1 5\n2001\n", sizeof TITLE + 12),
		   0);
}

static jmp_buf where;

static void
test_longjmp (void)
{
  volatile int jumps = 0;
  record (arp_record_all);
  arp_enter (1, 5, 0);
  arp_setjmp (where);
  while (jumps < 3)
    {
      arp_enter (1, 4, 0);
      arp_enter_kernel (1, 1, 0);
      jumps++;
      longjmp (where, 1);
    }
  arp_enter_kernel (1, 1, 0);
  arp_leave_kernel (1, 1);
  arp_leave (1, 5);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 1 5\n4\n"
					"3 0 5@0 4@0 1@0: 10;\n"
					"3 1 4@1 1@0: 10;\n"
					"3 1 4@2 1@0: 10;\n"
					"2 1 1@0: 10;\n");
}

/* One function, called by several threads that all say that they are number 1, and
   one that goes on when its section is over.  */
static pthread_barrier_t barrier;

static void *
call_foo (void *p)
{
  (void) p;
  foo (0, 50);
  return NULL;
}

static void *
call_late (void *p)
{
  pthread_barrier_wait (&barrier);
  return call_foo (p);
}

static void
cycle (const arp_sid sid, void *value, void *context)
{
  (void) sid, (void) context;
  *(unsigned *) value = 7;
}

static void
test_threads (void)
{
  pthread_t id[8], late;
  pthread_barrier_init (&barrier, NULL, 2);
  begin (arp_record_average, arp_ascii, NULL, cycle);
  arp_enter (1, 9, 0);
  for (int i = 0; i < 8; i++)
    pthread_create (id + i, NULL, call_foo, NULL);
  pthread_create (&late, NULL, call_late, NULL);
  foo (0, 50);
  for (int i = 0; i < 8; i++)
    pthread_join (id[i], NULL);
  arp_leave (1, 9);
  pthread_barrier_wait (&barrier);
  pthread_join (late, NULL);
  /* Without pthread_create's part, those threads begin outside.  */
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 0 1 5\n2\n"
					"3 0 9 2 1: 7 x50 =350;\n"
					"2 0 2 1: 7 x450 =3150;\n");
  pthread_barrier_destroy (&barrier);
}

/* A section that a cancelled thread was in is left.  */
static void *
wait_in_kernel (void *p)
{
  arp_enter_kernel (ARP_SELF, 3, 0);
  pthread_barrier_wait (p);
  for (;;)
    pause ();
  return NULL;
}

static void
test_cancel (void)
{
  pthread_t id;
  pthread_barrier_init (&barrier, NULL, 2);
  begin (arp_record_all, arp_ascii, NULL, cycle);
  pthread_create (&id, NULL, wait_in_kernel, &barrier);
  pthread_barrier_wait (&barrier);
  pthread_cancel (id);
  pthread_join (id, NULL);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 1 5\n1\n1 0 3@0: 7;\n");
  /* Of one that runs on it is said that it is not there.  */
  begin (arp_record_all, arp_ascii, NULL, cycle);
  pthread_create (&id, NULL, wait_in_kernel, &barrier);
  pthread_barrier_wait (&barrier);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 1 5\n0\n");
  CU_ASSERT_STRING_EQUAL (said, "2 1 other thread is in measured sections, "
				"which are not recorded\n");
  pthread_cancel (id);
  pthread_join (id, NULL);
  pthread_barrier_destroy (&barrier);
}

static void
test_sections (void)
{
  begin (arp_record_average, arp_binary, NULL, cycle);
  for (unsigned sid = 1; sid <= 65535; sid++)
    {
      arp_enter_kernel (1, sid, 0);
      arp_leave_kernel (1, sid);
    }
  arp_finish ();
  arp_load_data (name, on_error, NULL);
  CU_ASSERT_EQUAL (arp_get_nTraces (), 65535);
  for (unsigned i = 0; i < 65535; i++)
    {
      arp_trace t = arp_get_trace (i);
      CU_ASSERT_EQUAL (arp_trace_get_stack_pos (t, 0), i + 1);
      arp_free_trace (t);
    }
  arp_free_data ();
  CU_ASSERT_STRING_EQUAL (said, "");
}

/* --- several sets, spawn and join ------------------------------------------------ */

static char calls[400];

static void
note (const char *what, int n)
{
  snprintf (calls + strlen (calls), sizeof calls - strlen (calls), "%s%d ",
	    what, n);
}

static void
first_enter (const arp_sid sid, void *value, void *context)
{
  (void) sid;
  note ("a", *(int *) context);
  *(double *) value = 0.5;
}

static void
second_enter (const arp_sid sid, void *value, void *context)
{
  (void) context;
  note ("b", sid);
  *(signed char *) value = -3;
}

static void
on_spawn (const arp_tid tid, void **contextp)
{
  note ("s", tid);
  *contextp = numbers + 1;
}

static void
on_join (const arp_tid tid, void **contextp)
{
  note ("j", tid);
  note ("c", **(int **) contextp);
}

static int locks;

static void
on_lock (const void *memory, void *context)
{
  CU_ASSERT_PTR_NOT_NULL (memory);
  ++*(int *) context;
}

static void
on_unlock (const void *memory, void *context)
{
  CU_ASSERT_PTR_NOT_NULL (memory);
  --*(int *) context;
}

static void
test_sets (void)
{
  *calls = *said = 0;
  arp_set_file_name (name);
  arp_add_callbacks (arp_double, first_enter, NULL, on_spawn, on_join, numbers);
  arp_add_callbacks (arp_char, second_enter, NULL, NULL, NULL, NULL);
  arp_start (2, 9, arp_record_all, on_error, NULL, on_lock, on_unlock, &locks);
  arp_enter (1, 4, 0);
  arp_spawned (1, 2);
  arp_enter_kernel (2, 5, -2);
  arp_leave_kernel (2, 5);
  arp_join (2);
  arp_enter_kernel (1, 6, 0);
  arp_leave_kernel (1, 6);
  arp_leave (1, 4);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 2 11 0\n2\n"
					"2 0 4@0 6@0: 0.5 -3;\n"
					"2 1 5@-2: 0.5 -3;\n");
  CU_ASSERT_STRING_EQUAL (calls, "s2 a1 b5 j2 c1 a0 b6 ");
  CU_ASSERT_EQUAL (locks, 0);
  arp_load_data (name, on_error, NULL);
  CU_ASSERT_EQUAL (arp_get_data_mult (), 2);
  CU_ASSERT_EQUAL (arp_get_data_type (1), arp_char);
  arp_trace t = arp_get_trace (1);
  CU_ASSERT_EQUAL (arp_trace_get_stack_length (t), 2);
  CU_ASSERT_EQUAL (arp_trace_get_stack_index (t, 1), -2);
  CU_ASSERT_EQUAL (*(const double *) arp_trace_get_value (t, 0), 0.5);
  CU_ASSERT_EQUAL (*(const signed char *) arp_trace_get_value (t, 1), -3);
  /* There is no more.  */
  CU_ASSERT_EQUAL (arp_get_data_type (2), arp_uint);
  CU_ASSERT_EQUAL (arp_trace_get_stack_pos (t, 2), 0);
  CU_ASSERT_EQUAL (arp_trace_get_stack_index (t, 2), 0);
  CU_ASSERT_PTR_NULL (arp_trace_get_value (t, 2));
  arp_free_trace (t);
  arp_free_data ();
  CU_ASSERT_STRING_EQUAL (said, "");
}

/* --- queries --------------------------------------------------------------------- */

static void
test_modes (void)
{
  for (int format = 0; format < 2; format++)
    {
      counted = 0;
      begin (arp_record_all, format ? arp_binary : arp_ascii, NULL, count);
      figure_5 ();
      arp_finish ();
      arp_load_data (name, on_error, NULL);
      CU_ASSERT_EQUAL (arp_get_mode (), arp_record_all);
      CU_ASSERT_EQUAL (arp_get_nTraces (), 6);
      arp_trace t = arp_get_trace (4);
      CU_ASSERT_EQUAL (arp_trace_get_count (t), 1);
      CU_ASSERT_EQUAL (arp_trace_get_stack_index (t, 1), 1);
      CU_ASSERT_EQUAL (*(const unsigned *) arp_trace_get_value (t, 0), 4);
      CU_ASSERT_EQUAL (arp_trace_get_stack_pos (t, 3), 0);
      CU_ASSERT_EQUAL (arp_trace_get_stack_index (t, 3), 0);
      arp_free_trace (t);
      CU_ASSERT_PTR_NULL (arp_get_trace (6));
      arp_switch_mode (arp_record_histogram);
      CU_ASSERT_EQUAL (arp_get_nTraces (), 1);
      t = arp_get_trace (0);
      CU_ASSERT_EQUAL (arp_trace_get_nBuckets (t, 0), 6);
      unsigned long long n;
      CU_ASSERT_EQUAL (arp_trace_get_bucket (t, 0, 5, &n), 5);
      CU_ASSERT_EQUAL (n, 1);
      CU_ASSERT_EQUAL (arp_trace_get_bucket (t, 0, 6, &n), 0);
      CU_ASSERT_EQUAL (n, 0);
      CU_ASSERT_EQUAL (arp_trace_get_nBuckets (t, 1), 0);
      arp_free_trace (t);
      CU_ASSERT_STRING_EQUAL (said, "");
      arp_switch_mode (arp_record_all);
      CU_ASSERT_PTR_NOT_NULL (strstr (said, "cannot be had"));
      CU_ASSERT_EQUAL (arp_get_mode (), arp_record_histogram);
      *said = 0;
      arp_switch_mode (arp_record_average);
      t = arp_get_trace (0);
      CU_ASSERT_EQUAL (arp_trace_get_count (t), 6);
      CU_ASSERT_EQUAL (arp_trace_get_sum (t, 0), 15);
      /* 2.5, rounded.  */
      CU_ASSERT_EQUAL (*(const unsigned *) arp_trace_get_value (t, 0), 3);
      arp_free_trace (t);
      CU_ASSERT_STRING_EQUAL (said, "");
      arp_switch_mode (arp_record_histogram);
      CU_ASSERT_PTR_NOT_NULL (strstr (said, "cannot be had"));
      CU_ASSERT_EQUAL (arp_get_mode (), arp_record_average);
      arp_free_data ();
      CU_ASSERT_EQUAL (arp_get_nTraces (), 0);
    }
}

/* Values of all types come back, from either format.  */
static unsigned long long bits;

static void
put_extreme (const arp_sid sid, void *value, void *context)
{
  switch (*(arp_data_type *) context)
    {
#define EACH(NAME, TYPE) \
    case arp_##NAME: \
      *(TYPE *) value = (TYPE) (sid == 1 ? bits : (unsigned long long) 1 << 63); \
      break;
      EACH (char, char)
      EACH (uchar, unsigned char)
      EACH (short, short)
      EACH (ushort, unsigned short)
      EACH (int, int)
      EACH (uint, unsigned)
      EACH (long, long)
      EACH (ulong, unsigned long)
      EACH (llong, long long)
      EACH (ullong, unsigned long long)
    case arp_float:
      *(float *) value = 1.f / 3;
      break;
    case arp_double:
      *(double *) value = -1. / 3;
      break;
    case arp_ldouble:
      *(long double *) value = 1e300L / 3;
      break;
    }
}

static void
test_types (void)
{
  arp_data_type types[arp_ldouble + 1];
  unsigned char kept[2][arp_ldouble + 1][16];
  bits = 0x8123456789abcdefu;
  for (int format = 0; format < 2; format++)
    {
      *said = 0;
      memset (kept[format], 0, sizeof kept[format]);
      arp_set_file_name (name);
      arp_set_output_file_format (format ? arp_binary : arp_ascii);
      for (int i = 0; i <= arp_ldouble; i++)
	{
	  types[i] = i;
	  arp_add_callbacks (i, put_extreme, NULL, NULL, NULL, types + i);
	}
      arp_start (1, 2, arp_record_all, on_error, NULL, NULL, NULL, NULL);
      arp_enter_kernel (1, 1, 0);
      arp_leave_kernel (1, 1);
      arp_finish ();
      arp_load_data (name, on_error, NULL);
      arp_trace t = arp_get_trace (0);
      CU_ASSERT_PTR_NOT_NULL_FATAL (t);
      static const size_t size[] = {
	1, 1, 2, 2, 4, 4, sizeof (long), sizeof (long), 8, 8, 4, 8, 10
      };
      for (int i = 0; i <= arp_ldouble; i++)
	{
	  unsigned char value[16] = { 0 };
	  put_extreme (1, value, types + i);
	  CU_ASSERT_EQUAL (memcmp (arp_trace_get_value (t, i), value, size[i]),
			   0);
	}
      arp_free_trace (t);
      arp_free_data ();
      CU_ASSERT_STRING_EQUAL (said, "");
    }
}

/* --- what is bad ------------------------------------------------------------------ */

/* A line is said for FILE, with WORDS in it.  */
static void
refused (const char *file, size_t size, const char *words)
{
  FILE *f = fopen (name, "w");
  fwrite (file, 1, size, f);
  fclose (f);
  *said = 0;
  arp_load_data (name, on_error, NULL);
  if (!strstr (said, words) || strchr (said, '\n') != said + strlen (said) - 1)
    printf ("for '%.80s' it says %s", file, said);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, words));
  CU_ASSERT_EQUAL (strchr (said, '\n') - said, (long) strlen (said) - 1);
  CU_ASSERT_EQUAL (arp_get_nTraces (), 0);
}

static void
test_bad_files (void)
{
  static const struct
  {
    const char *text, *words;
  } files[] = {
    { "", "it is empty" },
    { "\177ELF", "no data of ARP" },
    { "# Atomium record and playback data - format version 1.2.\n",
      "version other than 1.1" },
    { TITLE, "the format is missing" },
    { TITLE "2 1 1 5\n1\n", "the format is too large" },
    { TITLE "0 3 1 5\n1\n", "the mode is too large" },
    { TITLE "0 1 1 13\n1\n", "a type is too large" },
    { TITLE "0 1 17 5\n1\n", "the number of callbacks is too large" },
    { TITLE "0 1 1 5\n2\n1 0 1@0: 5;\n", "truncated: it has 1 of 2 records" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: 5;\n1 0 1@0: 5;\n", "line 5: there are more" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: 5;", "its last line has no end" },
    { TITLE "0 1 1 5\n1\n1 1 1@0: 5;\n", "line 4: how much is reused" },
    { TITLE "0 1 1 5\n1\n1 0 65536@0: 5;\n", "a section is too large" },
    { TITLE "0 1 1 5\n1\n1 0 1@2147483648: 5;\n", "an index is too large" },
    { TITLE "0 1 1 5\n1\n999999999 0 1@0: 5;\n", "the depth is too large" },
    { TITLE "0 1 1 5\n1\n1 0 1: 5;\n", "'@' is missing" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: 5; 6;\n", "more behind its record" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: -5;\n", "-5 is not in the range" },
    { TITLE "0 1 1 0\n1\n1 0 1@0: 128;\n", "128 is not in the range" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: 5.5;\n", "a number is missing" },
    { TITLE "0 1 1 5\n1\n1 0 1@0: x;\n", "a number is missing" },
    { TITLE "0 0 1 5\n1\n1 0 1: 5 x0 =0;\n", "without samples" },
    { TITLE "0 2 1 5\n1\n1 0 1: 5 x2 =9 {4:1};\n", "1 of 2 samples" },
  };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    refused (files[i].text, strlen (files[i].text), files[i].words);
  *said = 0;
  arp_load_data ("/nonexistent/data.arp", on_error, NULL);
  CU_ASSERT_STRING_EQUAL (said, "4 '/nonexistent/data.arp': cannot be opened: "
				"No such file or directory\n");
}

/* No prefix of a binary file, and none with a bit that is wrong, is taken for what
   it was.  */
static void
test_damaged (void)
{
  counted = 0;
  begin (arp_record_histogram, arp_binary, NULL, count);
  filters (2, 3);
  arp_finish ();
  FILE *f = fopen (name, "r");
  size_t size = fread (text, 1, sizeof text, f);
  fclose (f);
  arp_load_data (name, on_error, NULL);
  CU_ASSERT_EQUAL (arp_get_nTraces (), 4);
  static char copy[sizeof text];
  for (size_t n = 0; n < size; n++)
    refused (memcpy (copy, text, n), n, "");
  for (size_t i = strlen (TITLE); i < size; i++)
    {
      memcpy (copy, text, size);
      copy[i] ^= 1 << i % 8;
      *said = 0;
      f = fopen (name, "w");
      fwrite (copy, 1, size, f);
      fclose (f);
      arp_load_data (name, on_error, NULL);
      for (unsigned k = 0; k < arp_get_nTraces (); k++)
	arp_free_trace (arp_get_trace (k));
      /* The number of records, the types: what fits is believed.  */
      if (i > strlen (TITLE "1 2 1 5\n4\n"))
	CU_ASSERT_STRING_NOT_EQUAL (said, "");
    }
  arp_free_data ();
}

static void
test_misuse (void)
{
  *said = 0;
  arp_start (1, 1, arp_record_all, on_error, NULL, NULL, NULL, NULL);
  CU_ASSERT_PTR_NOT_NULL (strstr (said, "before any arp_add_callbacks"));
  arp_enter_kernel (1, 1, 0);
  arp_leave_kernel (1, 1);
  arp_finish ();
  begin (arp_record_all, arp_ascii, NULL, cycle);
  arp_start (1, 1, arp_record_all, on_error, NULL, NULL, NULL, NULL);
  arp_set_file_name ("other");
  arp_leave (1, 7);
  CU_ASSERT_STRING_EQUAL (end (), TITLE "0 1 1 5\n0\n");
  CU_ASSERT_STRING_EQUAL (
    said, "2 a second arp_start comes after arp_start and is ignored\n"
	  "2 arp_set_file_name comes after arp_start and is ignored\n"
	  "0 section 7 is left in thread 1, which is not in it\n");
  /* A full disk.  */
  *said = 0;
  arp_set_file_name ("/dev/full");
  arp_add_callbacks (arp_uint, NULL, cycle, NULL, NULL, NULL);
  arp_start (1, 9, arp_record_all, on_error, NULL, NULL, NULL, NULL);
  arp_enter_kernel (1, 1, 0);
  arp_leave_kernel (1, 1);
  arp_finish ();
  CU_ASSERT_STRING_EQUAL (said,
			  "4 cannot write all of '/dev/full': No space left on "
			  "device; what it has is incomplete\n");
  /* What was recorded with other callbacks.  */
  begin (arp_record_all, arp_ascii, NULL, cycle);
  arp_finish ();
  *said = 0;
  arp_set_file_name (name);
  arp_add_callbacks (arp_double, NULL, NULL, NULL, NULL, NULL);
  arp_start (1, 9, arp_playback, on_error, NULL, NULL, NULL, NULL);
  CU_ASSERT_PTR_NOT_NULL (strstr (said,
				  "has samples of type uint, the program's "
				  "callbacks are for double; nothing"));
  arp_finish ();
  begin (arp_playback, arp_ascii, NULL, NULL);
  arp_finish ();
}

int
main (void)
{
  static const CU_TestInfo tests[] = {
    { "format", test_format },
    { "figure 5", test_figure_5 },
    { "call paths", test_call_paths },
    { "filters", test_filters },
    { "playback by two threads", test_parallel_playback },
    { "recursion", test_recursion },
    { "longjmp", test_longjmp },
    { "threads", test_threads },
    { "cancelled threads", test_cancel },
    { "65535 sections", test_sections },
    { "several sets", test_sets },
    { "modes", test_modes },
    { "types", test_types },
    { "bad files", test_bad_files },
    { "damaged files", test_damaged },
    { "misuse", test_misuse },
    CU_TEST_INFO_NULL
  };
  int fd = mkstemp (name);
  if (fd < 0)
    return 1;
  close (fd);
  /* So that what is behind an array is not 0 by chance.  */
  mallopt (M_PERTURB, 0x55);
  int status = run_tests ("arp", tests);
  unlink (name);
  return status;
}
