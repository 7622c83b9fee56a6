/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code at a process's points: which are on.  */

#include "live/live.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/switch.h"

/* Code that was read last: sites and gates are apart.  */
struct pieces
{
  const struct live_process *p;
  int last;			/* which was used */
  uint64_t start[2];
  unsigned char piece[2][1 << 13];
};

static void
read_pieces (void *data, uint64_t at, unsigned char *code)
{
  struct pieces *s = data;
  size_t size = sizeof s->piece[0], tries = 0;
  while (at < s->start[s->last]
	 || at - s->start[s->last] > size - HALT_SITE_BYTES)
    {
      s->last = !s->last;
      if (++tries < 2)
	continue;
      /* The one that was not used last.  */
      s->last = !s->last;
      ssize_t n = pread (s->p->memory, s->piece[s->last], size, (off_t) at);
      size_t got = n > 0 ? (size_t) n : 0;
      memset (s->piece[s->last] + got, 0, size - got);
      s->start[s->last] = at;
    }
  memcpy (code, s->piece[s->last] + (at - s->start[s->last]), HALT_SITE_BYTES);
}

void
live_repair (const struct live_process *p)
{
#ifdef HALT_INT3
  struct pieces s = { .p = p, .start = { UINT64_MAX, UINT64_MAX } };
  unsigned char code[HALT_SITE_BYTES];
  for (size_t i = 0; i < p->n_functions; i++)
    for (uint32_t k = 0; k < p->functions[i].n_points; k++)
      {
	const struct live_function *f = &p->functions[i];
	uint64_t address = f->address + k * sizeof *f->points;
	uint64_t site = halt_distant (address, f->points[k].site);
	read_pieces (&s, site, code);
	if (halt_under_break (&f->points[k], address, code))
	  (void) !pwrite (p->memory, code, 2, (off_t) site);
      }
  for (size_t i = 0; i < p->n_events; i++)
    if (live_read (p, p->events[i], code, 1) && code[0] == HALT_INT3)
      (void) !pwrite (p->memory, "\x0f\x1f", 2, (off_t) p->events[i]);
  /* A return, or what comes before one.  */
  const struct live_object *o = live_linker (p);
  uint64_t at = o ? live_symbol (p, o, "_dl_debug_state") : 0;
  if (at && live_read (p, at, code, 4) && code[0] == HALT_INT3)
    {
      bool mark = code[1] == HALT_INT3 && code[2] == 0x1e;
      (void) !pwrite (p->memory, mark ? "\xf3\x0f" : "\xc3", mark ? 2 : 1,
		      (off_t) at);
    }
#else
  (void) p;
#endif
}

void
live_find_on (const struct live_process *p, unsigned char *on)
{
  struct pieces s = { .p = p, .start = { UINT64_MAX, UINT64_MAX } };
  const struct halt_switching how = { .data = &s, .read = read_pieces };
  for (size_t i = 0; i < p->n_functions; i++)
    {
      const struct live_function *f = &p->functions[i];
      for (uint32_t at = 0, n; at < f->n_points; at += n)
	{
	  const struct halt_switch_point *point = f->points + at;
	  n = halt_switch_together (point, f->n_points - at);
	  halt_find_on (&how, point, f->address + at * sizeof *point, n,
			on + f->first + at);
	}
    }
}

void
live_count_points (const struct live_process *p, struct live_count *count)
{
  size_t n = live_n_points (p);
  unsigned char *on = calloc (n + 1, 1);
  *count = (struct live_count) { 0, n };
  if (!on)
    return;
  live_find_on (p, on);
  for (size_t i = 0; i < n; i++)
    {
      count->on += on[i];
      count->off -= on[i];
    }
  free (on);
}
