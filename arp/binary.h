/* SPDX-License-Identifier: MIT */
/* The index of a binary file; binary.c has the grammar.  */

#ifndef ARP_BINARY_H
#define ARP_BINARY_H 1

#include "arp/arp.h"

struct arp_entry
{
  uint64_t offset;		/* from the beginning of the file */
  uint64_t bytes, whole;	/* equal: not compressed */
  uint64_t first;		/* number of its first record */
  uint64_t checksum;		/* of BYTES */
};

struct arp_foot
{
  uint64_t blocks, remarks;	/* offsets */
  uint64_t entries;
  uint64_t checksum;		/* of what is before BLOCKS and after */
  char magic[8];
};

#define ARP_FOOT_MAGIC "ARPINDEX"

/* Of SIZE bytes, after others with checksum SUM.  FNV-1a.  */
static inline uint64_t
arp_checksum (uint64_t sum, const void *data, size_t size)
{
  for (const unsigned char *p = data; size--; p++)
    sum = (sum ^ *p) * 0x100000001b3u;
  return sum;
}
#define ARP_CHECKSUM_START 0xcbf29ce484222325u

#endif /* ARP_BINARY_H */
