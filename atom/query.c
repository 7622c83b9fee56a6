/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking about the program and its parts.  */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "atom/atom.h"

/* What a function is asked, by the number of an enumeration.  */
struct question
{
  const char *name;
  const char *unknown;		/* why it has no answer, or NULL */
};

/* End the process if WHAT, which FUNCTION is asked, has no answer: it is one of N
   QUESTIONS.  */
static void
check_question (const char *function, const struct question *questions,
		size_t n, size_t what)
{
  if (what >= n || !questions[what].name)
    tool_fail ("%s: %d is none of its questions", function, (int) what);
  if (questions[what].unknown)
    tool_fail ("%s: %s is not known: %s", function, questions[what].name,
	       questions[what].unknown);
}
#define CHECK(questions, what) \
  check_question (__func__, questions, sizeof questions / sizeof *questions, what)

static const char no_frames[]
  = "an Alpha's symbol table has it; look at the text of "
    "the procedure's instructions (InstText)";

_Noreturn static void
refuse_words (const char *function)
{
  tool_fail ("%s: instructions are text here, not words: InstText has it",
	     function);
}

/* --- the program and its objects ------------------------------------------ */

long
GetProgInfo (ProgInfoType what)
{
  static const struct question questions[] = { { "ProgNumberObjects", NULL } };
  CHECK (questions, what);
  long n = 0;
  for (Obj *o = the.first; o; o = o->next)
    n++;
  return n;
}

long
GetObjInstCount (Obj *o)
{
  NEED (o);
  long n = 0;
  for (Proc *p = GetFirstObjProc (o); p; p = p == o->last ? NULL : p->next)
    n += p->n_insts;
  return n;
}

static long
count_blocks (Obj *o)
{
  long n = 0;
  for (Proc *p = GetFirstObjProc (o); p; p = p == o->last ? NULL : p->next)
    n += p->n_blocks;
  return n;
}

static int
obj_id (const Obj *o)
{
  int n = 0;
  while ((o = o->previous))
    n++;
  return n;
}

/* Item N of O's parts: the address and the size of each.  */
static long
part_info (const Obj *o, int n)
{
  uint64_t size, start = part_start (o, n / 2, &size);
  return n % 2 ? size : start;
}

long
GetObjInfo (Obj *o, ObjInfoType what)
{
  static const struct question questions[] = {
    [ObjNumberProcs] = { "ObjNumberProcs", NULL },
    [ObjNumberBlocks] = { "ObjNumberBlocks", NULL },
    [ObjNumberInsts] = { "ObjNumberInsts", NULL },
    [ObjID] = { "ObjID", NULL },
    [ObjModifyHint] = { "ObjModifyHint", NULL },
    [ObjShared] = { "ObjShared", NULL },
    [ObjTextStartAddress] = { "ObjTextStartAddress", NULL },
    [ObjTextSize] = { "ObjTextSize", NULL },
    [ObjInitDataStartAddress] = { "ObjInitDataStartAddress", NULL },
    [ObjInitDataSize] = { "ObjInitDataSize", NULL },
    [ObjUninitDataStartAddress] = { "ObjUninitDataStartAddress", NULL },
    [ObjUninitDataSize] = { "ObjUninitDataSize", NULL },
    [ObjSymResolution] = { "ObjSymResolution", "linkers bind symbols, not ATOM" }
  };
  NEED (o);
  CHECK (questions, what);
  switch (what)
    {
    case ObjNumberProcs:
      return o->n_procs;
    case ObjNumberBlocks:
      return count_blocks (o);
    case ObjNumberInsts:
      return GetObjInstCount (o);
    case ObjID:
      return obj_id (o);
    case ObjShared:
      return o == the.first ? OBJ_CALL_SHARED : OBJ_SHARABLE;
    case ObjModifyHint:
      return OBJ_WRITEABLE;
    default:
      return part_info (o, what - ObjTextStartAddress);
    }
}

long
GetProgramInfo (PInfoType what)
{
  static const struct question questions[] = {
    [ProgramNumberProcs] = { "ProgramNumberProcs", NULL },
    [ProgramNumberBlocks] = { "ProgramNumberBlocks", NULL },
    [ProgramNumberInsts] = { "ProgramNumberInsts", NULL },
    [TextStartAddress] = { "TextStartAddress", NULL },
    [TextSize] = { "TextSize", NULL },
    [InitDataStartAddress] = { "InitDataStartAddress", NULL },
    [InitDataSize] = { "InitDataSize", NULL },
    [UninitDataStartAddress] = { "UninitDataStartAddress", NULL },
    [UninitDataSize] = { "UninitDataSize", NULL }
  };
  CHECK (questions, what);
  if (what >= TextStartAddress)
    return part_info (the.first, what - TextStartAddress);
  long n = 0;
  for (Obj *o = the.first; o; o = o->next)
    n += what == ProgramNumberProcs    ? o->n_procs
	 : what == ProgramNumberBlocks ? count_blocks (o)
				       : GetObjInstCount (o);
  return n;
}

long
GetProgramInstCount (void)
{
  return GetProgramInfo (ProgramNumberInsts);
}

const char *
GetObjName (Obj *o)
{
  NEED (o);
  return o->name;
}

const char *
GetObjOutName (Obj *o)
{
  NEED (o);
  return o->output;
}

const char *
GetProgramName (void)
{
  return the.first->name;
}

const char *
GetOutName (void)
{
  return the.first->output;
}

const char *
GetAnalName (void)
{
  return the.anal;
}

const unsigned *
GetObjInstArray (Obj *o)
{
  NEED (o);
  refuse_words (__func__);
}

const unsigned *
GetProgramInstArray (void)
{
  refuse_words (__func__);
}

int
GetInstBinary (long pc)
{
  (void) pc;
  refuse_words (__func__);
}

/* --- procedures and entries ----------------------------------------------- */

const char *
ProcName (Proc *p)
{
  NEED (p);
  return p->symbol;
}

const char *
ProcSourceName (Proc *p)
{
  NEED (p);
  return p->name;
}

/* File N of U, or NULL.  */
static const char *
file_name (const struct unit *u, int n)
{
  return n > 0 && n <= u->n_files ? u->files[n] : NULL;
}

const char *
ProcFileName (Proc *p)
{
  NEED (p);
  return file_name (p->unit, p->file);
}

long
ProcPC (Proc *p)
{
  NEED (p);
  pc_need (p->unit->obj);
  return p->pc;
}

long
ProcGP (Proc *p)
{
  NEED (p);
  tool_fail ("ProcGP: only a linker knows where global pointers point");
}

/* Numbers of P and of its first block in its object.  Tools ask one after the
   other.  */
struct numbers
{
  Proc *proc;
  long number, blocks;
};
static struct numbers
numbers_of (Proc *p)
{
  static struct numbers last;
  if (last.proc == p)
    return last;
  if (last.proc && last.proc->next == p && last.proc->unit->obj == p->unit->obj)
    {
      last.number++;
      last.blocks += last.proc->n_blocks;
    }
  else
    {
      last.number = last.blocks = 0;
      for (Proc *q = p->unit->obj->first; q != p; q = q->next)
	{
	  last.number++;
	  last.blocks += q->n_blocks;
	}
    }
  last.proc = p;
  return last;
}

/* The lowest or the highest line of P's instructions in P's own file.  */
static int
find_line (const Proc *p, bool highest)
{
  int line = 0;
  for (int i = 0; i < p->n_insts; i++)
    {
      const Inst *inst = &p->insts[i];
      if (inst->file == p->file && inst->line
	  && (!line || (highest ? inst->line > line : inst->line < line)))
	line = inst->line;
    }
  return line;
}

static bool
has_class (const Proc *p, enum inst_class class)
{
  for (int i = 0; i < p->n_insts; i++)
    if (p->insts[i].class == class)
      return true;
  return false;
}

long
GetProcInfo (Proc *p, ProcInfoType what)
{
  static const struct question questions[] = {
    [ProcNumberBlocks] = { "ProcNumberBlocks", NULL },
    [ProcNumberInsts] = { "ProcNumberInsts", NULL },
    [ProcID] = { "ProcID", NULL },
    [ProcLineLow] = { "ProcLineLow", NULL },
    [ProcLineHigh] = { "ProcLineHigh", NULL },
    [ProcIpBrJmp] = { "ProcIpBrJmp", NULL },
    [ProcFrameSize] = { "ProcFrameSize", no_frames },
    [ProcIRegMask] = { "ProcIRegMask", no_frames },
    [ProcIRegOffset] = { "ProcIRegOffset", no_frames },
    [ProcFRegMask] = { "ProcFRegMask", no_frames },
    [ProcFRegOffset] = { "ProcFRegOffset", no_frames },
    [ProcgpPrologue] = { "ProcgpPrologue", no_frames },
    [ProcgpUsed] = { "ProcgpUsed", no_frames },
    [ProcLocalOffset] = { "ProcLocalOffset", no_frames },
    [ProcFrameReg] = { "ProcFrameReg", no_frames },
    [ProcPcReg] = { "ProcPcReg", no_frames },
    [ProcAddrTaken] = { "ProcAddrTaken", "units of text do not say it" },
    [ProcIsRegFrame] = { "ProcIsRegFrame", no_frames },
    [ProcSymRes] = { "ProcSymRes", "units of text do not say it" }
  };
  NEED (p);
  CHECK (questions, what);
  switch (what)
    {
    case ProcNumberBlocks:
      return p->n_blocks;
    case ProcNumberInsts:
      return p->n_insts;
    case ProcID:
      return numbers_of (p).number;
    case ProcLineLow:
    case ProcLineHigh:
      return find_line (p, what == ProcLineHigh);
    default:
      return has_class (p, INST_SIBCALL);
    }
}

const char *
EntryName (Entry *e)
{
  NEED (e);
  return e->proc->symbol;
}

long
EntryPC (Entry *e)
{
  NEED (e);
  return ProcPC (e->proc);
}

/* --- blocks --------------------------------------------------------------- */

long
BlockPC (Block *b)
{
  NEED (b);
  return InstPC (GetFirstInst (b));
}

long
GetBlockInfo (Block *b, BlockInfoType what)
{
  static const struct question questions[] = {
    [BlockNumberInsts] = { "BlockNumberInsts", NULL },
    [BlockID] = { "BlockID", NULL }
  };
  NEED (b);
  CHECK (questions, what);
  return what == BlockNumberInsts
	   ? b->n_insts
	   : numbers_of (b->proc).blocks + (b - b->proc->blocks);
}

unsigned
IsBranchTarget (Block *b)
{
  NEED (b);
  for (int i = 0; i < b->n_in; i++)
    {
      const char *kind = b->in[i]->kind;
      if (strcmp (kind, "taken") == 0 || strcmp (kind, "jump") == 0
	  || strcmp (kind, "index") == 0)
	return 1;
    }
  return 0;
}

/* --- instructions --------------------------------------------------------- */

long
InstPC (Inst *i)
{
  NEED (i);
  pc_need (i->block->proc->unit->obj);
  return i->pc;
}

long
InstLineNo (Inst *i)
{
  NEED (i);
  return i->line;
}

long
InstColumnNo (Inst *i)
{
  NEED (i);
  return i->column;
}

const char *
InstFileName (Inst *i)
{
  NEED (i);
  return file_name (i->block->proc->unit, i->file);
}

static bool
has_access (const Inst *i, bool store)
{
  for (int n = 0; n < i->n_accesses; n++)
    if (i->accesses[n].store == store)
      return true;
  return false;
}

/* The class of a computation, by its flags.  */
static IClassType
computes (const Inst *i, int flags)
{
  static const struct
  {
    int flag;
    IClassType class;
  } rows[] = {
    { OPCODE_NOP, ClassNull },
    { OPCODE_SYSTEM, ClassNull },
    { OPCODE_FENCE, ClassMem },
    { OPCODE_CONDMOVE, ClassIcondmove },
    { OPCODE_COMPARE, ClassIcompare },
    { OPCODE_LOGICAL, ClassIlogical },
    { OPCODE_SHIFT, ClassIshift }
  };
  bool load = has_access (i, false), store = has_access (i, true);
  bool fp = flags & OPCODE_FP;
  if (flags & OPCODE_MOVE && (load || store))
    return load && store ? ClassMem
	   : load	 ? (fp ? ClassFload : ClassLoad)
			 : (fp ? ClassFstore : ClassStore);
  if (fp && flags & OPCODE_DIV)
    return flags & OPCODE_SINGLE ? ClassFdivs : ClassFdivd;
  if (fp)
    return ClassFpop;
  if (flags & OPCODE_MUL)
    return flags & OPCODE_QUAD ? ClassImultiplyq : ClassImultiplyl;
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    if (flags & rows[r].flag)
      return rows[r].class;
  return ClassIarithmetic;
}

IClassType
GetInstClass (Inst *i)
{
  NEED (i);
  switch (i->class)
    {
    case INST_CALL:
    case INST_SIBCALL:
      return ClassSubroutine;
    case INST_BRANCH:
    case INST_JUMP:
    case INST_TABLE:
    case INST_RETURN:
      return opcode_flags (i) & OPCODE_FP ? ClassFbranch : ClassIbranch;
    case INST_ASM:
      return ClassNull;
    case INST_OTHER:
      break;
    }
  return computes (i, opcode_flags (i));
}

/* Whether I jumps by an address.  */
static bool
is_indirect (const Inst *i)
{
  if (i->class == INST_TABLE)
    return true;
  if (i->class == INST_SIBCALL)
    return !i->callee;
  if (i->class != INST_JUMP)
    return false;
  const Block *b = i->block;
  return b->n_out != 1 || strcmp (b->out[0]->kind, "jump") != 0;
}

static bool
is_jump (const Inst *i)
{
  return i->class == INST_CALL || i->class == INST_RETURN || is_indirect (i);
}

int
IsInstType (Inst *i, ITypeType type)
{
  static const int flags[] = {
    [InstTypeFP] = OPCODE_FP,	[InstTypeDiv] = OPCODE_DIV,
    [InstTypeMul] = OPCODE_MUL, [InstTypeAdd] = OPCODE_ADD,
    [InstTypeSub] = OPCODE_SUB, [InstTypeNop] = OPCODE_NOP
  };
  NEED (i);
  switch (type)
    {
    case InstTypeLoad:
      return has_access (i, false);
    case InstTypeStore:
      return has_access (i, true);
    case InstTypeMem:
      return i->n_accesses > 0;
    case InstTypeJump:
      return is_jump (i);
    case InstTypeCondBr:
      return i->class == INST_BRANCH;
    case InstTypeUncondBr:
      return (i->class == INST_JUMP || i->class == INST_SIBCALL)
	     && !is_indirect (i);
    case InstTypeCall:
      return i->class == INST_CALL || i->class == INST_SIBCALL;
    case InstTypeReturn:
      return i->class == INST_RETURN;
    case InstTypeAsm:
      return i->class == INST_ASM;
    case InstTypeInt:
      return !(opcode_flags (i) & OPCODE_FP);
    case InstTypeFP:
    case InstTypeDiv:
    case InstTypeMul:
    case InstTypeAdd:
    case InstTypeSub:
    case InstTypeNop:
      return (opcode_flags (i) & flags[type]) != 0;
    }
  tool_fail ("IsInstType: %d is no type", (int) type);
}

/* --- accesses ------------------------------------------------------------- */

int
GetInstAccessCount (Inst *i)
{
  NEED (i);
  return i->n_accesses;
}

/* Access N of I, for FUNCTION.  */
static const struct access *
access_of (const Inst *i, int n, const char *function)
{
  if (n < 0 || n >= i->n_accesses)
    tool_fail ("%s: the instruction has %d access%s: there is no %d", function,
	       i->n_accesses, i->n_accesses == 1 ? "" : "es", n);
  return &i->accesses[n];
}

/* What comes after "NAME=" in LINE, or NULL.  */
static const char *
fact (const char *line, const char *name)
{
  size_t n = strlen (name);
  for (const char *p = line; *p && *p != '\n';)
    {
      if (strncmp (p, name, n) == 0 && p[n] == '=')
	return p + n + 1;
      p += strcspn (p, " \n");
      p += *p == ' ';
    }
  return NULL;
}

/* Those of a vector's lanes: all of them may be accessed.  */
long
GetInstAccessBytes (Inst *i, int n)
{
  NEED (i);
  const char *facts = access_of (i, n, __func__)->facts;
  const char *bytes = fact (facts, "bytes"), *lanes = fact (facts, "lanes");
  if (!bytes || fact (facts, "advance"))
    return 0;
  return strtol (bytes, NULL, 10) * (lanes ? strtol (lanes, NULL, 10) : 1);
}

/* The elements of a vector whose offsets are in another one: a gather or a
   scatter.  */
int
GetInstAccessPlaces (Inst *i, int n)
{
  NEED (i);
  const char *facts = access_of (i, n, __func__)->facts;
  const char *lanes = fact (facts, "lanes");
  return lanes && fact (facts, "offsets") ? strtol (lanes, NULL, 10) : 1;
}

int
IsInstAccessStore (Inst *i, int n)
{
  NEED (i);
  return access_of (i, n, __func__)->store;
}

/* The first access's address, DISP:BASE:INDEX*SCALE (facts.c).  */
struct address
{
  long disp;
  bool symbol;
  int base, index, scale;	/* registers of the target's table */
};

/* The register called by the N characters of NAME.  */
static int
reg_called (const struct halt_target *t, const char *name, size_t n)
{
  char *copy = string ("%.*s", (int) n, name);
  int reg = halt_reg_find (t, copy);
  free (copy);
  return reg;
}

static struct address
first_address (Inst *i, const char *function)
{
  const struct halt_target *t = i->block->proc->unit->target;
  const char *ea = fact (access_of (i, 0, function)->facts, "ea");
  struct address a = { 0, false, HALT_NO_REG, HALT_NO_REG, 1 };
  if (!ea)
    tool_fail ("%s: the address has no such parts", function);
  size_t n = strcspn (ea, ": \n"), sign = n;
  while (sign > 0 && ea[sign] != '+' && ea[sign] != '-')
    sign--;
  a.symbol = sign > 0;
  a.disp = strtol (ea + sign, NULL, 10);
  for (ea += n; *ea == ':'; ea += n)
    {
      n = strcspn (++ea, ":* \n");
      int reg = reg_called (t, ea, n);
      if (ea[n] == '*')
	{
	  char *end;
	  a.index = reg;
	  a.scale = strtol (ea + n + 1, &end, 10);
	  n = end - ea;
	}
      else
	a.base = reg;
    }
  return a;
}

/* --- registers ------------------------------------------------------------ */

static bool
is_target (const Inst *i, const char *name)
{
  return strcmp (i->block->proc->unit->target->name, name) == 0;
}

/* Of an Alpha's instruction the register of field WHAT, 0 to 31, or 32 and up for
   floating point, by its place among the operands: "op a, b, c"; "ld a, disp(b)";
   branches have a, jumps a and (b).  */
static int
alpha_field (Inst *i, InstInfoType what)
{
  const char *text = InstText (i), *p = text + strcspn (text, " ");
  int operand = 0, field[3] = { -1, -1, -1 };
  while (*p && *p != ';')
    {
      size_t n = strcspn (p, "$,;");
      p += n;
      if (*p == ',')
	operand++;
      else if (*p == '$' && p[1] != '$')
	{
	  bool fp = p[1] == 'f', inside = p[-1] == '(';
	  char *end;
	  long reg = strtol (p + 1 + fp, &end, 10);
	  int to = inside ? 1 : operand;
	  if (end > p + 1 + fp && reg < 32 && to < 3)
	    field[to] = fp ? 32 + reg : reg;
	}
      p += *p != '\0' && *p != ';';
    }
  return field[what - InstRA];
}

static const char *const field_names[] = {
  [InstRA] = "InstRA", [InstRB] = "InstRB", [InstRC] = "InstRC"
};

static int
register_field (Inst *i, InstInfoType what, const char *function)
{
  if (!is_target (i, "alpha"))
    tool_fail (
      "%s: an instruction of %s has no field %s: InstText has its operands",
      function, i->block->proc->unit->target->name, field_names[what]);
  return alpha_field (i, what);
}

/* The tool's name for register REG, or REG_NOTUSED.  */
static RegvType
regv_of (const Inst *i, int reg)
{
  static const struct
  {
    const char *name;
    RegvType regv;
  } names[] = {
    { "ax", REG_X86_RAX },  { "dx", REG_X86_RDX },  { "cx", REG_X86_RCX },
    { "bx", REG_X86_RBX },  { "si", REG_X86_RSI },  { "di", REG_X86_RDI },
    { "bp", REG_X86_RBP },  { "sp", REG_X86_RSP },  { "r8", REG_X86_R8 },
    { "r9", REG_X86_R9 },   { "r10", REG_X86_R10 }, { "r11", REG_X86_R11 },
    { "r12", REG_X86_R12 }, { "r13", REG_X86_R13 }, { "r14", REG_X86_R14 },
    { "r15", REG_X86_R15 }
  };
  if (reg == HALT_NO_REG)
    return REG_NOTUSED;
  const char *name = i->block->proc->unit->target->regs[reg].name;
  if (is_target (i, "alpha"))
    return *name != '$'	    ? REG_NOTUSED
	   : name[1] == 'f' ? (int) FREG_0 + atoi (name + 2)
			    : (int) REG_0 + atoi (name + 1);
  if (is_target (i, "ia64"))
    return REG_NOTUSED;
  if (is_target (i, "aarch64"))
    return strcmp (name, "sp") == 0 ? (int) REG_A64_SP
	   : *name == 'x'	    ? (int) REG_A64_X0 + atoi (name + 1)
	   : *name == 'v'	    ? (int) FREG_A64_V0 + atoi (name + 1)
				    : REG_NOTUSED;
  if (is_target (i, "riscv64"))
    return (int) REG_RV_X0 + reg;
  for (size_t n = 0; n < sizeof names / sizeof *names; n++)
    if (strcmp (names[n].name, name) == 0)
      return names[n].regv;
  int n = strncmp (name, "xmm", 3) == 0 ? atoi (name + 3) : 16;
  return n < 16 ? (int) FREG_XMM0 + n : REG_NOTUSED;
}

static RegvType
named_register (const Inst *i, int reg)
{
  RegvType regv = regv_of (i, reg);
  if (reg != HALT_NO_REG && regv == REG_NOTUSED)
    tool_fail ("GetInstRegEnum: register %s has no RegvType",
	       i->block->proc->unit->target->regs[reg].name);
  return regv;
}

RegvType
GetInstRegEnum (Inst *i, InstInfoType what)
{
  NEED (i);
  switch (what)
    {
    case InstRA:
    case InstRB:
    case InstRC:
      return register_field (i, what, __func__);
    case InstBase:
      return named_register (i, first_address (i, __func__).base);
    case InstIndex:
      return named_register (i, first_address (i, __func__).index);
    default:
      tool_fail ("GetInstRegEnum: %d is no register of an instruction",
		 (int) what);
    }
}

/* Set the bits of the registers of LIST, of I, in BITS.  */
static void
set_bits (const Inst *i, const char *list, unsigned long bits[2])
{
  const struct halt_target *t = i->block->proc->unit->target;
  const unsigned width = 8 * sizeof *bits;
  memset (bits, 0, 2 * sizeof *bits);
  while (*list && *list != '\n')
    {
      size_t n = strcspn (list, ",\n");
      int regv = regv_of (i, reg_called (t, list, n));
      if (is_target (i, "aarch64"))
	regv = regv == REG_A64_SP ? 31 : regv - (int) REG_A64_X0;
      else if (is_target (i, "riscv64"))
	regv -= REG_RV_X0;
      else if (regv >= REG_X86_RAX)
	regv -= REG_X86_RAX;
      if (regv >= 0)
	bits[regv / width] |= 1UL << regv % width;
      list += n + (list[n] == ',');
    }
}

/* An x86's calls and returns move the stack pointer; GCC does not say so.  */
void
GetInstRegUsage (Inst *i, InstRegUsageVec *usage)
{
  NEED (i);
  NEED (usage);
  if (!i->uses || !i->sets || is_target (i, "ia64"))
    tool_fail (
      "GetInstRegUsage: the program does not say which registers '%s' uses",
      InstText (i));
  set_bits (i, i->uses, usage->ureg_bitvec);
  set_bits (i, i->sets, usage->dreg_bitvec);
  int link = i->block->proc->unit->target->return_reg;
  if (link == HALT_NO_REG && (i->class == INST_CALL || i->class == INST_RETURN))
    {
      usage->ureg_bitvec[0] |= 1UL << REG_SP;
      usage->dreg_bitvec[0] |= 1UL << REG_SP;
    }
  if (link != HALT_NO_REG && i->class == INST_CALL)
    usage->dreg_bitvec[0] |= 1UL << link;
}

int
GetInstInfo (Inst *i, InstInfoType what)
{
  static const char words[]
    = "instructions are text here (InstText, InstOpcodeText)";
  static const char regs[] = "it is a register: ask GetInstRegEnum";
  static const struct question questions[] = {
    [InstEntryPoint] = { "InstEntryPoint", NULL },
    [InstIpBr] = { "InstIpBr", NULL },
    [InstIpJmp] = { "InstIpJmp", NULL },
    [InstMemDisp] = { "InstMemDisp", NULL },
    [InstRA] = { "InstRA", NULL },
    [InstRB] = { "InstRB", NULL },
    [InstRC] = { "InstRC", NULL },
    [InstBase] = { "InstBase", regs },
    [InstIndex] = { "InstIndex", regs },
    [InstScale] = { "InstScale", NULL },
    [InstBrDisp] = { "InstBrDisp", "GetInstBranchTarget has where it goes" },
    [InstOpcode] = { "InstOpcode", words },
    [InstBinary] = { "InstBinary", words },
    [InstAddrTaken] = { "InstAddrTaken", "units of text do not say it" }
  };
  NEED (i);
  CHECK (questions, what);
  struct address a;
  switch (what)
    {
    case InstEntryPoint:
      return i == GetFirstInst (GetEntryBlock (&i->block->proc->entry));
    case InstIpBr:
      return i->class == INST_SIBCALL && !is_indirect (i);
    case InstIpJmp:
      return i->class == INST_SIBCALL && is_indirect (i);
    case InstRA:
    case InstRB:
    case InstRC:
      return register_field (i, what, __func__) & 31;
    case InstScale:
      return first_address (i, __func__).scale;
    default:
      a = first_address (i, __func__);
      if (a.disp != (int) a.disp)
	tool_fail ("GetInstInfo: InstMemDisp is no int");
      return a.disp;
    }
}
