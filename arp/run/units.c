/* SPDX-License-Identifier: MIT */
/* Which functions lead to a section, in the whole program, and the numbers of
   sections.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"
#include "arp/run/units.h"
#include "runtime/say.h"

void __arp_unit (uint16_t *sids, const uint32_t *table, const char *names);
void __arp_unit_end (const uint16_t *sids);

struct unit
{
  struct unit *next;
  uint16_t *sids;
  const uint32_t *texts, *nodes, *edges;
  uint32_t n_points, n_sections, n_nodes, n_edges;
  const char *names;
  uint32_t *whole;		/* the program's number of each node */
  bool gone;			/* SIDS, TEXTS and NAMES are our own */
};

static struct unit *units, **last_unit = &units;
static uint32_t n_sids;		/* given out */
static bool started;
bool arp_units_late;

/* The program's nodes.  */
static struct
{
  const char *name;		/* or NULL */
  bool leads, taken;
} * nodes;
static uint32_t n_nodes, nodes_room, *hash, hash_size;

static uint32_t
name_slot (const char *name)
{
  uint64_t h = 0xcbf29ce484222325u;
  for (; *name; name++)
    h = (h ^ (unsigned char) *name) * 0x100000001b3u;
  return (h ^ h >> 32) & (hash_size - 1);
}

static bool
grow_hash (void)
{
  uint32_t size = hash_size ? 2 * hash_size : 1024;
  uint32_t *more = calloc (size, sizeof *more);
  if (!more)
    return false;
  free (hash);
  hash = more;
  hash_size = size;
  for (uint32_t n = 0; n < n_nodes; n++)
    if (nodes[n].name)
      {
	uint32_t at = name_slot (nodes[n].name);
	while (hash[at])
	  at = (at + 1) & (size - 1);
	hash[at] = n + 1;
      }
  return true;
}

/* The program's node NAME, or a new one if that is empty; -1: out of memory.  */
static uint32_t
find_node (const char *name)
{
  uint32_t at = 0;
  if (n_nodes >= hash_size / 2 && !grow_hash ())
    return -1;
  if (*name)
    for (at = name_slot (name); hash[at]; at = (at + 1) & (hash_size - 1))
      if (strcmp (nodes[hash[at] - 1].name, name) == 0)
	return hash[at] - 1;
  if (n_nodes == nodes_room)
    {
      uint32_t more = nodes_room ? 2 * nodes_room : 1024;
      void *p = realloc (nodes, more * sizeof *nodes);
      if (!p)
	return -1;
      nodes = p;
      nodes_room = more;
    }
  nodes[n_nodes].name = *name ? name : NULL;
  nodes[n_nodes].leads = nodes[n_nodes].taken = false;
  if (*name)
    hash[at] = n_nodes + 1;
  return n_nodes++;
}

/* Let all nodes of all units that lead to a section know it.  */
static void
spread (void)
{
  bool more = true, any = false;
  while (more)
    {
      more = false;
      for (uint32_t n = 0; n < n_nodes && !any; n++)
	any = nodes[n].leads && nodes[n].taken;
      for (const struct unit *u = units; u; u = u->next)
	for (uint32_t i = 0; i < u->n_edges; i++)
	  {
	    uint32_t from = u->whole[u->edges[2 * i]];
	    uint32_t to = u->edges[2 * i + 1];
	    if (!nodes[from].leads
		&& (to == ARP_ANY ? any : nodes[u->whole[to]].leads))
	      nodes[from].leads = more = true;
	  }
    }
}

/* Give numbers to the sections that are on a path to one, and have none: in playback
   those with which they were recorded.  */
static void
number_sections (void)
{
  static int said;
  spread ();
  for (const struct unit *u = units; u; u = u->next)
    for (uint32_t i = 0; i < u->n_sections && !u->gone; i++)
      if (!u->sids[i] && (i >= u->n_points || nodes[u->whole[i]].leads))
	{
	  arp_sid sid = arp_play_section (u->names + u->texts[i]);
	  if (sid)
	    __atomic_store_n (u->sids + i, sid, __ATOMIC_RELAXED);
	  else if (n_sids == (arp_sid) -1)
	    arp_say (&said, arp_error_non_fatal,
		     "the program has more than %u sections; the others are "
		     "not recorded",
		     n_sids);
	  else
	    __atomic_store_n (u->sids + i, ++n_sids, __ATOMIC_RELAXED);
	}
}

/* If U was there before and had ended, its sections have their numbers again.  */
static void
come_back (struct unit *u)
{
  for (struct unit **at = &units, *old; (old = *at); at = &old->next)
    {
      bool same = old->gone && old->n_sections == u->n_sections;
      for (uint32_t i = 0; same && i < u->n_sections; i++)
	same = strcmp (old->names + old->texts[i], u->names + u->texts[i]) == 0;
      if (!same)
	continue;
      memcpy (u->sids, old->sids, u->n_sections * sizeof *u->sids);
      *at = old->next;
      if (last_unit == &old->next)
	last_unit = at;
      free (old->sids);
      free (old);
      return;
    }
}

/* Keep of U what is needed when its memory is gone, all in one piece that begins with
   the numbers; false: out of memory.  */
static bool
keep_unit (struct unit *u)
{
  size_t size = 0, n = u->n_sections;
  for (uint32_t i = 0; i < n; i++)
    size += strlen (u->names + u->texts[i]) + 1;
  uint32_t *texts;
  uint16_t *sids = malloc (n * (sizeof *texts + sizeof *sids) + size + 8);
  if (!sids)
    return false;
  memcpy (sids, u->sids, n * sizeof *sids);
  texts = (uint32_t *) (sids + (n + 1) / 2 * 2);
  char *names = (char *) (texts + n);
  size = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      texts[i] = size;
      size += strlen (strcpy (names + size, u->names + u->texts[i])) + 1;
    }
  for (uint32_t i = 0; i < u->n_nodes; i++)
    if (u->nodes[2 * i + 1]
	&& nodes[u->whole[i]].name == u->names + u->nodes[2 * i + 1])
      {
	/* Kept as long as the program lives, as nodes are.  */
	char *name = strdup (nodes[u->whole[i]].name);
	if (!name)
	  {
	    free (sids);
	    return false;
	  }
	nodes[u->whole[i]].name = name;
      }
  u->sids = sids;
  u->texts = texts;
  u->names = names;
  return true;
}

/* The unit with SIDS, of a shared object, is unloaded.  */
void
__arp_unit_end (const uint16_t *sids)
{
  int e = errno;
  struct unit **at = &units, *u;
  bool good = true;
  arp_lock ();
  while ((u = *at) && u->sids != sids)
    at = &u->next;
  if (u)
    {
      good = keep_unit (u);
      free (u->whole);
      u->whole = NULL;
      u->n_edges = 0;
      u->gone = true;
      if (!good)
	u->n_sections = 0;
    }
  arp_unlock ();
  if (!good)
    arp_say (NULL, arp_error_non_fatal,
	     "what sections were called is lost: out of memory");
  errno = e;
}

void
__arp_unit (uint16_t *sids, const uint32_t *table, const char *names)
{
  int e = errno;
  struct unit *u = calloc (1, sizeof *u);
  if (!u || table[0] != ARP_UNIT_VERSION)
    {
      arp_say (NULL, arp_error_non_fatal,
	       "the sections of a unit are not recorded: %s",
	       u ? "another version of the plugin compiled it"
		 : "out of memory");
      free (u);
      return;
    }
  *u = (struct unit) { .sids = sids,
		       .n_points = table[1],
		       .n_sections = table[2],
		       .n_nodes = table[3],
		       .n_edges = table[4],
		       .texts = table + 5,
		       .names = names };
  u->nodes = u->texts + u->n_sections;
  u->edges = u->nodes + 2 * (size_t) u->n_nodes;
  u->whole = malloc ((u->n_nodes + (size_t) 1) * sizeof *u->whole);
  bool good = u->whole;
  __halt_say_init ();
  arp_lock ();
  for (uint32_t i = 0; good && i < u->n_nodes; i++)
    {
      uint32_t n = u->whole[i] = find_node (names + u->nodes[2 * i + 1]);
      good = n != (uint32_t) -1;
      if (good)
	{
	  nodes[n].leads |= (u->nodes[2 * i] & ARP_NODE_LEADS) != 0;
	  /* dlsym has the address of what dlopen has loaded.  */
	  nodes[n].taken |= started || (u->nodes[2 * i] & ARP_NODE_TAKEN) != 0;
	}
    }
  if (good)
    {
      arp_units_late |= started;
      come_back (u);
      *last_unit = u;
      last_unit = &u->next;
      if (started)
	number_sections ();
    }
  arp_unlock ();
  if (!good)
    arp_say (NULL, arp_error_non_fatal,
	     "the sections of a unit are not recorded: out of memory");
  errno = e;
}

/* There are sections, and nobody has ever begun to record them.  */
static __attribute__ ((destructor)) void
say_unused (void)
{
  bool some = false;
  for (const struct unit *u = units; u && !started; u = u->next)
    some |= u->n_sections > 0;
  if (some)
    arp_say (NULL, arp_error_non_fatal,
	     "nothing is recorded: compile the file that has main with "
	     "-fplugin-arg-halt-arp, too, or call arp_start");
}

void
arp_units_start (void)
{
  arp_lock ();
  started = true;
  n_sids = arp_play_last_section ();
  number_sections ();
  arp_unlock ();
}

void
arp_name_section (arp_sid sid, char text[ARP_SECTION])
{
  snprintf (text, ARP_SECTION, "section %u", sid);
  /* Who holds the lock may wait for the caller's thread.  */
  if (!arp_trylock ())
    return;
  for (const struct unit *u = units; u; u = u->next)
    for (uint32_t i = 0; i < u->n_sections; i++)
      if (u->sids[i] == sid)
	snprintf (text, ARP_SECTION, "'%s'", u->names + u->texts[i]);
  arp_unlock ();
}

char *
arp_units_text (void)
{
  size_t room = 1;
  for (const struct unit *u = units; u; u = u->next)
    for (uint32_t i = 0; i < u->n_sections; i++)
      if (u->sids[i])
	room += strlen (u->names + u->texts[i]) + sizeof "# section 65535 \n";
  char *text = arp_realloc (NULL, room), *at = text;
  if (!text)
    return NULL;
  *text = '\0';
  for (const struct unit *u = units; u; u = u->next)
    for (uint32_t i = 0; i < u->n_sections; i++)
      if (u->sids[i])
	at += sprintf (at, "# section %u %s\n", u->sids[i],
		       u->names + u->texts[i]);
  return text;
}
