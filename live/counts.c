/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process has counted: its counters are read from its memory while it stands
   still, and become a live profile (halt/live.h), as if it had kept one.  */

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "halt/halt.h"
#include "halt/live.h"
#include "live/live.h"
#include "live/stop.h"
#include "map/map.h"

#define LINE HALT_LIVE_LINE
/* No table has more numbers: what says so is not what it was.  */
#define MOST ((uint64_t) 1 << 28)

/* The profile that is made.  Offsets, as it moves while it grows.  */
struct image
{
  const struct live_process *p;
  size_t object;		/* of what is read: how wide its words are */
  char *data;
  size_t size, room;
  uint32_t newest;
  uint32_t *lines;		/* of each object's record, or 0 */
  int error;			/* an errno */
};

/* SIZE more bytes, zeroed, which begin a line.  */
static size_t
more (struct image *m, size_t size)
{
  size_t at = (m->size + LINE - 1) & -(size_t) LINE;
  size_t end = at + ((size + LINE - 1) & -(size_t) LINE);
  if (end > m->room)
    {
      size_t room = end > 2 * m->room ? end : 2 * m->room;
      char *data = realloc (m->data, room);
      if (!data)
	{
	  m->error = ENOMEM;
	  return 0;
	}
      m->data = data;
      m->room = room;
    }
  memset (m->data + m->size, 0, end - m->size);
  m->size = end;
  return at;
}

static uint32_t
line_of (size_t at)
{
  return (uint32_t) (at / LINE);
}

/* A record like R with EXTRA bytes behind it; where it is, or 0.  */
static size_t
add_record (struct image *m, struct halt_live_record r, size_t extra)
{
  size_t at = more (m, sizeof r + extra);
  if (m->error)
    return 0;
  r.next = m->newest;
  r.size = extra;
  memcpy (m->data + at, &r, sizeof r);
  m->newest = line_of (at);
  return at;
}

/* The record AT has the N numbers that are at ADDRESS in the process.  */
static void
add_numbers (struct image *m, size_t at, uint64_t address, uint64_t n)
{
  if (m->error)
    return;
  size_t place = more (m, n * sizeof (uint64_t));
  if (m->error)
    return;
  struct halt_live_record *r = (struct halt_live_record *) (m->data + at);
  r->data = place;
  if (!live_read (m->p, address, m->data + r->data, n * sizeof (uint64_t)))
    m->error = EFAULT;
}

static size_t
word_size (const struct image *m)
{
  return m->p->objects[m->object].is_64 ? 8 : 4;
}

/* N words at ADDRESS.  */
static bool
read_words (struct image *m, uint64_t address, uint64_t *word, int n)
{
  uint32_t narrow[8];
  if (word_size (m) == 8)
    return live_read (m->p, address, word, (size_t) n * 8);
  if (!live_read (m->p, address, narrow, (size_t) n * 4))
    return false;
  for (int i = 0; i < n; i++)
    word[i] = narrow[i];
  return true;
}

/* --- objects ----------------------------------------------------------------- */

/* The descriptor at ADDRESS has ids, or none are to come.  */
static bool
read_unit (struct image *m, uint64_t address, struct halt_unit *unit)
{
  return live_read (m->p, address, unit, sizeof *unit)
	 && unit->version == HALT_UNIT_VERSION
	 && !(unit->flags & HALT_UNIT_RUNTIME)
	 && (unit->next != 0 || unit->count == 0);
}

/* Whether the unit at ADDRESS has points that can be switched.  */
static bool
is_switched (const struct live_process *p, uint64_t address)
{
  for (size_t i = 0; i < p->n_functions; i++)
    if (p->functions[i].unit == address)
      return true;
  return false;
}

static bool
has_cells (const struct live_process *p, size_t object)
{
  for (size_t i = 0; i < p->n_cells; i++)
    if (p->cells[i].object == object)
      return true;
  return false;
}

/* OBJECT, if it has units.  The program is always there.  */
static void
add_object (struct image *m, size_t object, bool program)
{
  const struct live_object *o = &m->p->objects[object];
  struct halt_unit unit;
  uint64_t n = 0;
  for (size_t i = 0; i < m->p->n_units; i++)
    n += m->p->units[i].object == object
	 && read_unit (m, m->p->units[i].address, &unit);
  if (n == 0 && !program)
    return;
  size_t path = strlen (o->path) + 1, id = strlen (o->build_id) + 1;
  struct halt_live_record r = {
    .type = HALT_LIVE_OBJECT, .kind = has_cells (m->p, object), .n = n
  };
  size_t at = add_record (m, r, n * sizeof (struct halt_prof_unit) + path + id);
  if (!at)
    return;
  m->lines[object] = line_of (at);
  char *to = m->data + at + sizeof r;
  for (size_t i = 0; i < m->p->n_units; i++)
    if (m->p->units[i].object == object
	&& read_unit (m, m->p->units[i].address, &unit))
      {
	struct halt_prof_unit u = {
	  .address = m->p->units[i].address - o->bias,
	  .base = unit.count ? unit.base : 0,
	  .count = unit.count,
	  .checksum = unit.checksum,
	  .flags = unit.flags & ~HALT_UNIT_STATE
	};
	if (is_switched (m->p, m->p->units[i].address))
	  u.flags |= HALT_UNIT_SWITCHED;
	memcpy (to, &u, sizeof u);
	to += sizeof u;
      }
  memcpy (to, o->path, path);
  memcpy (to + path, o->build_id, id);
}

/* The program first.  */
static void
add_objects (struct image *m)
{
  char name[64];
  struct stat program, st;
  snprintf (name, sizeof name, "/proc/%d/exe",
	    (int) stop_thread_of (m->p->pid));
  size_t first = 0;
  if (stat (name, &program) == 0)
    for (size_t i = m->p->n_objects; i-- > 0;)
      if (stat (m->p->objects[i].path, &st) == 0 && st.st_ino == program.st_ino
	  && st.st_dev == program.st_dev)
	first = i;
  add_object (m, first, true);
  for (size_t i = 0; i < m->p->n_objects; i++)
    if (i != first)
      add_object (m, i, false);
}

/* --- cells ------------------------------------------------------------------- */

/* What a unit counts itself.  An object that is not there any more has none.  */
static void
add_cells (struct image *m, const struct live_cells *c, bool *shared)
{
  struct halt_unit unit;
  m->object = c->object;
  if (!read_unit (m, c->unit, &unit) || c->n_cells > MOST
      || m->lines[c->object] == 0)
    return;
  struct halt_live_record r = {
    .type = HALT_LIVE_UNIT,
    .unit = m->lines[c->object],
    .path = c->cells - m->p->objects[c->object].bias,
    .n = c->n_cells
  };
  size_t at = add_record (m, r, 0);
  if (!at)
    return;
  add_numbers (m, at, c->cells, 2 * c->n_cells);
  *shared |= !c->threads && !(unit.flags & HALT_UNIT_ATOMIC);
  if (!c->threads)
    return;
  /* Blocks: the next one, and where this one is; its cells are 64 bytes
     further.  */
  uint64_t block[2];
  if (!read_words (m, c->threads + 2 * word_size (m), block, 1))
    m->error = EFAULT;
  while (!m->error && block[0])
    {
      if (!read_words (m, block[0], block, 2))
	{
	  m->error = EFAULT;
	  return;
	}
      r = (struct halt_live_record) {
	.type = HALT_LIVE_BLOCK, .unit = line_of (at), .n = c->n_cells
      };
      add_numbers (m, add_record (m, r, 0), block[1] + 64, 2 * c->n_cells);
    }
}

/* --- the library's counters ---------------------------------------------------- */

/* How many there are for each id; 0: none.  */
static int
cells_each (uint32_t kind)
{
  return kind_indexed (kind) ? 0 : (int) kind_cells (kind);
}

/* The list of KIND's shards that is at ADDRESS.  */
static void
add_shards (struct image *m, uint32_t kind, uint64_t address)
{
  uint64_t shard[5], each = (uint64_t) cells_each (kind);
  if (!read_words (m, address, &shard[4], 1))
    m->error = EFAULT;
  while (!m->error && shard[4])
    {
      if (!read_words (m, shard[4], shard, 5) || shard[0] > MOST)
	{
	  m->error = EFAULT;
	  return;
	}
      const struct halt_live_record r = { .type = HALT_LIVE_SHARD,
					  .kind = kind,
					  .id = shard[2],
					  .n = shard[0] * each };
      add_numbers (m, add_record (m, r, 0), shard[1], shard[0] * each);
    }
}

static void
add_rows (struct image *m, uint64_t address)
{
  uint64_t row[4];
  if (!read_words (m, address, &row[3], 1))
    m->error = EFAULT;
  while (!m->error && row[3])
    {
      if (!read_words (m, row[3], row, 4) || row[0] > MOST)
	{
	  m->error = EFAULT;
	  return;
	}
      const struct halt_live_record r = {
	.type = HALT_LIVE_ROW, .id = row[2], .n = row[0]
      };
      add_numbers (m, add_record (m, r, 0), row[1], row[0]);
    }
}

static void
add_paths (struct image *m, uint64_t address)
{
  uint64_t next, counter, path[2], word[2];
  uint64_t ids = (1ull << HALT_ID_BITS) - 1;
  if (!read_words (m, address, &next, 1))
    m->error = EFAULT;
  while (!m->error && next)
    {
      if (!live_read (m->p, next, path, sizeof path)
	  || !read_words (m, next + sizeof path, word, 2))
	{
	  m->error = EFAULT;
	  return;
	}
      uint32_t kind = (uint32_t) (path[1] >> HALT_ID_BITS);
      uint64_t ident = next + sizeof path + 6 * word_size (m);
      if (kind == HALT_CALLEE && !live_read (m->p, ident, path, sizeof path[0]))
	{
	  m->error = EFAULT;
	  return;
	}
      counter = word[0];
      next = word[1];
      const struct halt_live_record r = {
	.type = HALT_LIVE_PATH,
	.kind = kind ? kind : HALT_PATH_SUM_READ,
	.id = path[1] & ids,
	.path = path[0],
	.n = 1
      };
      add_numbers (m, add_record (m, r, 0), counter, 1);
    }
}

static void
add_library (struct image *m, const struct live_library *l, uint64_t *lost)
{
  uint64_t process, n;
  m->object = l->object;
  if (!read_words (m, l->process, &process, 1))
    return;
  for (uint32_t kind = 0; kind < l->n_kinds; kind++)
    if (cells_each (kind))
      add_shards (m, kind, l->shards + kind * word_size (m));
  add_rows (m, l->rows);
  add_paths (m, l->paths);
  if (process && read_words (m, process + word_size (m), &n, 1))
    *lost += n;
}

/* --- what was on ---------------------------------------------------------------- */

/* The points of OBJECT, of which those in ON were on.  */
static void
add_points (struct image *m, size_t object, const unsigned char *on)
{
  const struct live_process *p = m->p;
  struct halt_live_record r = { .type = HALT_LIVE_POINTS,
				.id = p->objects[object].bias };
  for (size_t i = 0; i < p->n_functions; i++)
    r.n += p->functions[i].object == object ? p->functions[i].n_points : 0;
  size_t size = r.n * sizeof (struct halt_live_point);
  size_t at = size == 0 ? 0 : add_record (m, r, size);
  if (!at)
    return;
  struct halt_live_point *to = (struct halt_live_point *) (m->data + at
							   + sizeof r);
  struct halt_unit unit = { 0 };
  uint64_t address = 0;
  bool known = false;
  ((struct halt_live_record *) (m->data + at))->data = at + sizeof r;
  for (size_t i = 0; i < p->n_functions; i++)
    {
      const struct live_function *f = &p->functions[i];
      for (uint32_t k = 0; f->object == object && k < f->n_points; k++, to++)
	{
	  const struct halt_switch_point *point = &f->points[k];
	  if (f->unit != address)
	    known = read_unit (m, address = f->unit, &unit);
	  to->id = (point->id[0] | (uint64_t) point->id[1] << 32)
		   + (point->flags & HALT_POINT_FIXED ? 0 : unit.base);
	  to->kind = point->kind;
	  to->on = known && on[f->first + k];
	}
    }
}

static void
add_all_points (struct image *m)
{
  const struct live_process *p = m->p;
  unsigned char *on = calloc (live_n_points (p) + 1, 1);
  if (!on)
    {
      m->error = ENOMEM;
      return;
    }
  if (p->were_on)
    memcpy (on, p->were_on, live_n_points (p));
  else
    live_find_on (p, on);
  for (size_t i = 0; i < p->n_objects && !m->error; i++)
    add_points (m, i, on);
  free (on);
}

/* --- the profile ----------------------------------------------------------------- */

bool
live_has_threads (pid_t pid)
{
  char name[64];
  struct stat st;
  snprintf (name, sizeof name, "/proc/%d/task", (int) pid);
  return stat (name, &st) == 0 && st.st_nlink > 3;
}

static int
write_all (int file, const char *data, size_t size)
{
  if (ftruncate (file, 0) != 0 || lseek (file, 0, SEEK_SET) != 0)
    return errno;
  while (size > 0)
    {
      ssize_t n = write (file, data, size);
      if (n < 0 && errno == EINTR)
	continue;
      if (n <= 0)
	return n < 0 ? errno : EIO;
      data += n;
      size -= (size_t) n;
    }
  return 0;
}

/* Write what was counted to P->counts.  0 or an errno.  */
static int
write_counts (const struct live_process *p)
{
  struct image m = { .p = p };
  struct halt_live h = { .magic = HALT_LIVE_MAGIC,
			 .version = HALT_LIVE_VERSION,
			 .header_size = sizeof h,
			 .pid = (uint64_t) p->pid,
			 .ended = HALT_LIVE_EXIT };
  bool shared = false;
  char magic;
  if (!live_read (p, p->objects[0].start, &magic, 1))
    return ESRCH;
  more (&m, sizeof h);
  m.lines = calloc (p->n_objects, sizeof *m.lines);
  if (!m.lines)
    m.error = ENOMEM;
  else
    add_objects (&m);
  for (size_t i = 0; i < p->n_cells && !m.error; i++)
    add_cells (&m, &p->cells[i], &shared);
  for (size_t i = 0; i < p->n_libraries && !m.error; i++)
    add_library (&m, &p->libraries[i], &h.lost);
  if (!m.error)
    add_all_points (&m);
  if (shared && live_has_threads (p->pid))
    h.flags = HALT_PROF_THREADS;
  h.newest = m.newest;
  h.end = line_of (m.size);
  if (!m.error)
    {
      memcpy (m.data, &h, sizeof h);
      m.error = write_all (p->counts, m.data, m.size);
    }
  free (m.lines);
  free (m.data);
  return m.error;
}

/* --- before and after ------------------------------------------------------------ */

bool
live_keep_counts (struct live_process *p, char *why)
{
  p->counts = memfd_create ("counts", MFD_CLOEXEC);
  p->still = write_counts;
  if (p->counts < 0)
    snprintf (why, LIVE_WHY, "no file in memory: %s", strerror (errno));
  return p->counts >= 0;
}

bool
live_kept_counts (struct live_process *p, struct live_image *image, char *why)
{
  struct stat st;
  void *data = MAP_FAILED;
  if (fstat (p->counts, &st) == 0 && st.st_size > 0)
    data = mmap (NULL, (size_t) st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE,
		 p->counts, 0);
  if (data == MAP_FAILED)
    {
      snprintf (why, LIVE_WHY, "what process %d has counted was not kept: %s",
		(int) p->pid, strerror (errno));
      return false;
    }
  *image = (struct live_image) { data, (size_t) st.st_size };
  /* The next ones are another file's.  */
  close (p->counts);
  return live_keep_counts (p, why);
}

bool
live_take_counts (struct live_process *p, struct live_image *image, char *why)
{
  if (p->counts < 0 && !live_keep_counts (p, why))
    return false;
  p->still = NULL;
  int error = write_counts (p);
  if (error)
    {
      snprintf (why, LIVE_WHY, "cannot read the counters of process %d: %s",
		(int) p->pid, strerror (error));
      return false;
    }
  bool good = live_kept_counts (p, image, why);
  p->still = NULL;
  return good;
}

void
live_image_release (struct live_image *image)
{
  if (image->data)
    munmap (image->data, image->size);
  *image = (struct live_image) { NULL, 0 };
}
