/* SPDX-License-Identifier: MIT */
/* The clock that counts a thread's events of one kind: that for whose word the
   Makefile defines HALT_ONLY_word (x) as `, x'.  The analysis routine of that kind
   counts, and does nothing else.  Who wants it links libarp-events.a before any other
   that has such routines.  */

#include "halt/halt.h"
#include "arp/run/clock.h"
#include "atomium_rp.h"

#define COUNT_NONE(word, routine, params)
#define COUNT_PATHS(word, routine, params)
#define COUNT_VALUES(word, routine, params)
#define COUNT_EVENTS(word, routine, params) \
  static __thread unsigned long long events \
    __attribute__ ((tls_model ("initial-exec"))); \
  static struct arp_clock clock = { .kind = #word }; \
  __attribute__ ((weak)) void routine params { events++; } \
  void arp_##word##_enter (const arp_sid sid, void *data, void *context) \
  { \
    (void) sid, (void) context; \
    *(unsigned long long *) data = events; \
  } \
  void arp_##word##_leave (const arp_sid sid, void *data, void *context) \
  { \
    unsigned long long *then = data; \
    (void) sid, (void) context; \
    *then = events - *then; \
    arp_clock_says (&clock, events); \
  }
#define COUNT_WAYS COUNT_EVENTS
#define COUNT_BYTES COUNT_EVENTS
#define COUNT_INDICES COUNT_EVENTS

/* What follows the first argument: nothing, for all words but one.  */
#define REST(first, ...) __VA_ARGS__
#define PICKED(...) REST (__VA_ARGS__)

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  PICKED (HALT_ONLY_##word (COUNT_##cells (word, routine, HALT_PARAMS_##args)))
#include "halt/kinds.def"
