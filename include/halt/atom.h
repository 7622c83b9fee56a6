/* SPDX-License-Identifier: MIT */
/* ATOM's interface for HALT: what the instrumentation file of a tool includes.

   A tool is two files.  One goes through a program and adds calls of routines;
   it includes <halt/atom.h>.  The other one, the analysis file, has these
   routines, and does not.

     void Instrument (int argc, char **argv, Obj *obj)
     {
       AddCallProto ("Enter(char *)");
       for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
	 AddCallProc (p, ProcBefore, "Enter", ProcName (p));
     }

   Names, orders of arguments and meanings are those of A. Srivastava, A. Eustace,
   "ATOM: a system for building customized program analysis tools" (1994), and of
   the manual pages of OSF/1, section 5: atom_application_instrumentation,
   _navigation, _query and _symbols, atom_instrumentation_routines,
   atom_object_management, Xlate.  What HALT adds is marked with a +, what differs
   is said.

   A wrong call ends the process with one line: the tool's file and line, the
   function, the reason.  So does what the program's machine has no meaning for.
   All functions here are macros, too, which note the file and line, and let
   AddCall... know how many arguments there are and of what type; (InstPC) (i) is
   the function itself.

   Pointers to Obj, Proc and so on are valid until the process ends, and so are
   the strings that are returned: none is to be freed or changed.  All of them are
   "stable".  NULL ends a walk.  */

#ifndef HALT_ATOM_H
#define HALT_ATOM_H 1

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct halt_obj Obj;	/* a program, or a shared object */
typedef struct halt_proc Proc;	/* a procedure */
typedef struct halt_entry Entry; /* where a procedure is entered by a call */
typedef struct halt_block Block; /* a basic block: a call that returns need not end
				    it */
typedef struct halt_inst Inst;	/* an instruction */
typedef struct halt_edge Edge;	/* + from one block to another */
typedef struct halt_xlate Xlate; /* a table of addresses, as they run */
typedef struct halt_xlate XLATE;

/* Where a call is added.  All that come before something are even, all that come
   after are odd.  */
typedef enum PlaceType
{
  ProgramBefore = 0,
  ProgramAfter = 1,
  ObjBefore = 2,
  ObjAfter = 3,
  ProcBefore = 4,
  ProcAfter = 5,
  EntryBefore = 6,
  BlockBefore = 8,
  BlockAfter = 9,
  InstBefore = 10,
  InstAfter = 11
} PlaceType;

/* --- what a tool defines -------------------------------------------------- */

/* Either InstrumentAll, or Instrument, and with it InstrumentInit (called first)
   and InstrumentFini (last), if they are there.  ARGC and ARGV are the tool's
   arguments from the command line; ARGV[0] is the tool's name.

     void Instrument (int argc, char **argv, Obj *obj);	   called for each Obj
     Instrument (int argc, char **argv)			   the paper's

   C cannot declare both, so neither is declared.  (C++ has the first, and need not
   say extern "C".)  In the paper a program is one Obj, and GetFirstProc begins at
   its first procedure; OSF/1 had shared libraries, called Instrument for each
   object, added GetFirstObjProc and called GetFirstProc obsolete.  Here both work:
   the third argument is always passed, and an Instrument that calls GetFirstProc
   goes through the program, all of its Objs, and is called only once.

   InstrumentAll goes through the Objs itself.  It returns 0, or else the program is
   not instrumented.  */
#ifdef __cplusplus
void Instrument (int argc, char **argv, Obj *obj);
#endif
void InstrumentInit (int argc, char **argv);
unsigned InstrumentAll (int argc, char **argv);
void InstrumentFini (void);

/* --- going through the program -------------------------------------------- */

/* Shared objects with facts follow in the order in which the loader searches them,
   then those that were named.  */
Obj *GetFirstObj (void);	/* the program itself */
Obj *GetLastObj (void);
Obj *GetNextObj (Obj *obj);
Obj *GetPrevObj (Obj *obj);

Proc *GetFirstObjProc (Obj *obj);
Proc *GetLastObjProc (Obj *obj);
Proc *GetNextProc (Proc *proc);	/* of the same Obj ... */
Proc *GetPrevProc (Proc *proc);
Proc *GetFirstProc (void);	/* ... unless the walk began with one of these, the
				   paper's: then of the program */
Proc *GetLastProc (void);

Entry *GetFirstEntry (Proc *proc); /* compilers make only one */
Entry *GetLastEntry (Proc *proc);
Entry *GetNextEntry (Entry *entry);
Entry *GetPrevEntry (Entry *entry);

Block *GetFirstBlock (Proc *proc); /* in the order of the code */
Block *GetLastBlock (Proc *proc);
Block *GetNextBlock (Block *block);
Block *GetPrevBlock (Block *block);

Inst *GetFirstInst (Block *block); /* no block is empty */
Inst *GetLastInst (Block *block);
Inst *GetNextInst (Inst *inst);	/* of the same block */
Inst *GetPrevInst (Inst *inst);

Obj *GetProcObj (Proc *proc);
Proc *GetEntryProc (Entry *entry);
Block *GetEntryBlock (Entry *entry);
Proc *GetBlockProc (Block *block);
Block *GetInstBlock (Inst *inst);
Proc *GetInstProc (Inst *inst);	/* + */

/* The first instruction of the block that a branch or jump goes to, if it takes; NULL
   if that is not one block of the procedure.  */
Inst *GetInstBranchTarget (Inst *inst);

/* + The edges that leave BLOCK and that come to it.  */
Edge *GetFirstSuccEdge (Block *block);
Edge *GetNextSuccEdge (Edge *edge);
Edge *GetFirstPredEdge (Block *block);
Edge *GetNextPredEdge (Edge *edge);
/* + Where EDGE comes from, NULL: the procedure is entered; where it goes, NULL: it is
   left.  */
Block *GetEdgeFrom (Edge *edge);
Block *GetEdgeTo (Edge *edge);
/* + What becomes of it:

     fall      control goes on with the next instruction
     taken     the conditional branch takes
     jump      a jump, or inline assembler that jumps (asm goto)
     index     entry EdgeIndex of a jump table; of others that is -1
     return    a return, or a jump to another procedure
     eh        an exception that is thrown in the block
     abnormal  a computed goto; a nonlocal goto, what returns twice (setjmp)

   An edge has one of these names, a branch to the next instruction the first.  */
const char *EdgeKind (Edge *edge);
int EdgeIndex (Edge *edge);
/* + Whether a call can be added to it: those of kind "eh" and "abnormal" only if no
   other edge leads to the same block; also computed gotos of an x86.  */
int CanAddCallEdge (Edge *edge);

/* --- finding by name ------------------------------------------------------ */

/* NAME is a symbol of the linker.  NULL if nothing of that name was compiled for
   instrumentation.  A name that is not global may stand for several procedures:
   the first.  */
Obj *FindObj (const char *name);
Obj *FindObjDepthFirst (Obj *obj, const char *name);
Proc *FindProc (Obj *obj, const char *name);
Entry *FindEntry (Obj *obj, const char *name);
Inst *FindInst (Obj *obj, const char *name);

/* What a call calls; INST must be one (ClassSubroutine).  NULL if that is not known,
   or was not compiled for instrumentation.  */
Obj *GetTargetObj (Inst *inst);
Proc *GetTargetProc (Inst *inst);
Entry *GetTargetEntry (Inst *inst);
Inst *GetTargetInst (Inst *inst);
const char *GetTargetName (Inst *inst);

/* The same, by the names that came before.  */
typedef struct ProcRes
{
  Obj *obj;
  Proc *proc;
  const char *name;
  Inst *inst;			/* the procedure's first */
} ProcRes;
void ResolveTargetProc (Inst *inst, ProcRes *result);
void ResolveNamedProc (const char *name, ProcRes *result);
void ResolveObjNamedProc (Obj *obj, const char *name, ProcRes *result);
void ReResolveProc (ProcRes *result);
const char *GetInstProcCalled (Inst *inst); /* NULL: no call, or not known */
Proc *GetProcCalled (Inst *inst);
Proc *GetNamedProc (const char *name);
Obj *GetNamedProcObj (const char *name);

/* --- an Obj, for InstrumentAll -------------------------------------------- */

/* All is built already, and written at the end.  BuildObj returns 0.  */
unsigned BuildObj (Obj *obj);
unsigned IsObjBuilt (Obj *obj);
void WriteObj (Obj *obj);
void ReleaseObj (Obj *obj);

/* --- asking: the program and its Objs ------------------------------------- */

/* Numbers count what was compiled for instrumentation.  What an Info asks and HALT
   does not know is refused: marked with a -.  */
typedef enum ProgInfoType
{
  ProgNumberObjects
} ProgInfoType;
long GetProgInfo (ProgInfoType what);

/* The paper's, of the whole program.  */
typedef enum PInfoType
{
  ProgramNumberProcs,
  ProgramNumberBlocks,
  ProgramNumberInsts,
  TextStartAddress,		/* of the program itself, as GetObjInfo's */
  TextSize,
  InitDataStartAddress,
  InitDataSize,
  UninitDataStartAddress,
  UninitDataSize
} PInfoType;
long GetProgramInfo (PInfoType what);
const char *GetProgramName (void);
const char *GetOutName (void);
long GetProgramInstCount (void);

typedef enum ObjInfoType
{
  ObjNumberProcs,
  ObjNumberBlocks,
  ObjNumberInsts,
  ObjID,			/* from 0, the program's */
  ObjModifyHint,		/* OBJ_WRITEABLE */
  ObjShared,			/* OBJ_CALL_SHARED of the first, OBJ_SHARABLE */
  ObjTextStartAddress,		/* from the first section of code, without
				   instrumentation, ... */
  ObjTextSize,			/* ... to the end of the last, bytes */
  ObjInitDataStartAddress,	/* of those that may be written, and are in the
				   file; constants are not */
  ObjInitDataSize,
  ObjUninitDataStartAddress,	/* ... that are not in the file */
  ObjUninitDataSize,
  ObjSymResolution		/* - */
} ObjInfoType;
enum
{
  OBJ_READONLY,
  OBJ_WRITEABLE
};
enum
{
  OBJ_NON_SHARED,
  OBJ_CALL_SHARED,
  OBJ_SHARABLE
};
long GetObjInfo (Obj *obj, ObjInfoType what);
const char *GetObjName (Obj *obj);
const char *GetObjOutName (Obj *obj);
const char *GetAnalName (void);	/* the analysis file */
long GetObjInstCount (Obj *obj);
/* - An Alpha's words; here instructions are text: InstText.  */
const unsigned *GetObjInstArray (Obj *obj);
const unsigned *GetProgramInstArray (void);
int GetInstBinary (long pc);

/* --- asking: procedures, entries, blocks ---------------------------------- */

/* Addresses are those of the program as it was linked without instrumentation; of a
   shared object or a position-independent program, from where it is loaded.  0: the
   linker has left the code out.  */
const char *ProcName (Proc *proc); /* the linker's */
const char *ProcSourceName (Proc *proc); /* + the language's */
const char *ProcFileName (Proc *proc); /* NULL: not known */
long ProcPC (Proc *proc);
long ProcGP (Proc *proc);	/* - */

typedef enum ProcInfoType
{
  ProcNumberBlocks,
  ProcNumberInsts,
  ProcID,			/* in the Obj, from 0 */
  ProcLineLow,			/* of its instructions in its own file; 0: unknown */
  ProcLineHigh,
  ProcIpBrJmp,			/* 1: it leaves by a jump to another (sibling call) */
  ProcFrameSize,		/* - */
  ProcIRegMask,			/* - */
  ProcIRegOffset,		/* - */
  ProcFRegMask,			/* - */
  ProcFRegOffset,		/* - */
  ProcgpPrologue,		/* - */
  ProcgpUsed,			/* - */
  ProcLocalOffset,		/* - */
  ProcFrameReg,			/* - */
  ProcPcReg,			/* - */
  ProcAddrTaken,		/* - */
  ProcIsRegFrame,		/* - */
  ProcSymRes			/* - */
} ProcInfoType;
long GetProcInfo (Proc *proc, ProcInfoType what);

const char *EntryName (Entry *entry);
long EntryPC (Entry *entry);

typedef enum BlockInfoType
{
  BlockNumberInsts,
  BlockID			/* in the Obj, from 0 */
} BlockInfoType;
long GetBlockInfo (Block *block, BlockInfoType what);
long BlockPC (Block *block);	/* its first instruction's */
unsigned IsBranchTarget (Block *block);

/* --- asking: instructions ------------------------------------------------- */

/* What an instruction is, one for each.  */
typedef enum IClassType
{
  ClassLoad,			/* moves an integer from memory */
  ClassFload,			/* ... a floating-point number or vector */
  ClassStore,			/* moves one to memory */
  ClassFstore,
  ClassIbranch,			/* branches, jumps, returns ... */
  ClassFbranch,			/* ... on a floating-point register */
  ClassSubroutine,		/* calls */
  ClassIarithmetic,		/* integer: adds, subtracts, moves registers, and
				   what is none of the others */
  ClassImultiplyl,		/* multiplies 32 bits or fewer ... */
  ClassImultiplyq,		/* ... or 64 */
  ClassIlogical,
  ClassIshift,
  ClassIcondmove,
  ClassIcompare,
  ClassFpop,			/* floating point, other than: */
  ClassFdivs,			/* single precision division */
  ClassFdivd,			/* double or extended precision division */
  ClassNull,			/* the system's, no-operations, inline assembler */
  ClassMem			/* touches memory otherwise: prefetch, fences */
} IClassType;
IClassType GetInstClass (Inst *inst);

/* What it is among others; more than one can be true.  */
typedef enum ITypeType
{
  InstTypeLoad,			/* reads memory; an x86's add to memory is a load
				   and a store, its return a load ... */
  InstTypeStore,		/* ... its call a store */
  InstTypeJump,			/* indirect jump, call or return */
  InstTypeFP,			/* computes with or moves floating-point numbers or
				   vectors */
  InstTypeInt,			/* all others */
  InstTypeDiv,			/* divides: integers, too, where machines can */
  InstTypeMul,
  InstTypeAdd,
  InstTypeSub,
  InstTypeCondBr,		/* conditional branch */
  InstTypeUncondBr,		/* unconditional branch, no call */
  InstTypeMem,			/* touches memory */
  InstTypeNop,
  InstTypeCall,			/* + */
  InstTypeReturn,		/* + */
  InstTypeAsm			/* + from inline assembler: nothing else is known
				   of it but its accesses */
} ITypeType;
typedef ITypeType InstType;
int IsInstType (Inst *inst, ITypeType type);

typedef enum InstInfoType
{
  InstEntryPoint,		/* 1: it is its procedure's first */
  InstIpBr,			/* 1: it branches to another procedure, no call */
  InstIpJmp,			/* ... it jumps there by an address */
  InstMemDisp,			/* of its first access: what is added to registers
				   and symbol */
  InstRA,			/* an Alpha's registers, by number; no other
				   machine's */
  InstRB,
  InstRC,
  InstBase,			/* + of its first access, for GetInstRegEnum */
  InstIndex,			/* + */
  InstScale,			/* + 1, 2, 4 or 8; what the index is multiplied with */
  InstBrDisp,			/* - */
  InstOpcode,			/* - but InstOpcodeText */
  InstBinary,			/* - but InstText */
  InstAddrTaken			/* - */
} InstInfoType;
typedef InstInfoType IInfoType;
int GetInstInfo (Inst *inst, InstInfoType what);

long InstPC (Inst *inst);
long InstLineNo (Inst *inst);	/* 0: not known */
long InstColumnNo (Inst *inst);	/* + */
const char *InstFileName (Inst *inst); /* + inlined code has its own; NULL */
/* + "movl 8(%rsp), %eax": one blank for any, "; " between several lines.  */
const char *InstText (Inst *inst);
const char *InstOpcodeText (Inst *inst); /* + "movl" */

/* + What it touches in memory.  The first two can be told by EffAddrValue and
   EffAddrValue2.  BYTES is 0 if that is not fixed: of a string instruction with a
   count it is one step's.  */
int GetInstAccessCount (Inst *inst);
long GetInstAccessBytes (Inst *inst, int n); /* N from 0 */
/* ... how many addresses it has: 1; of a gather or a scatter as many as the vector has
   elements, and EffAddrValue is refused.  */
int GetInstAccessPlaces (Inst *inst, int n);
int IsInstAccessStore (Inst *inst, int n);

/* --- registers ------------------------------------------------------------ */

#ifdef __riscv
/* <signal.h> has macros of these names there.  */
#undef REG_PC
#undef REG_RA
#undef REG_SP
#endif

/* The parts of RegvType.  */
#define ATOM_ALPHA_REGS \
  REG_0, REG_1, REG_2, REG_3, REG_4, REG_5, REG_6, REG_7, REG_8, REG_9, \
  REG_10, REG_11, REG_12, REG_13, REG_14, REG_15, REG_16, REG_17, REG_18, \
  REG_19, REG_20, REG_21, REG_22, REG_23, REG_24, REG_25, REG_26, REG_27, \
  REG_28, REG_29, REG_30, REG_31, FREG_0, FREG_1, FREG_2, FREG_3, FREG_4, \
  FREG_5, FREG_6, FREG_7, FREG_8, FREG_9, FREG_10, FREG_11, FREG_12, \
  FREG_13, FREG_14, FREG_15, FREG_16, FREG_17, FREG_18, FREG_19, FREG_20, \
  FREG_21, FREG_22, FREG_23, FREG_24, FREG_25, FREG_26, FREG_27, FREG_28, \
  FREG_29, FREG_30, FREG_31
#define ATOM_ROLES \
  REG_RETVAL = REG_0, REG_ARG_1 = REG_16, REG_ARG_2 = REG_17, \
  REG_ARG_3 = REG_18, REG_ARG_4 = REG_19, REG_ARG_5 = REG_20, REG_ARG_6 = REG_21, \
  REG_RA = REG_26, REG_GP = REG_29, REG_SP = REG_30, REG_ZERO = REG_31, \
  FREG_RETVAL = FREG_0, FREG_ARG_1 = FREG_16, FREG_ARG_2 = FREG_17, \
  FREG_ARG_3 = FREG_18, FREG_ARG_4 = FREG_19, FREG_ARG_5 = FREG_20, \
  FREG_ARG_6 = FREG_21, FREG_ZERO = FREG_31, RET_RES_1 = REG_RETVAL
/* + <signal.h> has the short names.  */
#define ATOM_X86_REGS \
  REG_X86_RAX = 128, REG_X86_RDX, REG_X86_RCX, REG_X86_RBX, REG_X86_RSI, \
  REG_X86_RDI, REG_X86_RBP, REG_X86_R8, REG_X86_R9, REG_X86_R10, \
  REG_X86_R11, REG_X86_R12, REG_X86_R13, REG_X86_R14, REG_X86_R15, \
  REG_X86_RSP = REG_SP, REG_X86_EAX = REG_X86_RAX, \
  REG_X86_EDX = REG_X86_RDX, REG_X86_ECX = REG_X86_RCX, REG_X86_EBX = REG_X86_RBX, \
  REG_X86_ESI = REG_X86_RSI, REG_X86_EDI = REG_X86_RDI, \
  REG_X86_EBP = REG_X86_RBP, REG_X86_ESP = REG_X86_RSP, FREG_XMM0 = 160, FREG_XMM1, \
  FREG_XMM2, FREG_XMM3, FREG_XMM4, FREG_XMM5, FREG_XMM6, FREG_XMM7, \
  FREG_XMM8, FREG_XMM9, FREG_XMM10, FREG_XMM11, FREG_XMM12, FREG_XMM13, \
  FREG_XMM14, FREG_XMM15
#define ATOM_A64_REGS \
  REG_A64_X0 = 192, REG_A64_X1, REG_A64_X2, REG_A64_X3, REG_A64_X4, REG_A64_X5, \
  REG_A64_X6, REG_A64_X7, REG_A64_X8, REG_A64_X9, REG_A64_X10, REG_A64_X11, \
  REG_A64_X12, REG_A64_X13, REG_A64_X14, REG_A64_X15, REG_A64_X16, \
  REG_A64_X17, REG_A64_X18, REG_A64_X19, REG_A64_X20, REG_A64_X21, \
  REG_A64_X22, REG_A64_X23, REG_A64_X24, REG_A64_X25, REG_A64_X26, \
  REG_A64_X27, REG_A64_X28, REG_A64_X29, REG_A64_X30, \
  FREG_A64_V0 = 224, FREG_A64_V1, FREG_A64_V2, FREG_A64_V3, FREG_A64_V4, \
  FREG_A64_V5, FREG_A64_V6, FREG_A64_V7, FREG_A64_V8, FREG_A64_V9, \
  FREG_A64_V10, FREG_A64_V11, FREG_A64_V12, FREG_A64_V13, FREG_A64_V14, \
  FREG_A64_V15, FREG_A64_V16, FREG_A64_V17, FREG_A64_V18, FREG_A64_V19, \
  FREG_A64_V20, FREG_A64_V21, FREG_A64_V22, FREG_A64_V23, FREG_A64_V24, \
  FREG_A64_V25, FREG_A64_V26, FREG_A64_V27, FREG_A64_V28, FREG_A64_V29, \
  FREG_A64_V30, FREG_A64_V31, REG_A64_SP = REG_SP
#define ATOM_RV_REGS \
  REG_RV_X0 = 256, REG_RV_X1, REG_RV_X2, REG_RV_X3, REG_RV_X4, REG_RV_X5, \
  REG_RV_X6, REG_RV_X7, REG_RV_X8, REG_RV_X9, REG_RV_X10, REG_RV_X11, \
  REG_RV_X12, REG_RV_X13, REG_RV_X14, REG_RV_X15, REG_RV_X16, REG_RV_X17, \
  REG_RV_X18, REG_RV_X19, REG_RV_X20, REG_RV_X21, REG_RV_X22, REG_RV_X23, \
  REG_RV_X24, REG_RV_X25, REG_RV_X26, REG_RV_X27, REG_RV_X28, REG_RV_X29, \
  REG_RV_X30, REG_RV_X31, FREG_RV_F0, FREG_RV_F1, FREG_RV_F2, FREG_RV_F3, \
  FREG_RV_F4, FREG_RV_F5, FREG_RV_F6, FREG_RV_F7, FREG_RV_F8, FREG_RV_F9, \
  FREG_RV_F10, FREG_RV_F11, FREG_RV_F12, FREG_RV_F13, FREG_RV_F14, \
  FREG_RV_F15, FREG_RV_F16, FREG_RV_F17, FREG_RV_F18, FREG_RV_F19, \
  FREG_RV_F20, FREG_RV_F21, FREG_RV_F22, FREG_RV_F23, FREG_RV_F24, \
  FREG_RV_F25, FREG_RV_F26, FREG_RV_F27, FREG_RV_F28, FREG_RV_F29, \
  FREG_RV_F30, FREG_RV_F31

/* Whose contents are passed for REGV and FREGV.  As in ATOM, REG_n and FREG_n are an
   Alpha's registers, and REG_SP, REG_ARG_1 and others are some of these.  REG_ARG_n
   of i386 is a word of the stack: where a procedure is entered, and before a call.  On
   another machine those that have a meaning in the calling convention, the second
   group, stand for its register of that meaning; all other numbers are refused, as are
   REG_GP and REG_ZERO on an x86 and an AArch64.  */
typedef enum RegvType
{
  ATOM_ALPHA_REGS,
  REG_PC,			/* the instrumented instruction's address in the
				   program without instrumentation; ProcAfter:
				   of the one that leaves */
  REG_CC,			/* the processor's cycle counter, AArch64's timer */
  REG_IPC,			/* the address in the instrumented program, as it
				   runs */
  REG_MAX = REG_IPC,
  REG_NOTUSED = -1,		/* GetInstRegEnum: none */
  ATOM_ROLES,
  ATOM_X86_REGS,
  ATOM_A64_REGS,
  ATOM_RV_REGS
} RegvType;

/* The register that WHAT is of INST: InstRA, InstRB, InstRC of an Alpha's, InstBase
   and InstIndex of any.  An x86's, an AArch64's and a RISC-V's have their own names, also
   that of REG_SP.  */
RegvType GetInstRegEnum (Inst *inst, InstInfoType what);

/* The registers that an instruction itself reads and changes, those of addresses among
   them; a call also the return address's or the stack pointer.  Bit N is register N of
   RegvType: 0 to 63 of an Alpha; an x86's own are N - REG_X86_RAX, so that xmm0 is 32,
   and REG_SP is 30; an AArch64's N - REG_A64_X0, so that v0 is 32, and REG_SP is 31; a
   RISC-V's N - REG_RV_X0, so that ft0 is 32, and REG_SP is 2.
   What zeros a register whatever it was does not read it; what
   writes a part of one does.  Of inline assembler it is what its operands say.  Flags
   have no bit.  */
typedef struct InstRegUsageVec
{
  unsigned long ureg_bitvec[2];	/* used */
  unsigned long dreg_bitvec[2];	/* changed */
} InstRegUsageVec;
#define UseRegBitVec(x) ((x)->ureg_bitvec)
#define DestRegBitVec(x) ((x)->dreg_bitvec)
void GetInstRegUsage (Inst *inst, InstRegUsageVec *usage);

/* --- adding calls --------------------------------------------------------- */

/* What is passed for VALUE.  */
typedef enum ValueType
{
  BrCondValue = 0x1001,		/* conditional branches, InstBefore: not 0 if it will
				   be taken */
  EffAddrValue,			/* loads and stores, InstBefore: where it accesses
				   memory */
  EffAddrValue2,		/* + ... its second access */
  ArgValue,			/* ReplaceEntry: an argument of the call; the first
				   of these is the first argument, and so on */
  ReplAddrValue			/* ReplaceEntry: the address of what is replaced */
} ValueType;

/* Declare a routine of the analysis file: "Name(type, type ...)".

     char, int, long	  a number
     char *		  a string
     char[n], int[n], long[n]
			  an array, which is copied into the program.  [] needs
			  its length before the routine is called
     VALUE		  a ValueType
     REGV, FREGV	  a RegvType, whose 64 bits (32, if the machine's words are
			  so) are passed
     XLATE *		  an Xlate

   before a string or an array: const: the routine does not write to it, and those that
   are equal are one; stable: nobody changes it until the process ends; free: it is
   malloc's, and free may be called at once.  A routine may be declared once more
   with other lengths of arrays, but not otherwise.  */
void AddCallProto (const char *prototype);

/* Add a call of ROUTINE.  Calls at the same place are made in the order in which they
   were added; at one point Program's come first, then those of Obj, Proc and Entry,
   Block, Inst, and after it the other way round.  A call after an instruction that
   is a conditional branch is made whichever way it goes; REG_PC there is that of
   the branch.  */
void AddCallProgram (PlaceType place, const char *routine, ...);
void AddCallObj (Obj *obj, PlaceType place, const char *routine, ...);
void AddCallProc (Proc *proc, PlaceType place, const char *routine, ...);
void AddCallEntry (Entry *entry, PlaceType place, const char *routine, ...);
void AddCallBlock (Block *block, PlaceType place, const char *routine, ...);
void AddCallInst (Inst *inst, PlaceType place, const char *routine, ...);
void AddCallEdge (Edge *edge, const char *routine, ...); /* + */

/* Let calls of a procedure, tail calls too, call a routine of the analysis file: of
   ReplaceEntry with the arguments given, of ReplaceProcedure, which takes no prototype,
   with the procedure's own, which are not checked.  The routine's result is the call's.
   Of the procedure's code only ReplAddrValue knows where it is.  */
void ReplaceProto (const char *prototype);
void ReplaceEntry (Entry *entry, const char *routine, ...);
void ReplaceProcedure (Proc *proc, const char *routine);

/* Addresses in the instrumented program, by a table that is passed for XLATE *; the
   analysis asks XlateAddr and others (halt/anal.h).  SIZE is how many there will be at
   most; with XLATE_NOSIZE any number.  The address of an instruction is where it is
   itself, behind what is called before it; that of an entry the one that
   ReplAddrValue has.  What is added after the table was passed counts, too.  */
#define XLATE_NOSIZE (~0u)
Xlate *CreateXlate (Obj *obj, unsigned size);
void AddXlateAddress (Xlate *xlate, Inst *inst);
void AddXlateEntry (Xlate *xlate, Entry *entry);

/* --- the macros ----------------------------------------------------------- */

/* They take up to 24 arguments for a routine.  */

/* Note where the interface is called.  */
void atom_at (const char *file, int line);

/* AddCall... with N arguments, for each the number of its type and itself.  Numbers of
   any type are long here: an int that is passed for a long is right.  (Without the
   macros it is not: there C passes what it is given.)  */
void atom_call_program (PlaceType place, const char *routine, int n, ...);
void atom_call_obj (Obj *obj, PlaceType place, const char *routine, int n, ...);
void atom_call_proc (Proc *proc, PlaceType place, const char *routine, int n,
		     ...);
void atom_call_entry (Entry *entry, PlaceType place, const char *routine, int n,
		      ...);
void atom_call_block (Block *block, PlaceType place, const char *routine, int n,
		      ...);
void atom_call_inst (Inst *inst, PlaceType place, const char *routine, int n,
		     ...);
void atom_call_edge (Edge *edge, const char *routine, int n, ...);
void atom_replace_entry (Entry *entry, const char *routine, int n, ...);

#ifdef __cplusplus
}
#endif

#ifndef ATOM_FUNCTIONS /* defined by those who want no macros */
#define ATOM_AT(call) (atom_at (__FILE__, __LINE__), call)

/* What follows the routine's name: ATOM_ARGS (name, a, b) is
   name, 2, type of a, a, type of b, b, 0.  The 0 at the end is not read.  */
#define ATOM_ARG(x) __builtin_classify_type (x), (long) (x)
#define ATOM_NTH(name, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, \
		 a15, a16, a17, a18, a19, a20, a21, a22, a23, a24, n, ...) n
#define ATOM_COUNT(...) \
  ATOM_NTH (__VA_ARGS__, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, \
	    9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0)
#define ATOM_ARGS(...) ATOM_ARGS_N (ATOM_COUNT (__VA_ARGS__), __VA_ARGS__, 0)
#define ATOM_ARGS_N(n, ...) ATOM_ARGS_M (n, __VA_ARGS__)
#define ATOM_ARGS_M(n, name, ...) name, n, ATOM_##n (__VA_ARGS__)
#define ATOM_0(end) end
#define ATOM_1(x, ...) ATOM_ARG (x), ATOM_0 (__VA_ARGS__)
#define ATOM_2(x, ...) ATOM_ARG (x), ATOM_1 (__VA_ARGS__)
#define ATOM_3(x, ...) ATOM_ARG (x), ATOM_2 (__VA_ARGS__)
#define ATOM_4(x, ...) ATOM_ARG (x), ATOM_3 (__VA_ARGS__)
#define ATOM_5(x, ...) ATOM_ARG (x), ATOM_4 (__VA_ARGS__)
#define ATOM_6(x, ...) ATOM_ARG (x), ATOM_5 (__VA_ARGS__)
#define ATOM_7(x, ...) ATOM_ARG (x), ATOM_6 (__VA_ARGS__)
#define ATOM_8(x, ...) ATOM_ARG (x), ATOM_7 (__VA_ARGS__)
#define ATOM_9(x, ...) ATOM_ARG (x), ATOM_8 (__VA_ARGS__)
#define ATOM_10(x, ...) ATOM_ARG (x), ATOM_9 (__VA_ARGS__)
#define ATOM_11(x, ...) ATOM_ARG (x), ATOM_10 (__VA_ARGS__)
#define ATOM_12(x, ...) ATOM_ARG (x), ATOM_11 (__VA_ARGS__)
#define ATOM_13(x, ...) ATOM_ARG (x), ATOM_12 (__VA_ARGS__)
#define ATOM_14(x, ...) ATOM_ARG (x), ATOM_13 (__VA_ARGS__)
#define ATOM_15(x, ...) ATOM_ARG (x), ATOM_14 (__VA_ARGS__)
#define ATOM_16(x, ...) ATOM_ARG (x), ATOM_15 (__VA_ARGS__)
#define ATOM_17(x, ...) ATOM_ARG (x), ATOM_16 (__VA_ARGS__)
#define ATOM_18(x, ...) ATOM_ARG (x), ATOM_17 (__VA_ARGS__)
#define ATOM_19(x, ...) ATOM_ARG (x), ATOM_18 (__VA_ARGS__)
#define ATOM_20(x, ...) ATOM_ARG (x), ATOM_19 (__VA_ARGS__)
#define ATOM_21(x, ...) ATOM_ARG (x), ATOM_20 (__VA_ARGS__)
#define ATOM_22(x, ...) ATOM_ARG (x), ATOM_21 (__VA_ARGS__)
#define ATOM_23(x, ...) ATOM_ARG (x), ATOM_22 (__VA_ARGS__)
#define ATOM_24(x, ...) ATOM_ARG (x), ATOM_23 (__VA_ARGS__)

#define GetFirstObj() ATOM_AT ((GetFirstObj) ())
#define GetLastObj() ATOM_AT ((GetLastObj) ())
#define GetNextObj(obj) ATOM_AT ((GetNextObj) (obj))
#define GetPrevObj(obj) ATOM_AT ((GetPrevObj) (obj))
#define GetFirstObjProc(obj) ATOM_AT ((GetFirstObjProc) (obj))
#define GetLastObjProc(obj) ATOM_AT ((GetLastObjProc) (obj))
#define GetNextProc(proc) ATOM_AT ((GetNextProc) (proc))
#define GetPrevProc(proc) ATOM_AT ((GetPrevProc) (proc))
#define GetFirstProc() ATOM_AT ((GetFirstProc) ())
#define GetLastProc() ATOM_AT ((GetLastProc) ())
#define GetFirstEntry(proc) ATOM_AT ((GetFirstEntry) (proc))
#define GetLastEntry(proc) ATOM_AT ((GetLastEntry) (proc))
#define GetNextEntry(entry) ATOM_AT ((GetNextEntry) (entry))
#define GetPrevEntry(entry) ATOM_AT ((GetPrevEntry) (entry))
#define GetFirstBlock(proc) ATOM_AT ((GetFirstBlock) (proc))
#define GetLastBlock(proc) ATOM_AT ((GetLastBlock) (proc))
#define GetNextBlock(block) ATOM_AT ((GetNextBlock) (block))
#define GetPrevBlock(block) ATOM_AT ((GetPrevBlock) (block))
#define GetFirstInst(block) ATOM_AT ((GetFirstInst) (block))
#define GetLastInst(block) ATOM_AT ((GetLastInst) (block))
#define GetNextInst(inst) ATOM_AT ((GetNextInst) (inst))
#define GetPrevInst(inst) ATOM_AT ((GetPrevInst) (inst))
#define GetProcObj(proc) ATOM_AT ((GetProcObj) (proc))
#define GetEntryProc(entry) ATOM_AT ((GetEntryProc) (entry))
#define GetEntryBlock(entry) ATOM_AT ((GetEntryBlock) (entry))
#define GetBlockProc(block) ATOM_AT ((GetBlockProc) (block))
#define GetInstBlock(inst) ATOM_AT ((GetInstBlock) (inst))
#define GetInstProc(inst) ATOM_AT ((GetInstProc) (inst))
#define GetInstBranchTarget(inst) ATOM_AT ((GetInstBranchTarget) (inst))
#define GetFirstSuccEdge(block) ATOM_AT ((GetFirstSuccEdge) (block))
#define GetNextSuccEdge(edge) ATOM_AT ((GetNextSuccEdge) (edge))
#define GetFirstPredEdge(block) ATOM_AT ((GetFirstPredEdge) (block))
#define GetNextPredEdge(edge) ATOM_AT ((GetNextPredEdge) (edge))
#define GetEdgeFrom(edge) ATOM_AT ((GetEdgeFrom) (edge))
#define GetEdgeTo(edge) ATOM_AT ((GetEdgeTo) (edge))
#define EdgeKind(edge) ATOM_AT ((EdgeKind) (edge))
#define EdgeIndex(edge) ATOM_AT ((EdgeIndex) (edge))
#define CanAddCallEdge(edge) ATOM_AT ((CanAddCallEdge) (edge))
#define FindObj(name) ATOM_AT ((FindObj) (name))
#define FindObjDepthFirst(obj, name) ATOM_AT ((FindObjDepthFirst) (obj, name))
#define FindProc(obj, name) ATOM_AT ((FindProc) (obj, name))
#define FindEntry(obj, name) ATOM_AT ((FindEntry) (obj, name))
#define FindInst(obj, name) ATOM_AT ((FindInst) (obj, name))
#define GetTargetObj(inst) ATOM_AT ((GetTargetObj) (inst))
#define GetTargetProc(inst) ATOM_AT ((GetTargetProc) (inst))
#define GetTargetEntry(inst) ATOM_AT ((GetTargetEntry) (inst))
#define GetTargetInst(inst) ATOM_AT ((GetTargetInst) (inst))
#define GetTargetName(inst) ATOM_AT ((GetTargetName) (inst))
#define ResolveTargetProc(inst, result) \
  ATOM_AT ((ResolveTargetProc) (inst, result))
#define ResolveNamedProc(name, result) \
  ATOM_AT ((ResolveNamedProc) (name, result))
#define ResolveObjNamedProc(obj, name, result) \
  ATOM_AT ((ResolveObjNamedProc) (obj, name, result))
#define ReResolveProc(result) ATOM_AT ((ReResolveProc) (result))
#define GetInstProcCalled(inst) ATOM_AT ((GetInstProcCalled) (inst))
#define GetProcCalled(inst) ATOM_AT ((GetProcCalled) (inst))
#define GetNamedProc(name) ATOM_AT ((GetNamedProc) (name))
#define GetNamedProcObj(name) ATOM_AT ((GetNamedProcObj) (name))
#define BuildObj(obj) ATOM_AT ((BuildObj) (obj))
#define IsObjBuilt(obj) ATOM_AT ((IsObjBuilt) (obj))
#define WriteObj(obj) ATOM_AT ((WriteObj) (obj))
#define ReleaseObj(obj) ATOM_AT ((ReleaseObj) (obj))
#define GetProgInfo(what) ATOM_AT ((GetProgInfo) (what))
#define GetProgramInfo(what) ATOM_AT ((GetProgramInfo) (what))
#define GetProgramName() ATOM_AT ((GetProgramName) ())
#define GetOutName() ATOM_AT ((GetOutName) ())
#define GetProgramInstCount() ATOM_AT ((GetProgramInstCount) ())
#define GetObjInfo(obj, what) ATOM_AT ((GetObjInfo) (obj, what))
#define GetObjName(obj) ATOM_AT ((GetObjName) (obj))
#define GetObjOutName(obj) ATOM_AT ((GetObjOutName) (obj))
#define GetAnalName() ATOM_AT ((GetAnalName) ())
#define GetObjInstCount(obj) ATOM_AT ((GetObjInstCount) (obj))
#define GetObjInstArray(obj) ATOM_AT ((GetObjInstArray) (obj))
#define GetProgramInstArray() ATOM_AT ((GetProgramInstArray) ())
#define GetInstBinary(pc) ATOM_AT ((GetInstBinary) (pc))
#define ProcName(proc) ATOM_AT ((ProcName) (proc))
#define ProcSourceName(proc) ATOM_AT ((ProcSourceName) (proc))
#define ProcFileName(proc) ATOM_AT ((ProcFileName) (proc))
#define ProcPC(proc) ATOM_AT ((ProcPC) (proc))
#define ProcGP(proc) ATOM_AT ((ProcGP) (proc))
#define GetProcInfo(proc, what) ATOM_AT ((GetProcInfo) (proc, what))
#define EntryName(entry) ATOM_AT ((EntryName) (entry))
#define EntryPC(entry) ATOM_AT ((EntryPC) (entry))
#define GetBlockInfo(block, what) ATOM_AT ((GetBlockInfo) (block, what))
#define BlockPC(block) ATOM_AT ((BlockPC) (block))
#define IsBranchTarget(block) ATOM_AT ((IsBranchTarget) (block))
#define GetInstClass(inst) ATOM_AT ((GetInstClass) (inst))
#define IsInstType(inst, type) ATOM_AT ((IsInstType) (inst, type))
#define GetInstInfo(inst, what) ATOM_AT ((GetInstInfo) (inst, what))
#define InstPC(inst) ATOM_AT ((InstPC) (inst))
#define InstLineNo(inst) ATOM_AT ((InstLineNo) (inst))
#define InstColumnNo(inst) ATOM_AT ((InstColumnNo) (inst))
#define InstFileName(inst) ATOM_AT ((InstFileName) (inst))
#define InstText(inst) ATOM_AT ((InstText) (inst))
#define InstOpcodeText(inst) ATOM_AT ((InstOpcodeText) (inst))
#define GetInstAccessCount(inst) ATOM_AT ((GetInstAccessCount) (inst))
#define GetInstAccessBytes(inst, n) ATOM_AT ((GetInstAccessBytes) (inst, n))
#define GetInstAccessPlaces(inst, n) ATOM_AT ((GetInstAccessPlaces) (inst, n))
#define IsInstAccessStore(inst, n) ATOM_AT ((IsInstAccessStore) (inst, n))
#define GetInstRegEnum(inst, what) ATOM_AT ((GetInstRegEnum) (inst, what))
#define GetInstRegUsage(inst, usage) ATOM_AT ((GetInstRegUsage) (inst, usage))
#define AddCallProto(prototype) ATOM_AT ((AddCallProto) (prototype))
#define AddCallProgram(place, ...) \
  ATOM_AT (atom_call_program (place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallObj(obj, place, ...) \
  ATOM_AT (atom_call_obj (obj, place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallProc(proc, place, ...) \
  ATOM_AT (atom_call_proc (proc, place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallEntry(entry, place, ...) \
  ATOM_AT (atom_call_entry (entry, place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallBlock(block, place, ...) \
  ATOM_AT (atom_call_block (block, place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallInst(inst, place, ...) \
  ATOM_AT (atom_call_inst (inst, place, ATOM_ARGS (__VA_ARGS__)))
#define AddCallEdge(edge, ...) \
  ATOM_AT (atom_call_edge (edge, ATOM_ARGS (__VA_ARGS__)))
#define ReplaceProto(prototype) ATOM_AT ((ReplaceProto) (prototype))
#define ReplaceEntry(entry, ...) \
  ATOM_AT (atom_replace_entry (entry, ATOM_ARGS (__VA_ARGS__)))
#define ReplaceProcedure(proc, routine) \
  ATOM_AT ((ReplaceProcedure) (proc, routine))
#define CreateXlate(obj, size) ATOM_AT ((CreateXlate) (obj, size))
#define AddXlateAddress(xlate, inst) ATOM_AT ((AddXlateAddress) (xlate, inst))
#define AddXlateEntry(xlate, entry) ATOM_AT ((AddXlateEntry) (xlate, entry))
#endif /* ATOM_FUNCTIONS */

#endif /* HALT_ATOM_H */
