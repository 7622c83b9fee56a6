/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own x86 headers tell.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

const char *
target_refuse_unit (void)
{
  if (ix86_cmodel == CM_LARGE_PIC)
    return "-mcmodel=large with -fPIC or -fPIE";
  if (config->count && ix86_cmodel == CM_LARGE)
    return "-mcmodel=large and counting in line";
  /* Nobody knows what is live where __morestack is called, nor that it returns to the
     instruction after the next.  */
  if (config->atom && flag_split_stack)
    return "-fsplit-stack and atom";
  /* Routines, and the registers they change, would be Microsoft's.  */
  if (TARGET_64BIT && ix86_abi == MS_ABI)
    return "-mabi=ms";
  /* Routines compiled so would not find their arguments.  */
  if (!TARGET_64BIT && (ix86_regparm || TARGET_RTD))
    return TARGET_RTD ? "-mrtd" : "-mregparm";
  if (halt_uses_apx ())
    return "-mapxf, whose registers have no recipes; give -mno-apxf";
  return NULL;
}

const char *
target_refuse_function (void)
{
  /* Such functions preserve every register for their caller, which no
     analysis routine does.  */
  if (cfun->machine->func_type != TYPE_NORMAL)
    return "interrupt handler";
  if (halt_no_caller_saved ())
    return "attribute no_caller_saved_registers";
  if (halt_uses_apx ())
    return "it may use APX, whose registers have no recipes";
  /* A trampoline enters it after its first instruction.  */
  if (ix86_static_chain_on_stack)
    return "nested function whose static chain is on the stack";
  if (lookup_attribute ("ms_hook_prologue",
			DECL_ATTRIBUTES (current_function_decl)))
    return "attribute ms_hook_prologue: its prologue is text";
  return NULL;
}

bool
target_condition (rtx cond, char *text, size_t size)
{
  if (!COMPARISON_P (cond) || !REG_P (XEXP (cond, 0))
      || REGNO (XEXP (cond, 0)) != FLAGS_REG || XEXP (cond, 1) != const0_rtx)
    return false;
  FILE *f = fmemopen (text, size, "w");
  targetm.asm_out.print_operand (f, cond, 'C');
  fclose (f);
  return true;
}

const char *
target_before_text (void)
{
  return ASSEMBLER_DIALECT == ASM_INTEL ? "\t.att_syntax prefix\n" : "";
}

const char *
target_after_text (void)
{
  return ASSEMBLER_DIALECT == ASM_INTEL ? "\t.intel_syntax noprefix\n" : "";
}

/* Whether DISP is the entry of the global offset table that says how far a
   variable is from the thread pointer.  Linkers know those only in the
   instructions that the ABI lists, of which lea is none, and replace most.  */
static bool
thread_offset_entry (rtx disp)
{
  subrtx_iterator::array_type array;
  if (disp)
    FOR_EACH_SUBRTX (iter, array, disp, ALL)
      if (GET_CODE (*iter) == UNSPEC
	  && (XINT (*iter, 1) == UNSPEC_GOTTPOFF
	      || XINT (*iter, 1) == UNSPEC_GOTNTPOFF
	      || XINT (*iter, 1) == UNSPEC_INDNTPOFF))
	return true;
  return false;
}

/* Pots are printed in the assembler's default dialect.  */
static const char *
symbol_text (rtx disp)
{
  const enum asm_dialect dialect = ix86_asm_dialect;
  ix86_asm_dialect = ASM_ATT;
  const char *text = access_symbol (disp);
  ix86_asm_dialect = dialect;
  return text;
}

bool
target_address (rtx address, addr_space_t space, struct memop *a)
{
  struct ix86_address parts;
  struct halt_address *ea = &a->facts.ea;

  if (!ix86_decompose_address (address, &parts)
      || (parts.base && !REG_P (parts.base))
      || (parts.index && !REG_P (parts.index))
      || thread_offset_entry (parts.disp))
    return false;
  if (parts.seg == ADDR_SPACE_GENERIC)
    parts.seg = space;
  ea->thread = parts.seg
	       == (TARGET_64BIT ? ADDR_SPACE_SEG_FS : ADDR_SPACE_SEG_GS);
  if (parts.seg != ADDR_SPACE_GENERIC && !ea->thread)
    return false;
  ea->base = ea->index = HALT_NO_REG;
  ea->scale = parts.scale;
  if (parts.base)
    {
      a->base = parts.base;
      ea->base = regs_reg (REGNO (parts.base));
    }
  if (parts.index)
    {
      a->index = parts.index;
      ea->index = regs_reg (REGNO (parts.index));
    }
  if (parts.disp && CONST_INT_P (parts.disp))
    ea->disp = INTVAL (parts.disp);
  else if (parts.disp)
    ea->symbol = symbol_text (parts.disp);
  a->disp = parts.disp;
  /* Addresses of 32 bits in a 64-bit program.  */
  return (!a->base || GET_MODE (a->base) == Pmode)
	 && (!a->index || GET_MODE (a->index) == Pmode);
}

HOST_WIDE_INT
target_bytes (const_rtx mem)
{
  /* push and pop move a word, whatever is in it.  */
  if (GET_RTX_CLASS (GET_CODE (XEXP (mem, 0))) == RTX_AUTOINC)
    return UNITS_PER_WORD;
  return GET_MODE (mem) == XFmode ? 10 : GET_MODE_SIZE (GET_MODE (mem));
}

void
target_implicit (rtx_insn *insn, vec<memop> *list)
{
  rtx sp = stack_pointer_rtx;
  if (CALL_P (insn) && !SIBLING_CALL_P (insn))
    {
      if (!access_add (list, true, plus_constant (Pmode, sp, -UNITS_PER_WORD),
		       ADDR_SPACE_GENERIC, UNITS_PER_WORD))
	return;
      list->last ().after = false;
      list->last ().mem = MEM_CALL;
    }
  else if (JUMP_P (insn) && returnjump_p (insn)
	   && access_add (list, false, sp, ADDR_SPACE_GENERIC, UNITS_PER_WORD))
    list->last ().mem = MEM_CALL;
}

/* Whether no register is free where LIVE is live.  */
static bool
all_live (bitmap live)
{
  static const unsigned used[] = {
    AX_REG, DX_REG, CX_REG, SI_REG, DI_REG, R8_REG, R9_REG, R10_REG, R11_REG
  };
  for (int i = 0; i < (TARGET_64BIT ? 9 : 3); i++)
    if (!bitmap_bit_p (live, used[i]))
      return false;
  return true;
}

int
target_count_price (bitmap live)
{
  int price = 0;
  if (config->count == COUNT_THREAD)
    return (bitmap_bit_p (live, FLAGS_REG) ? 2 + bitmap_bit_p (live, AX_REG)
					   : 0)
	   + 2 * all_live (live);
  if (bitmap_bit_p (live, FLAGS_REG))
    price += 2 + bitmap_bit_p (live, AX_REG);
  if (!TARGET_64BIT && flag_pic && bitmap_bit_p (live, CX_REG))
    price++;
  return price;
}

bool
target_points (int regno)
{
  /* The flags are kept in rax; in position-independent code of i386 all is found
     by way of ecx.  */
  return TARGET_64BIT || !flag_shlib ? regno != AX_REG : regno == CX_REG;
}

/* How many bytes below the stack pointer are in use.  Where the compiler saves
   registers in the red zone before it lowers the stack pointer, it is not known
   where that is.  In an epilogue registers are left marked as saved below the
   stack pointer as long as the red zone protects them.  */
static int
red_zone (bool epilogue)
{
  const struct ix86_frame *frame = &cfun->machine->frame;
  int size = frame->red_zone_size;
  if (cfun->machine->red_zone_used && size == 0)
    return RED_ZONE_SIZE;
  if (epilogue && ix86_using_red_zone ())
    {
      if (crtl->stack_realign_needed || crtl->drap_reg)
	return RED_ZONE_SIZE;
      size += frame->reg_save_offset - INCOMING_FRAME_SP_OFFSET;
    }
  return MIN (ROUND_UP (size, UNITS_PER_WORD), RED_ZONE_SIZE);
}

void
target_point (struct halt_point *point, bool epilogue)
{
  point->red_zone = red_zone (epilogue);
  point->far_code = ix86_cmodel == CM_LARGE;
  point->far_data = ix86_cmodel == CM_LARGE;
  point->got = !TARGET_64BIT && flag_pic;
  point->indirect = flag_force_indirect_call;
  /* Wrappers return as ever.  */
  if (cfun->machine->function_return_type != indirect_branch_keep)
    point->small = false;
}

int
target_page_bytes (void)
{
  return 4096;
}

const char *
target_lea (void)
{
  return "lea\t{%1, %0|%0, %1}";
}
