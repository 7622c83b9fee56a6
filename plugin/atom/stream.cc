/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The copy of the assembler file.  GCC's file is replaced by a stream that writes
   to it and to a compressor; what is said besides goes to the compressor alone.
   When GCC closes the stream, the copy is put at the end of the file.  */

#include "plugin/atom/atom.h"
#include "plugin/core/core.h"
#include "halt/code.h"
#include "atom/inside.h"
#include <zstd.h>

/* zstd's levels 1 to 19: the objects of -g are larger (docs/atom.md).  */
#define LEVEL 3

class stream
{
public:
  stream (void);
  ~stream () { ZSTD_freeCCtx (compressor); }
  void compress (const char *text, size_t size, ZSTD_EndDirective end);
  void keep (const char *text, size_t size);
  int close (void);

  FILE *real_file;		/* GCC's own */
  FILE *our_file;		/* what it takes for that */

private:
  void pour (void);
  void say_start (void);

  ZSTD_CCtx *compressor;
  auto_vec<char> frame;
  uint64_t text_bytes = 0;
  auto_vec<char> plain;		/* with a tool: the text itself, nothing written */
  unsigned start_bytes;		/* of that GCC has written */
  /* Where GCC's text has got to: at the start of a line; right after a # there, which
     is not kept yet.  */
  bool at_start = true, after_hash = false;
};

/* NULL: none is open.  */
static stream *open_stream;

/* Compress TEXT, or the end.  */
void
stream::compress (const char *text, size_t size, ZSTD_EndDirective end)
{
  ZSTD_inBuffer in = { text, size, 0 };
  size_t left;
  text_bytes += size;
  if (config->tool)
    {
      unsigned n = plain.length ();
      plain.safe_grow (n + size);
      memcpy (plain.address () + n, text, size);
      return;
    }
  do
    {
      unsigned used = frame.length ();
      unsigned room = ZSTD_CStreamOutSize ();
      frame.safe_grow (used + room);
      ZSTD_outBuffer out = { frame.address () + used, room, 0 };
      left = ZSTD_compressStream2 (compressor, &out, &in, end);
      if (ZSTD_isError (left))
	fatal_error (UNKNOWN_LOCATION, "halt: cannot compress: %s",
		     ZSTD_getErrorName (left));
      frame.truncate (used + out.pos);
    }
  while (in.pos < in.size || (end == ZSTD_e_end && left > 0));
}

/* Keep TEXT of GCC's.  A line of the user's (asm) that looks like one of ours is marked
   as such.  */
void
stream::keep (const char *text, size_t size)
{
  const char *end = text + size;
  while (text < end)
    {
      if (after_hash)
	compress ("#@= #" + (*text == '@' ? 0 : 4), *text == '@' ? 5 : 1,
		  ZSTD_e_continue);
      after_hash = at_start && !after_hash && *text == '#';
      at_start = false;
      if (after_hash)
	{
	  text++;
	  continue;
	}
      const char *line = (const char *) memchr (text, '\n', end - text);
      const char *next = line ? line + 1 : end;
      compress (text, next - text, ZSTD_e_continue);
      at_start = line;
      text = next;
    }
}

/* GCC wrote TEXT.  */
static ssize_t
on_write (void *to, const char *text, size_t size)
{
  stream *s = (stream *) to;
  s->keep (text, size);
  if (config->tool)
    return size;
  return fwrite (text, 1, size, s->real_file) == size ? (ssize_t) size : -1;
}

static void
on_fault (const char *line)
{
  fatal_error (UNKNOWN_LOCATION, "halt: %s", line);
}

/* What the tool makes of the unit.  */
void
stream::pour (void)
{
  size_t size;
  char *tool = xstrdup (config->tool);
  char *arguments = strchr (tool, ',');
  if (arguments)
    *arguments++ = '\0';
  for (char *p = arguments; p && (p = strchr (p, ','));)
    *p++ = ' ';
  plain.safe_push ('\0');
  char *text = inside_pour (plain.address (), plain.length () - 1, tool,
			    arguments, &size, on_fault);
  fwrite (text + start_bytes, 1, size - start_bytes, real_file);
  free (text);
  free (tool);
}

/* GCC is done: the section, if the unit is good, and its file's end.  */
int
stream::close (void)
{
  if (seen_error ())
    ;
  else if (config->tool)
    pour ();
  else
    {
      struct halt_code header = {};
      compress (NULL, 0, ZSTD_e_end);
      memcpy (header.magic, HALT_CODE_MAGIC, sizeof header.magic);
      header.version = HALT_CODE_VERSION;
      header.header_bytes = sizeof header + 8 * atom_n_sections ();
      header.frame_bytes = frame.length ();
      header.text_bytes = text_bytes;
      while (frame.length () % 8)
	frame.safe_push (0);
      header.bytes = header.header_bytes + frame.length ();
      fputs ("\t.section\t" HALT_CODE_SECTION ",\"\",%progbits\n\t.balign\t8\n",
	     real_file);
      unit_write_words (real_file, &header, sizeof header);
      for (unsigned n = 0; n < atom_n_sections (); n++)
	{
	  char label[ATOM_LABEL_BYTES];
	  atom_section_label (label, n);
	  unit_write_address (real_file, label);
	}
      unit_write_words (real_file, frame.address (), frame.length ());
    }
  return fclose (real_file);
}

static int
on_close (void *of)
{
  int result = ((stream *) of)->close ();
  delete open_stream;
  open_stream = NULL;
  return result;
}

bool
stream_open (void)
{
  return open_stream && asm_out_file == open_stream->our_file;
}

void
stream_say (const char *text)
{
  fflush (open_stream->our_file);
  open_stream->compress (text, strlen (text), ZSTD_e_continue);
}

/* What GCC has written so far is not seen; it can say it again.  */
void
stream::say_start (void)
{
  char *text;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  FILE *file = asm_out_file;
  asm_out_file = f;
  targetm.asm_out.file_start ();
  asm_out_file = file;
  fclose (f);
  compress (text, size, ZSTD_e_continue);
  start_bytes = plain.length ();
  free (text);
}

stream::stream (void)
    : real_file (asm_out_file), compressor (ZSTD_createCCtx ())
{
  const cookie_io_functions_t functions = { NULL, on_write, NULL, on_close };
  our_file = compressor ? fopencookie (this, "w", functions) : NULL;
  if (!our_file)
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
  ZSTD_CCtx_setParameter (compressor, ZSTD_c_compressionLevel, LEVEL);
  ZSTD_CCtx_setParameter (compressor, ZSTD_c_checksumFlag, 1);
  say_start ();
  asm_out_file = our_file;
}

void
stream_begin (void)
{
  open_stream = new stream;
}
