/* SPDX-License-Identifier: MIT */
/* Counts of paths, and of the values of ids: of what a program has few and could have
   very many.

   Each thread has a tree of the paths that it has come to, which belongs to it as
   its shards do (count.c).  The next bits of a hash of procedure and path say
   where to go on at each node, so that the tree needs no balance.  A node that
   is there stays where it is: a new one is hung in place of a null pointer by one
   atomic instruction, whatever handler or thread does the same.  A table of nodes
   that were met lately is asked before the tree.

   Source of the tree: C. Wellons, "An easy-to-implement, arena-friendly hash
   map", 2023 ("hash-trie").  */

#include <errno.h>
#include <string.h>

#include "halt/live.h"
#include "runtime/record.h"

static struct halt_path_tree none;
__thread struct halt_path_tree *__halt3_paths = &none;

/* The list only grows, at the front.  */
static struct halt_path_tree *trees;

struct halt_path_node *__halt_path_nodes;
uint32_t __halt_paths_known;

/* What lost events are added to.  */
static uint64_t nothing;

static struct halt_path_tree *
create_tree (void)
{
  struct halt_path_tree *tree = __halt_map (sizeof *tree);
  if (!tree)
    return NULL;
  tree->busy = 1;
  tree->next = __atomic_load_n (&trees, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&trees, &tree->next, tree, 0,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
  return tree;
}

/* A tree for the thread: one that another thread left, or a new one.  If a
   handler finds one meanwhile, that is the thread's; ours is left again.  */
static struct halt_path_tree *
find_tree (void)
{
  struct halt_path_tree *tree = __atomic_load_n (&trees, __ATOMIC_ACQUIRE);
  for (; tree; tree = tree->next)
    if (!__atomic_load_n (&tree->busy, __ATOMIC_RELAXED)
	&& !__atomic_exchange_n (&tree->busy, 1, __ATOMIC_ACQUIRE))
      break;
  if (!tree && !(tree = create_tree ()))
    return NULL;
  struct halt_path_tree *mine = &none;
  if (!__atomic_compare_exchange_n (&__halt3_paths, &mine, tree, 0,
				    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    {
      __atomic_store_n (&tree->busy, 0, __ATOMIC_RELEASE);
      return mine;
    }
  __halt_count_mine ();
  return tree;
}

static uint64_t
hash_of (uint64_t proc, uint64_t path)
{
  return (path * HALT_GOLDEN ^ proc) * HALT_GOLDEN;
}

static struct halt_path_node *
create_node (uint64_t proc, uint64_t path)
{
  unsigned int kind = halt_path_kind (proc);
  const struct halt_live_record what = {
    .type = HALT_LIVE_PATH,
    .kind = kind,
    .id = proc ^ halt_path_key (kind, 0),
    .path = kind == HALT_CALLEE ? __halt_callee (path) : path,
    .n = 1
  };
  size_t more = kind == HALT_CALLEE ? sizeof (uint64_t) : 0;
  struct halt_path_node *node = __halt_alloc (sizeof *node + more);
  if (!node || !(node->counter = __halt_counters (&what, sizeof (uint64_t))))
    return NULL;
  if (more)
    node->ident[0] = what.path;
  node->proc = proc;
  node->path = path;
  return node;
}

static struct halt_path_node *
list (struct halt_path_node *node)
{
  node->next = __atomic_load_n (&__halt_path_nodes, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&__halt_path_nodes, &node->next, node, 0,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
  return node;
}

/* The node of PATH of PROC in TREE, or NULL if there is no memory.  */
static struct halt_path_node *
find_node (struct halt_path_tree *tree, uint64_t proc, uint64_t path)
{
  struct halt_path_node **place = &tree->root, *fresh = NULL;
  for (uint64_t hash = hash_of (proc, path);; hash = hash << 2 | hash >> 62)
    {
      struct halt_path_node *node = __atomic_load_n (place, __ATOMIC_ACQUIRE);
      if (!node)
	{
	  if (!fresh && !(fresh = create_node (proc, path)))
	    return NULL;
	  if (__atomic_compare_exchange_n (place, &node, fresh, 0,
					   __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
	    return list (fresh);
	}
      if (node->proc == proc && node->path == path)
	return node;
      place = &node->way[hash >> 62];
    }
}

uint64_t *
__halt3_find_path (uint64_t proc, uint64_t path)
{
  int saved = errno;
  struct halt_path_tree *tree = __atomic_load_n (&__halt3_paths,
						 __ATOMIC_RELAXED);
  struct halt_path_node *node = NULL;
  if (tree != &none || (tree = find_tree ()))
    node = find_node (tree, proc, path);
  if (node)
    __atomic_store_n (&tree->lately[halt_path_slot (proc, path)], node,
		      __ATOMIC_RELEASE);
  __halt_paths_known |= 1u << halt_path_kind (proc);
  errno = saved;
  if (node)
    return node->counter;
  __halt_lose ();
  return &nothing;
}

uint64_t
__halt3_order (void)
{
  static unsigned long last;
  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}

void
__halt_paths_leave (void)
{
  struct halt_path_tree *tree = __atomic_exchange_n (&__halt3_paths, &none,
						     __ATOMIC_RELAXED);
  if (tree != &none)
    __atomic_store_n (&tree->busy, 0, __ATOMIC_RELEASE);
}

void
__halt_paths_forked (void)
{
  for (struct halt_path_tree *tree = trees; tree; tree = tree->next)
    __atomic_store_n (&tree->busy, tree == __halt3_paths, __ATOMIC_RELAXED);
}

void
__halt_paths_clear (void)
{
  for (struct halt_path_node *node = __halt_path_nodes; node; node = node->next)
    *node->counter = 0;
}
