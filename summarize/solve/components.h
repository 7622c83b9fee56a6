/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strongly connected components of what can still flow in a network.  */

#ifndef HALT_COMPONENTS_H
#define HALT_COMPONENTS_H 1

#include "summarize/solve/network.h"

/* Number the part of every node in PART; returns how many there are.  PLAIN:
   without arcs that have a cause.  ROOM: five numbers for each node.  */
uint32_t components_number (const struct network *net, bool plain,
			    uint32_t *part, uint32_t *room);

#endif /* HALT_COMPONENTS_H */
