/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths were taken, found by following every block: the oracle of
   tests/paths-exact.  Linked into the program, it takes the events of entry and
   bb, and knows from the file HALT_PATHS_TABLE (tests/tools/paths-compare writes it)
   which blocks there are and where paths are cut; nothing of sums and numbers.
   When the program ends it writes to HALT_PATHS_TRACE

     FUNCTION COUNT BEGIN END BLOCK...

   for each path that was taken, where BEGIN is a block, and END is -1, the
   function was left; -2, by any edge; or the block that the last edge led to.

   For one thread.  The program may have functions of its own with libc's names:
   none of its memory is asked for, and little else.  */

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Roles of edges, flags of blocks, as the table has them.  */
enum { STEP, ENDS, LOOSE, LOST };
#define STOP 1			/* paths end in front of it */
#define TAIL 2			/* and with it */
#define LEAVES 4		/* the function is left by it */
#define FRONT 8			/* paths begin in front of it */

#define LEFT -1
#define ANY -2

struct edge
{
  int from, to, role;
};

struct function
{
  int n_blocks, n_edges;
  int *flags;
  struct edge *edges;
};

/* A prefix of paths: that of UP and one block.  */
struct node
{
  int up, function, block;
  int end;			/* of what hangs from it as a count, or 0 */
  uint64_t count;
  int chain;
};

struct frame
{
  int function, block;		/* -1: none yet */
  int node;			/* path so far; -1: none */
};

#define NODES (1 << 24)
#define HASH (1 << 22)
#define FRAMES (1 << 22)

static struct function *functions;
static int n_functions, n_ids;
static struct { int function, block; } *ids;
static struct node *nodes;
static int *hash, n_nodes = 1;
static struct frame *frames;
static int depth;
static int broken, ready;

static void *
memory (size_t size)
{
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE,
		  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED)
    _exit (99);
  return p;
}

/* --- the table ------------------------------------------------------------ */

static const char *at;

static int
number (void)
{
  int n = 0, sign = 1;
  while (*at == ' ' || *at == '\n')
    at++;
  if (*at == '-')
    sign = -1, at++;
  while (*at >= '0' && *at <= '9')
    n = 10 * n + *at++ - '0';
  return sign * n;
}

static void
read_table (void)
{
  const char *name = getenv ("HALT_PATHS_TABLE");
  int fd = name ? open (name, O_RDONLY) : -1;
  off_t size = fd < 0 ? 0 : lseek (fd, 0, SEEK_END);
  if (size <= 0)
    _exit (98);
  char *text = memory (size + 1);
  lseek (fd, 0, SEEK_SET);
  for (off_t done = 0; done < size;)
    {
      ssize_t n = read (fd, text + done, size - done);
      if (n <= 0)
	_exit (98);
      done += n;
    }
  close (fd);
  at = text;
  n_functions = number ();
  functions = memory ((n_functions + 1) * sizeof *functions);
  for (int f = 0; f < n_functions; f++)
    {
      struct function *fn = functions + f;
      fn->n_blocks = number ();
      fn->n_edges = number ();
      fn->flags = memory ((fn->n_blocks + 1) * sizeof (int));
      fn->edges = memory ((fn->n_edges + 1) * sizeof *fn->edges);
      for (int b = 0; b < fn->n_blocks; b++)
	fn->flags[b] = number ();
      for (int e = 0; e < fn->n_edges; e++)
	{
	  fn->edges[e].from = number ();
	  fn->edges[e].to = number ();
	  fn->edges[e].role = number ();
	}
    }
  n_ids = number ();
  ids = memory ((n_ids + 1) * sizeof *ids);
  for (int i = 0; i < n_ids; i++)
    {
      ids[i].function = number ();
      ids[i].block = number ();
    }
  nodes = memory (NODES * sizeof *nodes);
  hash = memory (HASH * sizeof *hash);
  frames = memory (FRAMES * sizeof *frames);
  ready = 1;
}

/* --- paths ---------------------------------------------------------------- */

/* The node that has BLOCK, or END, behind UP.  */
static int
go (int up, int function, int block, int end)
{
  uint64_t key = (uint64_t) up * 0x9e3779b97f4a7c15u
		 + (uint64_t) function * 0xc2b2ae3d27d4eb4fu
		 + (uint64_t) block * 0x165667b19e3779f9u + (uint64_t) end * 77;
  int *slot = &hash[(key ^ key >> 29) * 0x9e3779b97f4a7c15u >> 42];
  for (int n = *slot; n; n = nodes[n].chain)
    if (nodes[n].up == up && nodes[n].function == function
	&& nodes[n].block == block && nodes[n].end == end)
      return n;
  if (n_nodes == NODES)
    {
      broken = 1;
      return 0;
    }
  nodes[n_nodes] = (struct node) { up, function, block, end, 0, *slot };
  return *slot = n_nodes++;
}

/* Count the path of FR, which ends so.  */
static void
ends (struct frame *fr, int end)
{
  nodes[go (fr->node, fr->function, end, 1)].count++;
}

/* A path begins with BLOCK, in front of it if there is such a thing.  */
static void
begins (struct frame *fr, int block)
{
  const struct function *fn = functions + fr->function;
  fr->node = go (0, fr->function, block, 2);
  if ((fn->flags[block] & FRONT) && (fn->flags[block] & STOP))
    {
      ends (fr, block);
      fr->node = go (0, fr->function, block, 2);
    }
}

static void
comes_to (struct frame *fr, int block)
{
  const struct function *fn = functions + fr->function;
  int flags = fn->flags[block];
  fr->node = go (fr->node, fr->function, block, 0);
  fr->block = block;
  if (flags & TAIL)
    ends (fr, ANY);
  else if (flags & LEAVES)
    ends (fr, LEFT);
  if (flags & LEAVES)
    depth--;
}

static const struct edge *
find_edge (const struct function *fn, int from, int to)
{
  for (int e = 0; e < fn->n_edges; e++)
    if (fn->edges[e].from == from && fn->edges[e].to == to)
      return fn->edges + e;
  return NULL;
}

/* Control goes from FR's block to BLOCK, by an edge or by two, with a block that
   only leads on between them; what is on its way then is lost.  */
static int
crosses (struct frame *fr, int block)
{
  const struct function *fn = functions + fr->function;
  const struct edge *e = find_edge (fn, fr->block, block);
  int role = LOST;
  if (e)
    role = e->role;
  else
    {
      for (int i = 0; i < fn->n_edges && !e; i++)
	if (fn->edges[i].from == fr->block && fn->edges[i].role >= LOOSE
	    && find_edge (fn, fn->edges[i].to, block))
	  e = fn->edges + i;
      if (!e)
	return 0;
    }
  if (role == STEP && (fn->flags[block] & STOP))
    role = ENDS;
  if (role == ENDS)
    ends (fr, block);
  if (role == STEP)
    return 1;
  if (role == ENDS && e->role == STEP)
    fr->node = go (0, fr->function, block, 2);
  else
    begins (fr, block);
  return 1;
}

void
_record_entry (unsigned long id)
{
  if (!ready)
    read_table ();
  if (depth == FRAMES)
    broken = 1;
  else if (id < (unsigned long) n_ids)
    frames[depth++] = (struct frame) { ids[id].function, -1, -1 };
}

void
_record_block (unsigned long id)
{
  if (!ready || id >= (unsigned long) n_ids)
    return;
  int function = ids[id].function, block = ids[id].block;
  /* Frames may have been left without a word.  */
  for (; depth > 0; depth--)
    {
      struct frame *fr = frames + depth - 1;
      if (fr->function != function)
	continue;
      if (fr->block < 0)
	begins (fr, block);
      else if (!crosses (fr, block))
	continue;
      comes_to (fr, block);
      return;
    }
  broken = 1;
}

/* --- output --------------------------------------------------------------- */

static void
write_path (FILE *f, int n)
{
  static int blocks[1 << 20];
  int length = 0, begin = -1;
  for (int up = nodes[n].up; up; up = nodes[up].up)
    if (nodes[up].end == 2)
      begin = nodes[up].block;
    else if (length < 1 << 20)
      blocks[length++] = nodes[up].block;
  fprintf (f, "%d %llu %d %d", nodes[n].function,
	   (unsigned long long) nodes[n].count, begin, nodes[n].block);
  while (length > 0)
    fprintf (f, " %d", blocks[--length]);
  fputc ('\n', f);
}

__attribute__ ((destructor)) static void
finish (void)
{
  const char *name = getenv ("HALT_PATHS_TRACE");
  FILE *f = name && ready ? fopen (name, "w") : NULL;
  if (!f)
    return;
  for (int n = 1; n < n_nodes; n++)
    if (nodes[n].end == 1)
      write_path (f, n);
  fputs (broken ? "broken\n" : "end\n", f);
  fclose (f);
}
