/* SPDX-License-Identifier: MIT */
/* Sections as they are entered and left.

   Each thread has a tree of the paths that it was ever on.  A section that is
   open has a frame.  The counter of a section belongs to its path and to one
   execution of what is around it: when that is another one, the counter starts
   again.  Executions are told apart by serial numbers, so nothing need be
   reset.

   In mode all, a sample is an instance, and so is each section around it.  Those
   are made when the first sample in them is.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

/* Room for element N of SIZE bytes at *LIST, which has *ROOM.  */
static bool
grow (void *list, uint32_t n, uint32_t *room, size_t size)
{
  if (n < *room)
    return true;
  if (n >= UINT32_MAX / 2)
    return false;
  uint32_t more = *room ? 2 * *room : 64;
  while (more <= n)
    more *= 2;
  void *p = realloc (*(void **) list, more * size);
  if (!p)
    return false;
  *(void **) list = p;
  *room = more;
  return true;
}

/* --- paths -------------------------------------------------------------------- */

static uint32_t
path_slot (const struct arp_thread *t, const struct arp_path *from, arp_sid sid)
{
  uint64_t key = ((uint64_t) (uintptr_t) from >> 4) * 65536 + sid;
  return key * 0x9e3779b97f4a7c15u >> 32 & (t->hash_size - 1);
}

static bool
grow_hash (struct arp_thread *t)
{
  uint32_t size = t->hash_size ? 2 * t->hash_size : 64;
  struct arp_path **hash = calloc (size, sizeof *hash), **old = t->hash;
  uint32_t old_size = t->hash_size;
  if (!hash)
    return false;
  t->hash = hash;
  t->hash_size = size;
  for (uint32_t i = 0; i < old_size; i++)
    for (struct arp_path *p = old[i], *next; p; p = next)
      {
	uint32_t at = path_slot (t, p->parent, p->sid);
	next = p->chain;
	p->chain = hash[at];
	hash[at] = p;
      }
  free (old);
  return true;
}

/* The path that goes on from FROM with SID; NULL: out of memory.  */
static struct arp_path *
path_step (struct arp_thread *t, struct arp_path *from, arp_sid sid)
{
  struct arp_path *p = from->recent;
  if (p && p->sid == sid)
    return p;
  if (t->hash_size)
    for (p = t->hash[path_slot (t, from, sid)]; p; p = p->chain)
      if (p->parent == from && p->sid == sid)
	return from->recent = p;
  if (t->n_paths >= t->hash_size && !grow_hash (t))
    return NULL;
  p = calloc (1, sizeof *p);
  if (!p)
    return NULL;
  p->parent = from;
  p->sid = sid;
  if (from->last)
    from->last->sibling = p;
  else
    from->first = p;
  from->last = p;
  uint32_t at = path_slot (t, from, sid);
  p->chain = t->hash[at];
  t->hash[at] = p;
  t->n_paths++;
  return from->recent = p;
}

bool
arp_clear (struct arp_thread *t)
{
  for (uint32_t i = 0; i < t->hash_size; i++)
    for (struct arp_path *p = t->hash[i], *next; p; p = next)
      {
	next = p->chain;
	for (unsigned k = 0; p->sums && k < ARP_SETS; k++)
	  free (p->sums[k].buckets);
	free (p->sums);
	free (p);
      }
  free (t->hash);
  t->hash = NULL;
  t->hash_size = t->n_paths = 0;
  memset (&t->root, 0, sizeof t->root);
  for (unsigned i = 0; i < t->room; i++)
    free (t->frames[i].data);
  free (t->frames);
  t->frames = NULL;
  t->n_frames = t->room = 0;
  free (t->instances);
  t->instances = NULL;
  t->n_instances = t->instances_room = 0;
  free (t->values);
  t->values = NULL;
  t->n_values = t->values_room = 0;
  t->lost = 0;
  if (!grow (&t->frames, 15, &t->room, sizeof *t->frames))
    return false;
  memset (t->frames, 0, t->room * sizeof *t->frames);
  arp_restart (t);
  return true;
}

void
arp_restart (struct arp_thread *t)
{
  t->n_frames = 0;
  t->context_frames = 0;
  if (!t->frames)
    return;
  t->frames[0] = (struct arp_frame) {
    .path = &t->root, .serial = ++t->serial, .known = true
  };
  t->n_frames = 1;
}

/* --- frames -------------------------------------------------------------------- */

/* Section SID is entered; its frame, or NULL.  */
static struct arp_frame *
push_frame (struct arp_thread *t, arp_sid sid, arp_lidx start)
{
  unsigned room = t->room;
  if (t->n_frames == 0
      || !grow (&t->frames, t->n_frames, &t->room, sizeof *t->frames))
    return NULL;
  if (t->room > room)
    memset (t->frames + room, 0, (t->room - room) * sizeof *t->frames);
  struct arp_frame *f = t->frames + t->n_frames, *around = f - 1;
  struct arp_path *p = path_step (t, around->path, sid);
  if (!p)
    return NULL;
  if (p->around == around->serial)
    p->index = (arp_lidx) ((unsigned) p->index + 1);
  else
    {
      p->index = start;
      p->around = around->serial;
    }
  f->path = p;
  f->serial = ++t->serial;
  f->index = p->index;
  f->instance = 0;
  f->kind = ARP_PLAIN;
  t->n_frames++;
  if (arp_run.shape.mode == arp_playback)
    arp_play_enter (around, f);
  return f;
}

/* The instance of frame N, made if need be; 0: out of memory.  */
static uint32_t
instance (struct arp_thread *t, unsigned n)
{
  unsigned from = n;
  while (from > 1 && !t->frames[from - 1].instance)
    from--;
  for (; from <= n; from++)
    {
      struct arp_frame *f = t->frames + from;
      if (f->instance)
	continue;
      if (!grow (&t->instances, t->n_instances + 1, &t->instances_room,
		 sizeof *t->instances))
	return 0;
      t->instances[++t->n_instances] = (struct arp_instance) {
	.parent = from > 1 ? f[-1].instance : 0,
	.sid = f->path->sid,
	.index = f->index
      };
      f->instance = t->n_instances;
    }
  return t->frames[n].instance;
}

/* The sample of frame F, which is in its data, is complete.  */
static bool
keep_sample (struct arp_thread *t, struct arp_frame *f)
{
  const struct arp_shape *s = &arp_run.shape;
  struct arp_path *p = f->path;
  if (s->mode == arp_playback)
    return true;
  if (s->mode == arp_record_all)
    {
      if (!f->instance || !t->instances[f->instance].values)
	return false;
      memcpy (t->values + t->instances[f->instance].values * s->size, f->data,
	      s->size);
      t->instances[f->instance].measured = true;
      return true;
    }
  if (!p->sums)
    {
      p->sums = arp_calloc (ARP_SETS, sizeof *p->sums);
      if (!p->sums)
	return false;
    }
  for (unsigned i = 0; i < s->n_sets; i++)
    {
      long double n = arp_number (s->type[i], f->data + s->offset[i]);
      if (s->mode == arp_record_histogram
	  && !arp_sum_bucket (p->sums + i, arp_bucket_of (n), 1))
	return false;
      p->sums[i].sum += n;
    }
  p->count++;
  return true;
}

/* The innermost section is left.  */
static void
pop (struct arp_thread *t)
{
  struct arp_frame *f = t->frames + t->n_frames - 1;
  if (f->kind != ARP_PLAIN && f->data)
    {
      for (unsigned i = 0; i < arp_run.shape.n_sets; i++)
	if (arp_run.set[i].leave)
	  arp_run.set[i].leave (f->path->sid, f->data + arp_run.shape.offset[i],
				t->context[i]);
      if (!keep_sample (t, f))
	t->lost++;
    }
  t->n_frames--;
}

void
arp_close (struct arp_thread *t, unsigned depth)
{
  if (depth < t->context_frames + 1)
    depth = t->context_frames + 1;
  while (t->n_frames > depth)
    pop (t);
}

bool
arp_inherit (struct arp_thread *t, const struct arp_thread *parent,
	     unsigned depth)
{
  arp_restart (t);
  for (unsigned i = 1; i < depth && i < parent->n_frames; i++)
    {
      const struct arp_frame *from = parent->frames + i;
      struct arp_frame *f = push_frame (t, from->path->sid, from->index);
      if (!f)
	return false;
      f->node = from->node;
      f->known = from->known;
    }
  t->context_frames = t->n_frames - 1;
  return true;
}

bool
arp_open (const struct arp_thread *t)
{
  for (unsigned i = t->context_frames + 1; i < t->n_frames; i++)
    if (t->frames[i].kind != ARP_PLAIN)
      return true;
  return false;
}

/* Room for the sample of the innermost section.  */
static bool
prepare_sample (struct arp_thread *t)
{
  struct arp_frame *f = t->frames + t->n_frames - 1;
  const struct arp_shape *s = &arp_run.shape;
  if (!f->data)
    f->data = malloc (s->size);
  if (!f->data)
    return false;
  if (s->mode == arp_playback)
    {
      arp_play (f);
      return true;
    }
  memset (f->data, 0, s->size);
  if (s->mode != arp_record_all)
    return true;
  uint32_t n = instance (t, t->n_frames - 1);
  if (!n || !grow (&t->values, t->n_values + 1, &t->values_room, s->size))
    return false;
  t->instances[n].values = ++t->n_values;
  return true;
}

static void
enter_section (arp_tid tid, arp_sid sid, arp_lidx start, enum arp_kind kind)
{
  int e = errno;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return;
  struct arp_thread *t = arp_thread (tid);
  if (!t || !arp_take (t))
    return;
  if (!t->spawned)
    arp_call_spawn (t);
  if (sid > arp_run.max_sid)
    {
      static int said;
      arp_say (&said, arp_warning,
	       "section %u is beyond the %u that arp_start was told", sid,
	       arp_run.max_sid);
    }
  struct arp_frame *f = push_frame (t, sid, start);
  if (!f)
    t->lost += kind != ARP_PLAIN;
  else if (kind != ARP_PLAIN)
    {
      f->kind = kind;
      if (!prepare_sample (t))
	{
	  f->kind = ARP_PLAIN;
	  t->lost++;
	}
      errno = e;
      for (unsigned i = 0; f->kind && i < arp_run.shape.n_sets; i++)
	if (arp_run.set[i].enter)
	  arp_run.set[i].enter (sid, f->data + arp_run.shape.offset[i],
				t->context[i]);
    }
  arp_give (t);
  errno = e;
}

static void
leave_section (arp_tid tid, arp_sid sid)
{
  int e = errno;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return;
  struct arp_thread *t = arp_thread (tid);
  if (!t || !arp_take (t))
    return;
  unsigned n = t->n_frames;
  while (--n > t->context_frames && t->frames[n].path->sid != sid)
    ;
  if (n > t->context_frames)
    arp_close (t, n);
  else if (!arp_units_late)
    {
      static int said;
      char section[ARP_SECTION];
      arp_name_section (sid, section);
      arp_say (&said, arp_warning,
	       "%s is left in thread %u, which is not in it", section, t->tid);
    }
  arp_give (t);
  errno = e;
}

void
arp_enter (const arp_tid tid, const arp_sid sid, const arp_lidx start)
{
  enter_section (tid, sid, start, ARP_PLAIN);
}

void
arp_enter_kernel (const arp_tid tid, const arp_sid sid, const arp_lidx start)
{
  enter_section (tid, sid, start, ARP_KERNEL);
}

void
arp_enter_profiled (const arp_tid tid, const arp_sid sid, const arp_lidx start)
{
  enter_section (tid, sid, start, ARP_PROFILED);
}

void
arp_leave (const arp_tid tid, const arp_sid sid)
{
  leave_section (tid, sid);
}

void
arp_leave_kernel (const arp_tid tid, const arp_sid sid)
{
  leave_section (tid, sid);
}

void
arp_leave_profiled (const arp_tid tid, const arp_sid sid)
{
  leave_section (tid, sid);
}

unsigned
arp_depth (const arp_tid tid)
{
  unsigned n = 0;
  int e = errno;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return 0;
  struct arp_thread *t = arp_thread (tid);
  if (t && arp_take (t))
    {
      n = t->n_frames - 1 - t->context_frames;
      arp_give (t);
    }
  errno = e;
  return n;
}

void
arp_unwind (const arp_tid tid, const unsigned depth)
{
  int e = errno;
  if (!__atomic_load_n (&arp_run.on, __ATOMIC_ACQUIRE))
    return;
  struct arp_thread *t = arp_thread (tid);
  if (t && arp_take (t))
    {
      if (depth < t->n_frames)
	arp_close (t, depth + 1 + t->context_frames);
      arp_give (t);
    }
  errno = e;
}
