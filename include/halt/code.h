/* SPDX-License-Identifier: MIT */
/* The section .debug.halt_code: a unit's assembler text with what its compiler knew
   of it, written by the plugin (option atom), read by `ghalt code'.

   Each unit contributes a header, addresses, and one zstd frame, zeros up to the
   next multiple of 8 bytes, in the byte order of the target.  Linkers put
   contributions one after the other.

   Address N, 8 bytes, is where "#@section N" is.  Linkers fill it in as in debug
   information: an address of the program as it is linked, 0 where they have left the
   section out.

   The text is what the object was assembled from.  Lines that begin with "#@" say
   more; the assembler was not given them.  Words are separated by one blank.

     #@= LINE			the assembler was given LINE, which begins with "#@"
     #@unit TARGET VERSION	the recipes' name of the target; the first of ours
     #@source FILE		what the unit was compiled from
     #@file N FILE		source file N, from 1
     #@function SYMBOL FILE LINE NAME
				what follows, up to #@end, is one function: FILE
				by number, 0: unknown; NAME for people
     #@scratch REGISTERS		registers that it may use and calls may change: what of
				them is not live at a place is free there
     #@block N FILE LINE [cold] [landing]
				a basic block, HALT_BLOCK_FIRST and up, in the order
				of the code
     #@edge FROM TO KIND [INDEX]
				KIND as in the map's text; HALT_BLOCK_ENTRY and
				HALT_BLOCK_EXIT are blocks, too
     #@insn ID FILE LINE COLUMN CLASS [CALLEE]
				an instruction of the block that was named last, in
				the order of the code.  CLASS is branch, jump, table,
				call, sibcall, return, asm or other
     #@before FACTS		what is so before it, as pots' facts are printed:
				"at ..."
     #@after FACTS		and after it, if control comes there
     #@load ACCESS		what it reads, in order; words of facts
     #@store ACCESS		what it writes
     #@uses REGISTERS		those that it reads itself; a call: for its callee's
				address
     #@sets REGISTERS		and those that it changes
				Then comes the text of the function, in which
     #@ ID			stands after the text of that instruction.  One that is
				not found there was deleted
     #@promise REGISTERS	registers that calls may change, that this function
				does not, and that its callers may rely on
     #@stack BYTES [more]	of its arguments, that are on the stack
     #@local			it may be called otherwise than others are
     #@end SYMBOL
     #@left-out SYMBOL WHY	a function of which nothing more is said
     #@section N		outside of functions: the end of a section that has
				some  */

#ifndef HALT_CODE_H
#define HALT_CODE_H 1

#include <stdint.h>

#define HALT_CODE_SECTION ".debug.halt_code"

/* How a program was linked, written by halt-gcc: the magic, the folder and the words
   of the command, each with a NUL.  */
#define HALT_LINK_SECTION ".debug.halt_link"
#define HALT_LINK_MAGIC "HALTlink1"
#define HALT_CODE_MAGIC "HALTcode"
#define HALT_CODE_VERSION 2

struct halt_code
{
  char magic[8];
  uint32_t version;
  uint32_t header_bytes;	/* of this header with its addresses */
  uint64_t bytes;		/* of the contribution, a multiple of 8 */
  uint64_t frame_bytes;		/* of the zstd frame */
  uint64_t text_bytes;		/* of the text */
};

#endif /* HALT_CODE_H */
