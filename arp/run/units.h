/* SPDX-License-Identifier: MIT */
/* What the plugin leaves in a unit for the library: plugin/arp/ writes it, units.c
   reads it.

   A constructor of the unit calls

     __arp_unit (SIDS, TABLE, NAMES)

   and a destructor __arp_unit_end (SIDS), because a shared object may be unloaded.
   SIDS has a number for each section of the unit, 0: it is not entered.  The unit's
   code tests that number, and gives it to the calls.  TABLE is of 32-bit words:

     version, n_points, n_sections, n_nodes, n_edges
     a word for each section	where its text begins in NAMES
     two for each node		flags; where its name begins, 0: it has none
     two for each edge		nodes, from which to which; ARP_ANY: to any
				function whose address is taken

   The first N_POINTS sections are calls and loops, which are of interest if they
   lead to a kernel or a profiled section; the rest are those.  Nodes are the points,
   in their order, and then the functions that the unit has or calls.  What has a
   name is the same in all units.

   Before a parallel region of OpenMP, if it may lead to a section, the unit calls

     __arp_team (TEAM, FUNCTION, DATA, READS)

   and libgomp gets __arp_team_work and TEAM, ARP_TEAM_WORDS pointers, for FUNCTION and
   DATA.  READS: it reads the first pointer of the data.  */

#ifndef ARP_UNITS_H
#define ARP_UNITS_H 1

#include <stdint.h>

#define ARP_UNIT_VERSION 1
#define ARP_ANY 0xffffffffu
#define ARP_TEAM_WORDS 5

enum
{
  ARP_NODE_LEADS = 1,		/* it has a section itself */
  ARP_NODE_TAKEN = 2		/* its address is taken */
};

#endif /* ARP_UNITS_H */
