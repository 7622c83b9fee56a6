/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sections are called in a program that calls ARP's functions itself.  */

#ifndef HALT_SUMMARIZE_ARP_NAMES_H
#define HALT_SUMMARIZE_ARP_NAMES_H 1

#include "report/show/show.h"

#define ARP_SIDS 65536

/* Whether the file is ELF.  */
bool arp_is_program (const char *name);

/* Fill in NAMES [ARP_SIDS], to be freed, from what the debug information of PROGRAM says
   of calls with constants; the others stay as they are.  False after a fault, if there
   is no such call.  */
bool arp_read_names (const char *program, char **names, struct fault *f);

#endif /* HALT_SUMMARIZE_ARP_NAMES_H */
