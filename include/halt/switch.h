/* SPDX-License-Identifier: MIT */
/* Points that can be switched on and off (halt/format.h, struct halt_switch_point): which ones
   a pattern names, and the machine code of both states.  For the runtime and for
   `ghalt attach': static functions that call nothing.  */

#ifndef HALT_SWITCH_H
#define HALT_SWITCH_H 1

#include <stddef.h>
#include <stdint.h>

#include "format.h"
#include "halt.h"

/* --- patterns -------------------------------------------------------------- */

/* Whether TEXT is GLOB, of LENGTH characters: * and ? stand for any.  */
static inline int
halt_glob (const char *glob, size_t length, const char *text)
{
  const char *end = glob + length, *star = NULL, *again = NULL;
  for (;;)
    {
      if (glob < end && *glob == '*')
	{
	  star = ++glob;
	  again = text;
	}
      else if (*text && glob < end && (*glob == '?' || *glob == *text))
	{
	  glob++;
	  text++;
	}
      else if (!*text && glob == end)
	return 1;
      else if (star && *again)
	{
	  glob = star;
	  text = ++again;
	}
      else
	return 0;
    }
}

/* The word of KIND, "user" for a user's own.  */
static inline const char *
halt_switch_kind (uint32_t kind)
{
  switch (kind)
    {
#define HALT_KIND(NAME, number, word, ...) \
  case number: \
    return #word;
#include "kinds.def"
    default:
      return "user";
    }
}

/* Whether GLOB, of LENGTH characters, says KIND: "bb" is "block", "proc" ENTRY and
   EXIT.  */
static inline int
halt_glob_kind (const char *glob, size_t length, uint32_t kind)
{
  if (halt_glob (glob, length, halt_switch_kind (kind)))
    return 1;
  return (kind == HALT_BLOCK && halt_glob (glob, length, "bb"))
	 || ((kind == HALT_ENTRY || kind == HALT_EXIT)
	     && halt_glob (glob, length, "proc"));
}

/* Whether WORD, of LENGTH characters, is the word of a kind, without globs.  */
static inline int
halt_is_kind (const char *word, size_t length)
{
  for (size_t i = 0; i < length; i++)
    if (word[i] == '*' || word[i] == '?')
      return 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (halt_glob_kind (word, length, kind))
      return kind != HALT_KIND_USER;
  return length == 4 && halt_glob (word, length, "user");
}

/* One of the parts of a pattern.  */
struct halt_part
{
  const char *kind, *function;	/* globs; KIND is NULL: any */
  size_t kind_length, function_length;
};

/* The part that begins at *PATTERN, which is moved to the next one; 0: there is
   none.  */
static inline int
halt_next_part (const char **pattern, struct halt_part *part)
{
  const char *p = *pattern, *at = NULL, *start;
  while (*p == ',' || *p == ' ')
    p++;
  for (start = p; *p && *p != ','; p++)
    if (*p == '@' && !at)
      at = p;
  *pattern = p;
  *part = (struct halt_part) { NULL, start, 0, (size_t) (p - start) };
  if (at)
    *part = (struct halt_part) { start, at + 1, (size_t) (at - start),
				 (size_t) (p - at - 1) };
  else if (halt_is_kind (start, part->function_length))
    *part = (struct halt_part) { start, "*", part->function_length, 1 };
  return p != start;
}

static inline int
halt_part_names (const struct halt_part *part, uint32_t kind,
		 const char *function)
{
  return (!part->kind || halt_glob_kind (part->kind, part->kind_length, kind))
	 && halt_glob (part->function, part->function_length, function);
}

/* Whether PATTERN names a point of KIND in FUNCTION.  */
static inline int
halt_pattern_names (const char *pattern, uint32_t kind, const char *function)
{
  struct halt_part part;
  while (halt_next_part (&pattern, &part))
    if (halt_part_names (&part, kind, function))
      return 1;
  return 0;
}

/* In how many letters WORD, of LENGTH characters, and NAME differ; 99 if they are
   long.  */
static inline unsigned int
halt_spelled (const char *word, size_t length, const char *name)
{
  unsigned char row[64];
  size_t n = 0;
  while (name[n])
    n++;
  if (n >= sizeof row || length >= sizeof row)
    return 99;
  for (size_t i = 0; i <= n; i++)
    row[i] = i;
  for (size_t j = 1; j <= length; j++)
    {
      unsigned int above = row[0];
      row[0] = j;
      for (size_t i = 1; i <= n; i++)
	{
	  unsigned int best = above + (word[j - 1] != name[i - 1]);
	  above = row[i];
	  if (best > above + 1)
	    best = above + 1;
	  if (best > row[i - 1] + 1u)
	    best = row[i - 1] + 1;
	  row[i] = best;
	}
    }
  return row[n];
}

/* --- machine code -------------------------------------------------------------- */

#if defined __alpha__ || defined __aarch64__ || defined __riscv

# define HALT_SITE_BYTES 4

static inline void
halt_put_instruction (uint32_t instruction, unsigned char *code)
{
  for (int i = 0; i < 4; i++)
    code[i] = instruction >> 8 * i;
}

#endif

#if defined __aarch64__

/* A jump from FROM to TO: 128 MB either way.  */
static inline void
halt_site_jump (uint64_t from, uint64_t to, unsigned char *code)
{
  halt_put_instruction (0x14000000 | ((to - from) / 4 & 0x3ffffff), code);
}

/* What stands at a site of FORM at FROM that is off; TARGET is where it jumps.  Another
   processor may execute no other instructions while they are replaced (Arm ARM,
   B2.2.5).  */
static inline void
halt_site_off (uint32_t form, uint64_t from, uint64_t target,
	       unsigned char *code)
{
  if (form == HALT_SITE_JUMP)
    halt_site_jump (from, target, code);
  else
    halt_put_instruction (0xd503201f, code);
}

#elif defined __alpha__

/* A jump from FROM to TO, br $31: 4 MB either way, which is as far as the pot itself
   jumps.  */
static inline void
halt_site_jump (uint64_t from, uint64_t to, unsigned char *code)
{
  uint32_t distance = (to - from - HALT_SITE_BYTES) / 4;
  halt_put_instruction (0xc3e00000 | (distance & 0x1fffff), code);
}

/* What stands at a site of FORM at FROM that is off; TARGET is where it jumps.  */
static inline void
halt_site_off (uint32_t form, uint64_t from, uint64_t target,
	       unsigned char *code)
{
  uint32_t distance = (target - from - HALT_SITE_BYTES) / 4;
  if (form == HALT_SITE_JUMP)
    halt_site_jump (from, target, code);
  else if (form & HALT_SITE_ALPHA)
    halt_put_instruction ((form & 0x7ff) << 21 | (distance & 0x1fffff), code);
  else
    halt_put_instruction (0x47ff041f, code);
}

#elif defined __riscv

/* A jump from FROM to TO, jal zero: 1 MB either way, which is as far as the pot itself
   jumps.  */
static inline void
halt_site_jump (uint64_t from, uint64_t to, unsigned char *code)
{
  uint32_t distance = to - from;
  halt_put_instruction ((distance & 0x100000) << 11 | (distance & 0x7fe) << 20
			  | (distance & 0x800) << 9 | (distance & 0xff000)
			  | 0x6f,
			code);
}

/* What stands at a site of FORM at FROM that is off; TARGET is where it jumps.  */
static inline void
halt_site_off (uint32_t form, uint64_t from, uint64_t target,
	       unsigned char *code)
{
  if (form == HALT_SITE_JUMP)
    halt_site_jump (from, target, code);
  else
    halt_put_instruction (0x13, code);
}

#else /* x86-64 and i386 */

# define HALT_SITE_BYTES 5

/* A jump from FROM to TO.  */
static inline void
halt_site_jump (uint64_t from, uint64_t to, unsigned char *code)
{
  uint32_t distance = to - from - HALT_SITE_BYTES;
  code[0] = 0xe9;
  for (int i = 0; i < 4; i++)
    code[1 + i] = distance >> 8 * i;
}

/* What stands at a site of FORM at FROM that is off; TARGET is where it jumps.  */
static inline void
halt_site_off (uint32_t form, uint64_t from, uint64_t target,
	       unsigned char *code)
{
  static const unsigned char same[][HALT_SITE_BYTES] = {
    [HALT_SITE_NOP] = { 0x0f, 0x1f, 0x44, 0, 0 },
    [HALT_SITE_LEA] = { 0x3e, 0x8d, 0x74, 0x26, 0 },
    [HALT_SITE_RETURN] = { 0xc3, 0xcc, 0xcc, 0xcc, 0xcc }
  };
  if (form == HALT_SITE_JUMP)
    halt_site_jump (from, target, code);
  else if (form >= HALT_SITE_BRANCH)
    {
      /* It is one byte longer, which is left alone.  */
      uint32_t distance = target - from - HALT_SITE_BYTES - 1;
      code[0] = 0x0f;
      code[1] = form;
      for (int i = 0; i < 3; i++)
	code[2 + i] = distance >> 8 * i;
    }
  else
    for (int i = 0; i < HALT_SITE_BYTES; i++)
      code[i] = same[form <= HALT_SITE_RETURN ? form : HALT_SITE_NOP][i];
}

#endif

/* What an open gate is.  */
static inline void
halt_gate_open (uint32_t form, unsigned char *code)
{
  halt_site_off (form == HALT_SITE_LEA ? form : HALT_SITE_NOP, 0, 0, code);
}

/* The address that is the distance WORD, at ADDRESS.  */
static inline uint64_t
halt_distant (uint64_t address, int32_t word)
{
  return address + (int64_t) word;
}

/* --- switching --------------------------------------------------------------- */

/* Who switches points: DATA goes to all of them.  */
struct halt_switching
{
  void *data;
  /* Whether P is to be on (1), off (0), or what it is (-1).  */
  int (*choose) (void *data, const struct halt_switch_point *p);
  /* What is at address AT.  */
  void (*read) (void *data, uint64_t at, unsigned char *code);
  /* CODE, which is not what is there, is to be at AT.  */
  void (*change) (void *data, uint64_t at, const unsigned char *code);
};

static inline int
halt_same_code (const unsigned char *a, const unsigned char *b)
{
  for (int i = 0; i < HALT_SITE_BYTES; i++)
    if (a[i] != b[i])
      return 0;
  return 1;
}

static inline int
halt_code_is (const struct halt_switching *s, uint64_t at,
	      const unsigned char *code)
{
  unsigned char is[HALT_SITE_BYTES];
  s->read (s->data, at, is);
  return halt_same_code (is, code);
}

static inline void
halt_make_code (const struct halt_switching *s, uint64_t at,
		const unsigned char *code)
{
  if (!halt_code_is (s, at, code))
    s->change (s->data, at, code);
}

/* The N points at P share a site; the first one is at ADDRESS where it runs.  */
static inline void
halt_switch_site (const struct halt_switching *s,
		  const struct halt_switch_point *p, uint64_t address,
		  uint32_t n)
{
  unsigned char code[HALT_SITE_BYTES], open[HALT_SITE_BYTES],
    shut[HALT_SITE_BYTES];
  uint64_t site = halt_distant (address, p->site);
  uint64_t pot
    = halt_distant (address + offsetof (struct halt_switch_point, pot), p->pot);
  int chosen = 0, on = 0;
  halt_site_jump (site, pot, code);
  halt_gate_open (p->form, open);
  for (uint32_t i = 0; i < n; i++, address += sizeof *p)
    {
      int choice = s->choose (s->data, &p[i]);
      chosen |= choice >= 0;
      if (!p[i].gate)
	{
	  on |= choice < 0 ? halt_code_is (s, site, code) : choice;
	  continue;
	}
      uint64_t gate
	= halt_distant (address + offsetof (struct halt_switch_point, gate),
			p[i].gate);
      uint64_t over
	= halt_distant (address + offsetof (struct halt_switch_point, over),
			p[i].over);
      halt_site_jump (gate, over, shut);
      if (choice >= 0)
	halt_make_code (s, gate, choice ? open : shut);
      on |= choice < 0 ? halt_code_is (s, gate, open) : choice;
    }
  if (!chosen)
    return;
  if (!on)
    {
      address -= n * sizeof *p;
      halt_site_off (p->form, site,
		     halt_distant (address
				     + offsetof (struct halt_switch_point,
						 target),
				   p->target),
		     code);
    }
  halt_make_code (s, site, code);
}

/* How many of the N points at P share the site of the first.  */
static inline uint32_t
halt_switch_together (const struct halt_switch_point *p, uint32_t n)
{
  uint32_t one = 1;
  while (one < n
	 && (int64_t) p[one].site + (int64_t) (one * sizeof *p) == p->site)
    one++;
  return one;
}

/* Tell whether each of the N points at P, which share a site, is on; the first one is at
   ADDRESS.  */
static inline void
halt_find_on (const struct halt_switching *s, const struct halt_switch_point *p,
	      uint64_t address, uint32_t n, unsigned char *on)
{
  unsigned char code[HALT_SITE_BYTES];
  uint64_t site = halt_distant (address, p->site);
  uint64_t pot
    = halt_distant (address + offsetof (struct halt_switch_point, pot), p->pot);
  halt_site_jump (site, pot, code);
  int any = halt_code_is (s, site, code);
  halt_gate_open (p->form, code);
  for (uint32_t i = 0; i < n; i++, address += sizeof *p)
    {
      uint64_t gate
	= halt_distant (address + offsetof (struct halt_switch_point, gate),
			p[i].gate);
      on[i] = any && (!p[i].gate || halt_code_is (s, gate, code));
    }
}

#if defined __x86_64__ || defined __i386__
/* Breakpoints: who traces puts HALT_INT3 in place of the first 2 bytes of a site.  */
# define HALT_INT3 0xcc

/* Whether condition NUMBER of the machine's code is true with FLAGS.  */
static inline int
halt_condition (unsigned int number, uint64_t flags)
{
  int carry = flags & 1, parity = flags >> 2 & 1, zero = flags >> 6 & 1;
  int sign = flags >> 7 & 1, overflow = flags >> 11 & 1;
  const int is[] = {
    overflow,
    carry,
    zero,
    carry || zero,
    sign,
    parity,
    sign != overflow,
    zero || sign != overflow
  };
  return is[number >> 1 & 7] != (int) (number & 1);
}

/* What of the 6 bytes at CODE, an instruction at ADDRESS, comes next: *TO.  0: it is none of
   those at sites, or the like; 2: it returns, which is left to the caller.  */
static inline int
halt_step (const unsigned char *code, uint64_t address, uint64_t flags,
	   uint64_t *to)
{
  static const unsigned char same[][HALT_SITE_BYTES] = {
    { 0x0f, 0x1f, 0x44, 0, 0 }, { 0x3e, 0x8d, 0x74, 0x26, 0 }
  };
  unsigned int at = code[0] == 0xe9 ? 1 : 2;
  uint32_t word = code[at] | (uint32_t) code[at + 1] << 8
		  | (uint32_t) code[at + 2] << 16
		  | (uint32_t) code[at + 3] << 24;
  uint64_t distance = (uint64_t) (int64_t) (int32_t) word;
  *to = address + HALT_SITE_BYTES;
  if (code[0] == 0xc3 || (code[0] == 0xf3 && code[1] == 0xc3))
    return 2;
  if (halt_same_code (code, same[0]) || halt_same_code (code, same[1]))
    return 1;
  if (code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e
      && (code[3] | 1) == 0xfb)
    *to = address + 4;
  else if (code[0] == 0xe9)
    *to += distance;
  else if (code[0] == 0x0f && (code[1] & 0xf0) == 0x80)
    *to = address + 6 + (halt_condition (code[1], flags) ? distance : 0);
  else
    return 0;
  return 1;
}

/* Whether a breakpoint is in place of the first 2 bytes of the site of P, which is at
   ADDRESS; they become what they were in CODE, what stands there.  */
static inline int
halt_under_break (const struct halt_switch_point *p, uint64_t address,
		  unsigned char *code)
{
  unsigned char is[HALT_SITE_BYTES];
  uint64_t site = halt_distant (address, p->site);
  uint64_t pot
    = halt_distant (address + offsetof (struct halt_switch_point, pot), p->pot);
  uint64_t target
    = halt_distant (address + offsetof (struct halt_switch_point, target),
		    p->target);
  if (code[0] != HALT_INT3 || code[1] != HALT_INT3)
    return 0;
  for (int on = 0; on < 2; on++)
    {
      if (on)
	halt_site_jump (site, pot, is);
      else
	halt_site_off (p->form, site, target, is);
      if (is[2] == code[2] && is[3] == code[3] && is[4] == code[4])
	{
	  code[0] = is[0];
	  code[1] = is[1];
	  return 1;
	}
    }
  return 0;
}
#endif

/* All N points of a function at P, which run at ADDRESS.  */
static inline void
halt_switch_points (const struct halt_switching *s,
		    const struct halt_switch_point *p, uint64_t address,
		    uint32_t n)
{
  uint32_t one;
  for (; n > 0; n -= one, p += one, address += one * sizeof *p)
    {
      one = halt_switch_together (p, n);
      halt_switch_site (s, p, address, one);
    }
}

#endif /* HALT_SWITCH_H */
