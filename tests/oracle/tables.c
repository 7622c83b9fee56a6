/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hash table with chains, an open-addressed one, a linked list and a binary
   tree; all memory from a pool.  */

#include <stdio.h>
#include <string.h>

struct node
{
  unsigned key;
  int value;
  struct node *left, *right;
};

static struct node pool[4000];
static int used;
static struct node *chains[64];
static unsigned slots[512];
volatile unsigned seed = 31;

static struct node *
new_node (unsigned key)
{
  struct node *n = &pool[used++];
  n->key = key;
  return n;
}

static struct node *
chained (unsigned key)
{
  struct node **p = &chains[key * 2654435761u >> 26];
  for (; *p; p = &(*p)->left)
    if ((*p)->key == key)
      return *p;
  return *p = new_node (key);
}

static int
open_addressed (unsigned key)
{
  unsigned i = key * 2654435761u >> 23, probes = 0;
  while (slots[i] && slots[i] != key)
    {
      i = (i + 1) % 512;
      if (++probes > 60)
	return -1;
    }
  slots[i] = key;
  return probes;
}

static int
insert (struct node **root, unsigned key)
{
  int depth = 0;
  while (*root)
    {
      depth++;
      if (key == (*root)->key)
	{
	  (*root)->value++;
	  return depth;
	}
      root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
  *root = new_node (key);
  return depth;
}

static struct node *
reverse (struct node *list)
{
  struct node *done = NULL;
  while (list)
    {
      struct node *next = list->left;
      list->left = done;
      done = list;
      list = next;
    }
  return done;
}

int
main (void)
{
  struct node *root = NULL;
  unsigned s = seed;
  long sum = 0;
  for (int i = 0; i < 500; i++)
    {
      s = s * 1664525 + 1013904223;
      unsigned key = (s >> 20) % 700 + 1;
      sum += ++chained (key)->value;
      sum += open_addressed (key % 450 + 1);
      sum += insert (&root, s >> 22);
    }
  for (int i = 0; i < 64; i++)
    {
      chains[i] = reverse (chains[i]);
      for (struct node *n = chains[i]; n; n = n->left)
	sum = sum * 5 % 1000003 + n->key;
    }
  printf ("%ld %d\n", sum, used);
  return 0;
}
