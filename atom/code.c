/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The units' text, as objects carry it (include/halt/code.h).  */

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "atom/make.h"
#include "halt/code.h"

/* The largest text that is believed in.  */
#define MOST_TEXT ((uint64_t) 1 << 34)

/* How many bytes the contribution at H has, SIZE being left.  */
static size_t
check (const Obj *o, const struct halt_code *h, size_t size)
{
  if (size < sizeof *h
      || memcmp (h->magic, HALT_CODE_MAGIC, sizeof h->magic) != 0)
    fail ("%s: no HALT code", o->name);
  if (h->version != HALT_CODE_VERSION)
    fail ("%s: HALT code of version %u; this ghalt knows %u", o->name,
	  h->version, HALT_CODE_VERSION);
  if (h->header_bytes < sizeof *h || h->bytes > size || h->bytes % 8
      || h->header_bytes > h->bytes
      || h->frame_bytes > h->bytes - h->header_bytes
      || h->text_bytes > MOST_TEXT)
    fail ("%s: damaged HALT code", o->name);
  return h->bytes;
}

void
code_read (Obj *o)
{
  struct elf_section s;
  Elf *elf = elf_open (o->name, ELF_K_ELF);
  if (!elf)
    fail ("%s: no program: %s", o->name, "an ELF file is needed");
  bool is_there = elf_section (elf, HALT_CODE_SECTION, &s);
  if (!is_there
      && (elf_has_symbol (elf, "__halt_calls_before")
	  || elf_has_symbol (elf, "__halt_image")))
    fail ("%s: it is instrumented already; give the plain program", o->name);
  if (!is_there)
    fail (
      "%s: no assembler text; compile with -fplugin-arg-halt-atom, and do not "
      "strip",
      o->name);
  if (s.header.sh_flags & SHF_COMPRESSED)
    elf_compress (s.scn, 0, 0);
  Elf_Data *data = elf_rawdata (s.scn, NULL);
  if (!data || !data->d_buf)
    fail ("%s: no HALT code", o->name);
  const char *at = data->d_buf;
  for (size_t left = data->d_size; left > 0;)
    {
      const struct halt_code *h = (const struct halt_code *) at;
      size_t size = check (o, h, left);
      char *text = fresh_memory (h->text_bytes + 1);
      size_t n = ZSTD_decompress (text, h->text_bytes, at + h->header_bytes,
				  h->frame_bytes);
      if (ZSTD_isError (n) || n != h->text_bytes)
	fail ("%s: damaged HALT code: %s", o->name,
	      ZSTD_isError (n) ? ZSTD_getErrorName (n)
			       : "it is shorter than it says");
      struct unit *u = unit_read (o, text, n);
      u->contribution = h;
      if (the.target && u->target != the.target)
	fail ("%s: units for %s and for %s in one program", o->name,
	      the.target->name, u->target->name);
      the.target = u->target;
      at += size;
      left -= size;
    }
  units_find_early (o);
}
