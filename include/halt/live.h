/* SPDX-License-Identifier: MIT */
/* What a process has counted, as it lies in its memory.  The default runtime writes it
   when the process ends (a dump).  With HALT_LIVE=1 it counts in such a file from the
   start on (a live profile): counters lie in the file itself, which is mapped, so that
   it is right at any instant.

     file      := halt_live ... (records, counters and cells, anywhere)
     runs      := (u32 first, u32 n, u64[n])*

   All numbers are in the target's own byte order, and every record begins a line
   of HALT_LIVE_LINE bytes.  The records are a list, newest first, which only grows.
   A record is in it when it is complete.  A live profile may be sparse and have more
   than is used.  A counter that is 0 is as good as none.

   Copies of the runtime in one process write one file of dumps, one after the other: FILE
   of the first one says how many.  They have one live profile.

   Dumps are written packed, most bytes of numbers being 0:

     packed    := halt_packed pair*
     pair      := (u8 how many of each: 15 & n, n >> 4) bytes of a u64, bytes of a u64

   The bytes are the lowest ones; those above are 0.

   What a record's numbers are: if DATA is not 0 they are there; else runs of them are
   in the SIZE bytes that follow the record, and the others are 0.  */

#ifndef HALT_LIVE_H
#define HALT_LIVE_H 1

#include "format.h"

#define HALT_LIVE_MAGIC 0x4556494c544c4148ull /* "HALTLIVE" */
#define HALT_DUMP_MAGIC 0x504d5544544c4148ull /* "HALTDUMP" */
#define HALT_PACKED_MAGIC 0x4b434150544c4148ull /* "HALTPACK" */
#define HALT_LIVE_VERSION 3u
#define HALT_LIVE_LINE 64u

struct halt_live
{
  uint64_t magic;		/* HALT_LIVE_MAGIC, HALT_DUMP_MAGIC */
  uint32_t version;		/* HALT_LIVE_VERSION */
  uint32_t header_size;		/* sizeof (struct halt_live) */
  uint64_t pid;			/* of the process that counts */
  uint64_t started;		/* when it started, in clock ticks since the machine
				   did (proc(5), starttime); 0 if unknown.  Of a
				   dump that is not packed: halt_sum_words of all
				   of it, with 0 here */
  uint64_t lost;		/* events that could not be counted */
  uint32_t newest;		/* line of the newest record, or 0 */
  uint32_t end;			/* the first line that is not used */
  uint32_t kinds;		/* 1 << kind: of those there are counters, be it
				   that none is in the file */
  uint32_t flags;		/* HALT_PROF_THREADS, HALT_LIVE_PARTLY */
  uint32_t ended;		/* 0: it runs, or something ended it that cannot be
				   caught; HALT_LIVE_EXIT, or HALT_LIVE_SIGNAL
				   and the signal */
  uint32_t file;		/* halt_live_file of the file, which is locked (flock)
				   as long as something counts in it; 0: it is
				   not.  Of a dump: how many there are with those
				   that follow; 0: it is alone */
};

struct halt_packed
{
  uint64_t magic;		/* HALT_PACKED_MAGIC */
  uint64_t size;		/* of the pairs, in bytes */
  uint64_t unpacked;		/* of the dumps: a multiple of HALT_LIVE_LINE */
  uint64_t checksum;		/* halt_sum_words of the pairs */
};

/* A file by its DEVICE and INODE: a copy has another number.  Never 0.  */
static inline uint32_t
halt_live_file (uint64_t device, uint64_t inode)
{
  uint64_t n = (inode ^ device * 0x9e3779b97f4a7c15ull) * 0xff51afd7ed558ccdull;
  return (uint32_t) (n >> 32) | 1;
}

#define HALT_LIVE_PARTLY 2u	/* there was no room in the file for some counters:
				   at its end the process writes a dump, which takes
				   the place of this one */
#define HALT_LIVE_EXIT 1u
#define HALT_LIVE_SIGNAL 0x100u

/* halt_prof.flags of a profile that was made of such a file by a reader.  */
#define HALT_PROF_PARTLY 2u	/* counts are missing: HALT_LIVE_PARTLY */
#define HALT_PROF_RUNNING 4u	/* the process ran when that was read */
#define HALT_PROF_KILLED 8u	/* it was ended by something it cannot catch */
#define HALT_PROF_MOMENT 32u	/* it had not ended then; what became of it is not
				   known */
#define HALT_PROF_UNKNOWN 64u	/* cells are missing: the object that says what they
				   mean was not found */
#define HALT_PROF_STRIPPED 128u	/* cells are missing: the object has no table that
				   says what they mean */
#define HALT_PROF_LIVE \
  (HALT_PROF_PARTLY | HALT_PROF_RUNNING | HALT_PROF_KILLED | HALT_PROF_MOMENT \
   | HALT_PROF_UNKNOWN | HALT_PROF_STRIPPED)

enum halt_live_type
{
  HALT_LIVE_OBJECT = 1,		/* no numbers.  SIZE bytes follow the record:
				   halt_prof_unit[n], path and build-id of the
				   object, and HALT_LABEL if the program has one,
				   each with its NUL.  KIND is not 0 if
				   units of it have cells */
  HALT_LIVE_CELLS,		/* of version 2: as UNIT, but for what it means, which
				   follows in SIZE bytes: halt_live_table,
				   halt_counter[n_counters], lengths, terms */
  HALT_LIVE_BLOCK,		/* n more cells of the unit whose record is UNIT,
				   alike: a thread's */
  HALT_LIVE_SHARD,		/* n counters of KIND, those of ids from ID up */
  HALT_LIVE_ROW,		/* n counters of ID, those of indices from 0 up */
  HALT_LIVE_PATH,		/* 1 counter, of PATH of the region ID, or of KIND,
				   ID and the value PATH */
  HALT_LIVE_POINTS,		/* n halt_live_point, at DATA or in the SIZE bytes:
				   points of an object that can be switched, in the
				   order of its notes, once one was on; of a dump
				   those alone that were on.  ID is by how much the object's
				   addresses in memory are larger than those in
				   its file */
  HALT_LIVE_UNIT,		/* n cells of a unit, then n that say what they were
				   when they were last set to 0.  UNIT is the
				   object's record, PATH their address in its
				   file, which says what they mean
				   (HALT_COUNTERS_SECTION) */
  HALT_LIVE_PATHS		/* n halt_live_path, in the SIZE bytes */
};

struct halt_live_table
{
  uint32_t n_cells, n_counters, n_terms, n_sums;
};

/* ID's kind is above its HALT_ID_BITS, or 0 for PATH_SUM_READ.  */
struct halt_live_path
{
  uint64_t id, path, n;
};

/* A point of a unit with HALT_UNIT_SWITCHED.  */
struct halt_live_point
{
  uint64_t id;
  uint32_t kind;
  uint32_t on;			/* not 0: it was on at some time since all counters
				   were 0 */
};

struct halt_live_record
{
  uint32_t next;		/* line of the record before this one, or 0 */
  uint32_t type;		/* enum halt_live_type */
  uint32_t kind;
  uint32_t unit;		/* line of another record */
  uint64_t id;
  uint64_t path;
  uint64_t n;
  uint64_t data;		/* where, in bytes from the beginning of the file; or
				   0 */
  uint64_t size;
  uint64_t copy;		/* of a live profile: which copy of the runtime's it
				   is; each has ids of its own */
};

#endif /* HALT_LIVE_H */
