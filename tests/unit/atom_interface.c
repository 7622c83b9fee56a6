/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface of instrumentation routines: two units, gone through, asked, and added
   to; and what it refuses.  As a tool it uses the macros.  */

#include <halt/atom.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "atom/atom.h"
#include "tests/unit/run.h"

/* What the room allocates lives until the process ends (atom/atom.h).  */
const char *__asan_default_options (void);
const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}

/* --- the program ---------------------------------------------------------- */

#define AT "at flags=dead align=16 misalign=0 red-zone=0 vector=16 mask=0 live=sp\n"
#define ONLY_BEFORE(id, line, class) \
  "#@insn " #id " 1 " #line " 7 " class "\n#@before " AT
#define INSN(id, line, class) ONLY_BEFORE (id, line, class) "#@after " AT
#define MARK(id) "#@ " #id "\n"

/* f: 2 -> 3 or 4; 3 -> 5; 4 calls abort; 5 returns.  g calls f in its place.  */
#define MAIN_TEXT \
  "\t.file\t\"t.c\"\n" \
  "#@unit x86-64 2\n#@source t.c\n#@file 1 t.c\n#@file 2 t.h\n\t.text\n" \
  "#@function f 1 3 f(int)\n#@scratch ax,dx\n" \
  "#@block 2 1 3\n#@edge 0 2 fall\n#@edge 2 3 fall\n#@edge 2 4 taken\n" \
  INSN (1, 4, "other") "#@load bytes=4 ea=+4:si:ax*8\n" \
  INSN (2, 4, "other") "#@load bytes=4 ea=x+-8\n#@store bytes=4 ea=x+-8\n" \
  INSN (3, 5, "other") INSN (4, 5, "branch") \
  "#@block 3 1 6\n#@edge 3 5 jump\n" \
  INSN (5, 6, "other") "#@load bytes=8 ea=.LC0+0\n" \
  INSN (6, 6, "call g") "#@store bytes=8 ea=-8:sp\n" \
  ONLY_BEFORE (7, 6, "jump") \
  "#@block 4 1 7\n" \
  INSN (8, 7, "other") INSN (9, 7, "other") \
  INSN (10, 7, "call abort") "#@store bytes=8 ea=-8:sp\n" \
  "#@block 5 1 8\n#@edge 5 1 return\n" \
  INSN (11, 9, "other") \
  "#@load bytes=8 ea=+0:si count=cx\n#@store bytes=8 ea=+0:di count=cx\n" \
  "#@insn 12 2 90 1 other\n#@before " AT "#@after " AT \
  INSN (13, 8, "asm") ONLY_BEFORE (14, 8, "return") \
  "#@load bytes=8 ea=+0:sp\n" \
  "\t.globl\tf\n\t.type\tf, @function\nf:\n" \
  "\tmovl\t4(%rsi,%rax,8), %eax\n" MARK (1) \
  "\taddl\t%eax, x-8(%rip)\n" MARK (2) \
  "\ttestl\t%edi, %edi\n" MARK (3) \
  "\tjle\t.L2\n" MARK (4) \
  "\tmulsd\t.LC0(%rip), %xmm1\t# comment\n" MARK (5) \
  "\tvzeroupper\n#@ 99\n\tcall\tg\n" MARK (6) \
  "\tjmp\t.L5\n" MARK (7) \
  ".L2:\n\timulq\t%rcx, %rax\n" MARK (8) \
  "\tidivl\t%ecx\n" MARK (9) \
  "\tcall\tabort@PLT\n" MARK (10) \
  ".L5:\n\trep movsq\n" MARK (11) \
  "\tcmovle\t%eax, %edx\n" MARK (12) \
  "#APP\n# 8 \"t.c\" 1\n\tnop; nop\n1:\n# 0 \"\" 2\n#NO_APP\n" MARK (13) \
  "\tret\n" MARK (14) \
  "\t.size\tf, .-f\n#@promise \n#@end f\n" \
  "#@function g 1 20 g\n#@scratch ax\n" \
  "#@block 2 1 21\n#@edge 0 2 fall\n#@edge 2 1 call\n" \
  INSN (1, 21, "other") ONLY_BEFORE (2, 21, "sibcall f") \
  "\t.type\tg, @function\ng:\n" \
  "\txorl\t%eax, %eax\n" MARK (1) \
  "\tjmp\tf\n" MARK (2) \
  "\t.size\tg, .-g\n#@promise \n#@end g\n" \
  "\t.globl\tother_g\n\t.set\tother_g,g\n"

/* h calls f, which is in the other object; and g, which is not this one's.  */
#define LIBRARY_TEXT \
  "#@unit x86-64 2\n#@source l.c\n#@file 1 l.c\n\t.text\n" \
  "#@function h 1 3 h\n#@scratch ax\n" \
  "#@block 2 1 4\n#@edge 0 2 fall\n#@edge 2 1 return\n" \
  INSN (1, 4, "call f") INSN (2, 4, "call g") ONLY_BEFORE (3, 4, "return") \
  "\t.weak\th\n\t.type\th, @function\nh:\n" \
  "\tcall\tf\n" MARK (1) "\tcall\tg\n" MARK (2) "\tret\n" MARK (3) \
  "#@promise \n#@end h\n"

static Obj program = { .name = "prog", .output = "prog.atom" };
static Obj library = { .name = "lib.so", .output = "lib.so.atom" };
static int pcs_needed;

static void
number_pcs (Obj *o, uint64_t pc)
{
  for (Proc *p = o->first; p; p = p->next)
    {
      p->pc = pc;
      for (int i = 0; i < p->n_insts; i++)
	p->insts[i].pc = pc + 4 * i;
      pc += 0x1000;
    }
}

/* In place of libraries.c: what an object has not, the program has.  */
Obj *__wrap_obj_defining (Obj *from, const char *name, bool own);
Obj *
__wrap_obj_defining (Obj *from, const char *name, bool own)
{
  CU_ASSERT_PTR_NOT_NULL (name);
  return own ? from : &program;
}

/* In place of pc.c, which reads a real program.  */
void __wrap_pc_need (Obj *o);
void
__wrap_pc_need (Obj *o)
{
  if (!pcs_needed++)
    {
      number_pcs (&program, 0x401000);
      number_pcs (&library, 0x1000);
    }
  CU_ASSERT_PTR_NOT_NULL (o);
}

static void
make_program (void)
{
  the.first = &program;
  the.last = &library;
  program.next = &library;
  library.previous = &program;
  the.anal = "anal.c";
  the.target = halt_targets[0];
  unit_read (&program, string ("%s", MAIN_TEXT), strlen (MAIN_TEXT));
  unit_read (&library, string ("%s", LIBRARY_TEXT), strlen (LIBRARY_TEXT));
}

/* Instruction ID of f.  */
static Inst *
inst (int id)
{
  return &program.first->insts[id - 1];
}

/* Expect that what is run ends with status 2 and one line that has TEXT.  */
#define REFUSED(text, what) \
  do \
    { \
      int end = begin_child (); \
      if (end == 0) \
	{ \
	  what; \
	  _exit (0); \
	} \
      check_child (text, __LINE__); \
    } \
  while (0)

static int child_errors[2];
static pid_t child;

static int
begin_child (void)
{
  fflush (NULL);
  if (pipe (child_errors) != 0)
    abort ();
  child = fork ();
  if (child == 0)
    dup2 (child_errors[1], 2);
  close (child_errors[1]);
  return child;
}

static void
check_child (const char *text, int line)
{
  char errors[1024];
  int status;
  size_t n = 0;
  ssize_t got;
  while ((got = read (child_errors[0], errors + n, sizeof errors - 1 - n)) > 0)
    n += got;
  errors[n] = '\0';
  close (child_errors[0]);
  waitpid (child, &status, 0);
  bool good = WIFEXITED (status) && WEXITSTATUS (status) == 2
	      && strncmp (errors, "ghalt: ", 7) == 0 && strstr (errors, text)
	      && strchr (errors, '\n') == errors + n - 1;
  if (!good)
    printf ("line %d: status %x, '%s', not '%s'\n", line, status, errors, text);
  CU_ASSERT_TRUE (good);
}

/* --- going through it ----------------------------------------------------- */

static void
test_objects (void)
{
  CU_ASSERT_PTR_EQUAL (GetFirstObj (), &program);
  CU_ASSERT_PTR_EQUAL (GetLastObj (), &library);
  CU_ASSERT_PTR_EQUAL (GetNextObj (&program), &library);
  CU_ASSERT_PTR_NULL (GetNextObj (&library));
  CU_ASSERT_PTR_EQUAL (GetPrevObj (&library), &program);
  CU_ASSERT_EQUAL (GetProgInfo (ProgNumberObjects), 2);
  CU_ASSERT_EQUAL (GetObjInfo (&library, ObjID), 1);
  CU_ASSERT_EQUAL (GetObjInfo (&program, ObjNumberProcs), 2);
  CU_ASSERT_EQUAL (GetObjInfo (&program, ObjNumberBlocks), 5);
  CU_ASSERT_EQUAL (GetObjInstCount (&program), 16);
  CU_ASSERT_EQUAL (GetProgramInfo (ProgramNumberInsts), 19);
  CU_ASSERT_STRING_EQUAL (GetObjOutName (&program), "prog.atom");
  CU_ASSERT_STRING_EQUAL (GetAnalName (), "anal.c");
  CU_ASSERT_EQUAL (BuildObj (&program), 0);
  WriteObj (&program);
  REFUSED ("GetObjInfo: ObjSymResolution is not known",
	   GetObjInfo (&program, ObjSymResolution));
  REFUSED ("GetObjInfo: 99 is none", GetObjInfo (&program, (ObjInfoType) 99));
  REFUSED ("GetObjInstArray", GetObjInstArray (&program));
  REFUSED ("GetNextObj: the Obj is NULL", GetNextObj (NULL));
}

/* The manual's walk stays in its object, the paper's does not.  */
static void
test_procs (void)
{
  Proc *f = GetFirstObjProc (&program), *g = GetNextProc (f);
  Proc *h = GetFirstObjProc (&library);
  CU_ASSERT_FALSE (the.walks_program);
  CU_ASSERT_STRING_EQUAL (ProcName (f), "f");
  CU_ASSERT_STRING_EQUAL (ProcSourceName (f), "f(int)");
  CU_ASSERT_STRING_EQUAL (ProcFileName (g), "t.c");
  CU_ASSERT_PTR_NULL (GetNextProc (g));
  CU_ASSERT_PTR_EQUAL (GetLastObjProc (&program), g);
  CU_ASSERT_PTR_EQUAL (GetPrevProc (g), f);
  CU_ASSERT_PTR_NULL (GetPrevProc (h));
  CU_ASSERT_PTR_EQUAL (GetFirstProc (), f);
  CU_ASSERT_TRUE (the.walks_program);
  CU_ASSERT_PTR_EQUAL (GetNextProc (g), h);
  CU_ASSERT_PTR_NULL (GetNextProc (h));
  CU_ASSERT_PTR_EQUAL (GetLastProc (), h);
  CU_ASSERT_PTR_EQUAL (GetPrevProc (h), g);
  the.walks_program = false;
  CU_ASSERT_EQUAL (GetProcInfo (g, ProcID), 1);
  CU_ASSERT_EQUAL (GetProcInfo (f, ProcLineLow), 4);
  CU_ASSERT_EQUAL (GetProcInfo (f, ProcLineHigh), 9);
  CU_ASSERT_EQUAL (GetProcInfo (f, ProcIpBrJmp), 0);
  CU_ASSERT_EQUAL (GetProcInfo (g, ProcIpBrJmp), 1);
  CU_ASSERT_EQUAL (GetProcInfo (f, ProcNumberInsts), 14);
  CU_ASSERT_EQUAL (ProcPC (g), 0x402000);
  CU_ASSERT_PTR_EQUAL (GetEntryProc (GetFirstEntry (g)), g);
  CU_ASSERT_PTR_NULL (GetNextEntry (GetFirstEntry (g)));
  REFUSED ("ProcFrameSize is not known", GetProcInfo (f, ProcFrameSize));
}

static void
test_blocks (void)
{
  Proc *f = program.first;
  Block *b = GetFirstBlock (f), *c = GetNextBlock (b), *d = GetNextBlock (c);
  CU_ASSERT_PTR_EQUAL (GetEntryBlock (GetFirstEntry (f)), b);
  CU_ASSERT_PTR_NULL (GetNextBlock (GetLastBlock (f)));
  CU_ASSERT_PTR_EQUAL (GetPrevBlock (c), b);
  CU_ASSERT_PTR_NULL (GetPrevBlock (b));
  CU_ASSERT_EQUAL (GetBlockInfo (b, BlockNumberInsts), 4);
  CU_ASSERT_EQUAL (GetBlockInfo (c, BlockID), 1);
  CU_ASSERT_EQUAL (GetBlockInfo (GetFirstBlock (f->next), BlockID), 4);
  CU_ASSERT_EQUAL (GetBlockInfo (d, BlockID), 2);
  CU_ASSERT_EQUAL (BlockPC (c), 0x401010);
  CU_ASSERT_FALSE (IsBranchTarget (c));
  CU_ASSERT_TRUE (IsBranchTarget (d));
  CU_ASSERT_PTR_EQUAL (GetLastInst (b), inst (4));
  CU_ASSERT_PTR_NULL (GetNextInst (inst (4)));
  CU_ASSERT_PTR_EQUAL (GetNextInst (inst (3)), inst (4));
  CU_ASSERT_PTR_NULL (GetPrevInst (inst (5)));
  CU_ASSERT_PTR_EQUAL (GetInstProc (inst (5)), f);
  CU_ASSERT_PTR_EQUAL (GetInstBranchTarget (inst (4)), inst (8));
  CU_ASSERT_PTR_EQUAL (GetInstBranchTarget (inst (7)), inst (11));
  CU_ASSERT_PTR_NULL (GetInstBranchTarget (inst (6)));
  Edge *e = GetFirstSuccEdge (b);
  CU_ASSERT_STRING_EQUAL (EdgeKind (e), "fall");
  CU_ASSERT_PTR_EQUAL (GetEdgeTo (e), c);
  e = GetNextSuccEdge (e);
  CU_ASSERT_PTR_EQUAL (GetEdgeTo (e), d);
  CU_ASSERT_PTR_NULL (GetNextSuccEdge (e));
  CU_ASSERT_PTR_NULL (GetEdgeFrom (GetFirstPredEdge (b)));
  CU_ASSERT_PTR_NULL (GetFirstSuccEdge (d));
}

static void
test_names (void)
{
  Proc *f = program.first, *g = f->next, *h = library.first;
  ProcRes found;
  CU_ASSERT_PTR_EQUAL (FindProc (&program, "g"), g);
  CU_ASSERT_PTR_NULL (FindProc (&library, "g"));
  CU_ASSERT_PTR_EQUAL (FindProc (&program, "other_g"), g);
  CU_ASSERT_PTR_EQUAL (FindObj ("h"), &library);
  CU_ASSERT_PTR_EQUAL (FindEntry (&library, "h"), &h->entry);
  CU_ASSERT_PTR_EQUAL (FindInst (&program, "f"), inst (1));
  CU_ASSERT_PTR_NULL (GetNamedProc ("printf"));
  CU_ASSERT_STRING_EQUAL (GetInstProcCalled (inst (10)), "abort");
  CU_ASSERT_PTR_NULL (GetInstProcCalled (inst (1)));
  CU_ASSERT_PTR_EQUAL (GetTargetProc (inst (6)), g);
  CU_ASSERT_PTR_NULL (GetTargetProc (inst (10)));
  CU_ASSERT_PTR_EQUAL (GetTargetObj (&h->insts[0]), &program);
  /* Not the local one of another unit.  */
  CU_ASSERT_PTR_NULL (GetTargetProc (&h->insts[1]));
  ResolveTargetProc (&g->insts[1], &found);
  CU_ASSERT_TRUE (found.proc == f && found.obj == &program
		  && found.inst == inst (1));
  ResolveNamedProc ("nobody", &found);
  CU_ASSERT_TRUE (!found.proc && strcmp (found.name, "nobody") == 0);
  REFUSED ("GetTargetProc: the instruction is no call",
	   GetTargetProc (inst (1)));
}

/* --- asking about instructions -------------------------------------------- */

static void
test_instructions (void)
{
  CU_ASSERT_EQUAL (InstPC (inst (3)), 0x401008);
  CU_ASSERT_EQUAL ((InstPC) (inst (3)), 0x401008);
  CU_ASSERT_EQUAL (InstLineNo (inst (3)), 5);
  CU_ASSERT_EQUAL (InstColumnNo (inst (3)), 7);
  CU_ASSERT_STRING_EQUAL (InstFileName (inst (12)), "t.h");
  CU_ASSERT_STRING_EQUAL (InstText (inst (1)), "movl 4(%rsi,%rax,8), %eax");
  CU_ASSERT_STRING_EQUAL (InstText (inst (5)), "mulsd .LC0(%rip), %xmm1");
  CU_ASSERT_STRING_EQUAL (InstText (inst (6)), "call g");
  CU_ASSERT_STRING_EQUAL (InstText (inst (8)), "imulq %rcx, %rax");
  CU_ASSERT_STRING_EQUAL (InstText (inst (13)), "nop; nop; 1:");
  CU_ASSERT_STRING_EQUAL (InstOpcodeText (inst (1)), "movl");
  CU_ASSERT_STRING_EQUAL (InstOpcodeText (inst (11)), "movsq");
  CU_ASSERT_EQUAL (GetInstClass (inst (1)), ClassLoad);
  CU_ASSERT_EQUAL (GetInstClass (inst (4)), ClassIbranch);
  CU_ASSERT_EQUAL (GetInstClass (inst (6)), ClassSubroutine);
  CU_ASSERT_TRUE (IsInstType (inst (4), InstTypeCondBr));
  CU_ASSERT_FALSE (IsInstType (inst (7), InstTypeCondBr));
  CU_ASSERT_TRUE (IsInstType (inst (7), InstTypeUncondBr));
  CU_ASSERT_FALSE (IsInstType (inst (7), InstTypeJump));
  CU_ASSERT_TRUE (IsInstType (inst (6), InstTypeJump));
  CU_ASSERT_TRUE (IsInstType (inst (14), InstTypeReturn));
  CU_ASSERT_TRUE (IsInstType (inst (14), InstTypeLoad));
  CU_ASSERT_TRUE (IsInstType (inst (13), InstTypeAsm));
  CU_ASSERT_TRUE (IsInstType (inst (2), InstTypeLoad)
		  && IsInstType (inst (2), InstTypeStore)
		  && IsInstType (inst (2), InstTypeAdd));
  CU_ASSERT_EQUAL (GetInstAccessCount (inst (2)), 2);
  CU_ASSERT_EQUAL (GetInstAccessBytes (inst (11), 1), 8);
  CU_ASSERT_TRUE (IsInstAccessStore (inst (11), 1));
  CU_ASSERT_EQUAL (GetInstInfo (inst (1), InstMemDisp), 4);
  CU_ASSERT_EQUAL (GetInstInfo (inst (2), InstMemDisp), -8);
  CU_ASSERT_EQUAL (GetInstInfo (inst (1), InstScale), 8);
  CU_ASSERT_EQUAL (GetInstInfo (inst (1), InstEntryPoint), 1);
  CU_ASSERT_EQUAL (GetInstInfo (inst (2), InstEntryPoint), 0);
  CU_ASSERT_EQUAL (GetInstInfo (&program.last->insts[1], InstIpBr), 1);
  CU_ASSERT_EQUAL (GetInstRegEnum (inst (1), InstBase), REG_X86_RSI);
  CU_ASSERT_EQUAL (GetInstRegEnum (inst (1), InstIndex), REG_X86_RAX);
  CU_ASSERT_EQUAL (GetInstRegEnum (inst (14), InstBase), REG_SP);
  CU_ASSERT_EQUAL (GetInstRegEnum (inst (2), InstBase), REG_NOTUSED);
  REFUSED ("an instruction of x86-64 has no field InstRA",
	   GetInstRegEnum (inst (1), InstRA));
  REFUSED ("the instruction has 1 access: there is no 1",
	   GetInstAccessBytes (inst (1), 1));
  REFUSED ("InstBinary is not known", GetInstInfo (inst (1), InstBinary));
  InstRegUsageVec usage;
  REFUSED ("GetInstRegUsage", GetInstRegUsage (inst (1), &usage));
}

/* One instruction of a machine.  */
static Inst *
one (const char *target, const char *text, const char *load, const char *store)
{
  Inst *i = fresh_memory (sizeof *i);
  Block *b = fresh_memory (sizeof *b);
  Proc *p = fresh_memory (sizeof *p);
  p->unit = fresh_memory (sizeof *p->unit);
  p->unit->obj = &program;
  p->symbol = "p";
  p->entry.proc = p;
  for (int t = 0; halt_targets[t]; t++)
    if (strcmp (halt_targets[t]->name, target) == 0)
      p->unit->target = halt_targets[t];
  p->unit->text = string ("\t%s\n", text);
  p->blocks = b;
  p->insts = b->insts = i;
  p->n_blocks = p->n_insts = b->n_insts = 1;
  b->proc = p;
  i->block = b;
  i->end = strlen (p->unit->text);
  i->before = i->after = AT;
  i->accesses = fresh_memory (2 * sizeof *i->accesses);
  if (load)
    i->accesses[i->n_accesses++] = (struct access) { false, load };
  if (store)
    i->accesses[i->n_accesses++] = (struct access) { true, store };
  return i;
}

static const struct opcode_test
{
  const char *target, *text;
  bool load, store;
  IClassType class;
  const char *types;		/* FP, /, *, +, -, N for a no-operation */
} opcode_tests[] = {
  { "x86-64", "addq\t$8, %rsp", 0, 0, ClassIarithmetic, "+" },
  { "x86-64", "lock addl\t$1, x(%rip)", 1, 1, ClassIarithmetic, "+" },
  { "x86-64", "lock; subl\t$1, x(%rip)", 1, 1, ClassIarithmetic, "-" },
  { "x86-64", "leaq\t(%rcx,%rax,4), %r8", 0, 0, ClassIarithmetic, "" },
  { "x86-64", "movl\t$1, comm1(%rip)", 0, 1, ClassStore, "" },
  { "x86-64", "movq\t%rax, %rbx", 0, 0, ClassIarithmetic, "" },
  { "x86-64", "movsd\t8(%rsp), %xmm0", 1, 0, ClassFload, "F" },
  { "x86-64", "movups\t%xmm0, (%rax)", 0, 1, ClassFstore, "F" },
  { "x86-64", "movslq\t(%rdx,%rax,4), %rax", 1, 0, ClassLoad, "" },
  { "x86-64", "rep movsd", 1, 1, ClassMem, "" },
  { "x86-64", "pushq\t%rbx", 0, 1, ClassStore, "" },
  { "x86-64", "pushq\t(%rdi)", 1, 1, ClassMem, "" },
  { "x86-64", "popcntq\t%rdi, %rax", 0, 0, ClassIarithmetic, "" },
  { "x86-64", "imull\t%esi, %edi", 0, 0, ClassImultiplyl, "*" },
  { "x86-64", "imulq\t$3, %rdi, %rax", 0, 0, ClassImultiplyq, "*" },
  { "x86-64", "imul\trax, rdi", 0, 0, ClassImultiplyq, "*" },
  { "x86-64", "imul\teax, DWORD PTR [rdi]", 1, 0, ClassImultiplyl, "*" },
  { "x86-64", "add\teax, DWORD PTR [rsp+8]", 1, 0, ClassIarithmetic, "+" },
  { "x86-64", "addsd\txmm0, xmm1", 0, 0, ClassFpop, "F+" },
  { "x86-64", "idivl\t%ecx", 0, 0, ClassIarithmetic, "/" },
  { "x86-64", "divss\t%xmm1, %xmm0", 0, 0, ClassFdivs, "F/" },
  { "x86-64", "vdivpd\t%ymm1, %ymm0, %ymm0", 0, 0, ClassFdivd, "F/" },
  { "x86-64", "vfmadd231sd\t(%rax), %xmm1, %xmm0", 1, 0, ClassFpop, "F*+" },
  { "x86-64", "vpaddd\t%ymm1, %ymm2, %ymm3", 0, 0, ClassFpop, "F+" },
  { "x86-64", "fldt\t8(%rsp)", 1, 0, ClassFload, "F" },
  { "x86-64", "fdivrp\t%st, %st(1)", 0, 0, ClassFdivd, "F/" },
  { "x86-64", "xorl\t%eax, %eax", 0, 0, ClassIlogical, "" },
  { "x86-64", "sarq\t$33, %rax", 0, 0, ClassIshift, "" },
  { "x86-64", "cmovne\t%eax, %edx", 0, 0, ClassIcondmove, "" },
  { "x86-64", "setg\t%al", 0, 0, ClassIcompare, "" },
  { "x86-64", "comisd\t%xmm1, %xmm0", 0, 0, ClassFpop, "F" },
  { "x86-64", "cmpb\t$0, (%rsi)", 1, 0, ClassIcompare, "" },
  { "x86-64", "endbr64", 0, 0, ClassNull, "N" },
  { "x86-64", "nopw\t0(%rax,%rax)", 0, 0, ClassNull, "N" },
  { "x86-64", "xchg\t%ax, %ax", 0, 0, ClassNull, "N" },
  { "x86-64", "mfence", 0, 0, ClassMem, "" },
  { "x86-64", "syscall", 0, 0, ClassNull, "" },
  { "x86-64", "", 0, 0, ClassNull, "N" },
  { "x86-64", "divide_me", 0, 0, ClassIarithmetic, "/" },
  { "i386", "addl\t$8, %esp", 0, 0, ClassIarithmetic, "+" },
  { "i386", "fstpl\t8(%esp)", 0, 1, ClassFstore, "F" },
  { "alpha", "ldq $1,16($2)\t\t!literal!4", 1, 0, ClassLoad, "" },
  { "alpha", "ldt $f1,0($2)", 1, 0, ClassFload, "F" },
  { "alpha", "stl $1,0($2)", 0, 1, ClassStore, "" },
  { "alpha", "lda $30,-16($30)", 0, 0, ClassIarithmetic, "" },
  { "alpha", "addt/su $f1,$f2,$f3", 0, 0, ClassFpop, "F+" },
  { "alpha", "divs/su $f1,$f2,$f3", 0, 0, ClassFdivs, "F/" },
  { "alpha", "divt $f1,$f2,$f3", 0, 0, ClassFdivd, "F/" },
  { "alpha", "s4addq $1,$2,$3", 0, 0, ClassIarithmetic, "+" },
  { "alpha", "mull $1,$2,$3", 0, 0, ClassImultiplyl, "*" },
  { "alpha", "umulh $1,$2,$3", 0, 0, ClassImultiplyq, "*" },
  { "alpha", "cmpteq/su $f1,$f2,$f3", 0, 0, ClassFpop, "F" },
  { "alpha", "cmpult $1,$2,$3", 0, 0, ClassIcompare, "" },
  { "alpha", "zapnot $1,15,$1", 0, 0, ClassIshift, "" },
  { "alpha", "sll $1,3,$2", 0, 0, ClassIshift, "" },
  { "alpha", "bis $31,$31,$31", 0, 0, ClassNull, "N" },
  { "alpha", "bis $31,$16,$1", 0, 0, ClassIlogical, "" },
  { "alpha", "call_pal 0x9e", 0, 0, ClassNull, "" },
  { "ia64", "(p6) add r8 = r9, r10", 0, 0, ClassIarithmetic, "+" },
  { "ia64", "ld8 r8 = [r9]", 1, 0, ClassLoad, "" },
  { "ia64", "fma.d f8 = f9, f10, f11", 0, 0, ClassFpop, "F*+" },
  { "ia64", "xma.l f8 = f9, f10, f0", 0, 0, ClassImultiplyq, "*+" },
  { "ia64", "cmp.eq p6, p7 = r0, r8", 0, 0, ClassIcompare, "" }
};

static void
test_opcodes (void)
{
  static const struct
  {
    char letter;
    ITypeType type;
  } types[] = { { 'F', InstTypeFP },  { '/', InstTypeDiv },
		{ '*', InstTypeMul }, { '+', InstTypeAdd },
		{ '-', InstTypeSub }, { 'N', InstTypeNop } };
  for (size_t n = 0; n < sizeof opcode_tests / sizeof *opcode_tests; n++)
    {
      const struct opcode_test *t = &opcode_tests[n];
      Inst *i = one (t->target, t->text, t->load ? "bytes=4 ea=+0" : NULL,
		     t->store ? "bytes=4 ea=+0" : NULL);
      char found[8] = "", *to = found;
      for (size_t k = 0; k < sizeof types / sizeof *types; k++)
	if (IsInstType (i, types[k].type))
	  *to++ = types[k].letter;
      bool good = strcmp (found, t->types) == 0 && GetInstClass (i) == t->class
		  && IsInstType (i, InstTypeInt) == !strchr (found, 'F');
      if (!good)
	printf ("%s: %s: class %d, '%s'\n", t->target, t->text,
		(int) GetInstClass (i), found);
      CU_ASSERT_TRUE (good);
    }
}

static void
test_alpha_fields (void)
{
  Inst *load = one ("alpha", "ldq $1,16($2)", "bytes=8 ea=+16:$2", NULL);
  Inst *add = one ("alpha", "addq $1,$2,$3", NULL, NULL);
  Inst *literal = one ("alpha", "addt $f1,8,$f3", NULL, NULL);
  CU_ASSERT_EQUAL (GetInstInfo (load, InstRA), 1);
  CU_ASSERT_EQUAL (GetInstInfo (load, InstRB), 2);
  CU_ASSERT_EQUAL (GetInstInfo (load, InstMemDisp), 16);
  CU_ASSERT_EQUAL (GetInstRegEnum (load, InstBase), REG_2);
  CU_ASSERT_EQUAL (GetInstRegEnum (load, InstRC), REG_NOTUSED);
  CU_ASSERT_EQUAL (GetInstRegEnum (add, InstRC), REG_3);
  CU_ASSERT_EQUAL (GetInstRegEnum (literal, InstRA), FREG_1);
  CU_ASSERT_EQUAL (GetInstRegEnum (literal, InstRB), REG_NOTUSED);
}

/* --- prototypes ----------------------------------------------------------- */

static void
test_protos (void)
{
  AddCallProto ("CondBranch(int, VALUE)");
  struct proto *p = proto_find ("CondBranch");
  CU_ASSERT_PTR_NOT_NULL_FATAL (p);
  CU_ASSERT_EQUAL (p->n, 2);
  CU_ASSERT_EQUAL (p->parameters[0].type, PARAMETER_INT);
  CU_ASSERT_EQUAL (p->parameters[1].type, PARAMETER_VALUE);
  AddCallProto (" All ( char,long , const stable char *, free char[3],"
		"const int [ 4 ],long[], REGV,FREGV, XLATE*) ;");
  p = proto_find ("All");
  CU_ASSERT_EQUAL (p->n, 9);
  CU_ASSERT_TRUE (p->parameters[2].constant && p->parameters[2].stable);
  CU_ASSERT_EQUAL (p->parameters[3].type, PARAMETER_CHARS);
  CU_ASSERT_TRUE (p->parameters[3].freed && p->parameters[3].n == 3);
  CU_ASSERT_EQUAL (p->parameters[4].n, 4);
  CU_ASSERT_EQUAL (p->parameters[5].n, 0);
  CU_ASSERT_EQUAL (p->parameters[8].type, PARAMETER_XLATE);
  AddCallProto ("None()");
  CU_ASSERT_EQUAL (proto_find ("None")->n, 0);
  AddCallProto ("Table(int[2], int)");
  AddCallProto ("Table(int[5], int)");
  CU_ASSERT_EQUAL (proto_find ("Table")->parameters[0].n, 5);
  REFUSED ("AddCallProto: \"None(int)\": it was declared otherwise at",
	   AddCallProto ("None(int)"));
  REFUSED ("was declared otherwise", AddCallProto ("Table(long[5], int)"));
  REFUSED ("was declared otherwise", ReplaceProto ("None()"));
  REFUSED ("'unsigned' is no type: char, int",
	   AddCallProto ("F(unsigned int)"));
  REFUSED ("the routine has no name", AddCallProto ("(int)"));
  REFUSED ("a '(' comes after", AddCallProto ("F"));
  REFUSED ("'' is no type", AddCallProto ("F(int,"));
  REFUSED ("',' or ')' is missing before 'int)'", AddCallProto ("F(int int)"));
  REFUSED ("'x' comes after it", AddCallProto ("F() x"));
  REFUSED ("exclude each other", AddCallProto ("F(stable free char *)"));
  REFUSED ("are for strings and arrays", AddCallProto ("F(const int)"));
  REFUSED ("1 element or more", AddCallProto ("F(int[0])"));
  REFUSED ("only 'char *'", AddCallProto ("F(int *)"));
  REFUSED ("AddCallProto: the string is NULL", AddCallProto (NULL));
}

/* --- calls ---------------------------------------------------------------- */

static void
test_figure_2 (void)
{
  int nbranch = 7;
  Inst *i = inst (4);
  AddCallProto ("PrintBranch(int, long)");
  AddCallInst (i, InstBefore, "CondBranch", nbranch, BrCondValue);
  AddCallProgram (ProgramAfter, "PrintBranch", nbranch, InstPC (i));
  AddCallProgram (ProgramAfter, "None");
  const struct call *c = i->calls[BEFORE].first;
  CU_ASSERT_PTR_NOT_NULL_FATAL (c);
  CU_ASSERT_STRING_EQUAL (c->proto->name, "CondBranch");
  CU_ASSERT_TRUE (c->proto->used);
  CU_ASSERT_EQUAL (c->values[0].form, VALUE_NUMBER);
  CU_ASSERT_EQUAL (c->values[0].number, 7);
  CU_ASSERT_EQUAL (c->values[1].form, VALUE_CONDITION);
  CU_ASSERT_TRUE (strstr (c->file, "atom_interface.c") && c->line > 0);
  c = the.calls[AFTER].first;
  CU_ASSERT_EQUAL (c->values[1].number, 0x40100c);
  CU_ASSERT_STRING_EQUAL (c->next->proto->name, "None");
  CU_ASSERT_PTR_EQUAL (the.calls[AFTER].last, c->next);
}

/* An int is right for a long with the macros; functions take what C passes.  */
static void
test_numbers (void)
{
  Inst *i = inst (3);
  char letter = 'x';
  AddCallProto ("Numbers(char, int, long)");
  AddCallInst (i, InstAfter, "Numbers", letter, -5, -1);
  (AddCallInst) (i, InstAfter, "Numbers", letter, 6, 1L << 40);
  AddCallInst (i, InstAfter, "Numbers", 255, 0xffffffffu, 0xffffffffu);
  const struct call *c = i->calls[AFTER].first;
  CU_ASSERT_EQUAL (c->values[0].number, 'x');
  CU_ASSERT_EQUAL (c->values[1].number, -5);
  CU_ASSERT_EQUAL (c->values[2].number, -1);
  c = c->next;
  CU_ASSERT_EQUAL (c->values[1].number, 6);
  CU_ASSERT_EQUAL (c->values[2].number, (int64_t) 1 << 40);
  c = c->next;
  CU_ASSERT_EQUAL (c->values[2].number, 0xffffffff);
  REFUSED ("argument 2, 4294967296, is more than int can be: declare it long",
	   AddCallInst (i, InstAfter, "Numbers", 1, 1L << 32, 1));
  REFUSED ("argument 1, 256, is more than char",
	   AddCallInst (i, InstAfter, "Numbers", 256, 1, 1));
  REFUSED ("Numbers has 3 parameters, but 2 arguments are passed",
	   AddCallInst (i, InstAfter, "Numbers", 1, 2));
  REFUSED ("3 parameters, but 4 arguments",
	   AddCallInst (i, InstAfter, "Numbers", 1, 2, 3, 4));
  REFUSED ("argument 2 is a pointer, and declared as a number",
	   AddCallInst (i, InstAfter, "Numbers", 1, "two", 3));
  REFUSED ("argument 3 is a floating-point number",
	   AddCallInst (i, InstAfter, "Numbers", 1, 2, 3.0));
}

static void
test_data (void)
{
  char name[] = "name";
  int numbers[5] = { 1, 2, 3, 4, 5 };
  long longs[2] = { 1, -1 };
  static char kept[] = "kept";
  AddCallProto ("Strings(const char *, char *, stable char *)");
  AddCallProto ("Longs(const long[2])");
  AddCallObj (&program, ObjBefore, "Strings", name, name, kept);
  AddCallObj (&program, ObjBefore, "Strings", "name", NULL, kept);
  AddCallObj (&program, ObjAfter, "Table", numbers, 5);
  AddCallObj (&program, ObjAfter, "Longs", longs);
  name[0] = 'N';
  numbers[4] = 0;
  const struct call *c = program.calls[BEFORE].first;
  const struct data *a = c->values[0].data, *b = c->values[1].data;
  CU_ASSERT_STRING_EQUAL (a->bytes, "name");
  CU_ASSERT_TRUE (a->constant && a->size == 5 && a->align == 1 && a != b);
  CU_ASSERT_FALSE (b->constant);
  CU_ASSERT_PTR_EQUAL (c->values[2].data->bytes, kept);
  CU_ASSERT_PTR_EQUAL (c->next->values[0].data, a);
  CU_ASSERT_EQUAL (c->next->values[1].form, VALUE_NUMBER);
  CU_ASSERT_EQUAL (c->next->values[1].number, 0);
  c = program.calls[AFTER].first;
  CU_ASSERT_EQUAL (c->values[0].data->size, 20);
  CU_ASSERT_EQUAL (((const int *) c->values[0].data->bytes)[4], 5);
  CU_ASSERT_EQUAL (c->next->values[0].data->align, 8);
  CU_ASSERT_STRING_NOT_EQUAL (a->label, b->label);
  CU_ASSERT_PTR_EQUAL (the.data, a);
  REFUSED ("argument 1 is a number, and declared as a string",
	   AddCallObj (&program, ObjAfter, "Strings", 5, name, kept));
  REFUSED ("the length of argument 1 is not declared", {
    AddCallProto ("Open(int[])");
    AddCallObj (&program, ObjAfter, "Open", numbers);
  });
  REFUSED ("argument 1 is NULL",
	   AddCallObj (&program, ObjAfter, "Longs", NULL));
}

/* So many constants that the table grows: the same are the same.  */
static void
test_constants (void)
{
  const struct data *first[1000];
  for (int turn = 0; turn < 2; turn++)
    for (int i = 0; i < 1000; i++)
      {
	char *text = string ("%d", i);
	const struct data *d = data_of (text, strlen (text) + 1, 1, true);
	if (turn == 0)
	  first[i] = d;
	CU_ASSERT_PTR_EQUAL (d, first[i]);
      }
}

static void
test_places (void)
{
  Proc *f = program.first;
  Inst *i = inst (1);
  AddCallProto ("Pc(REGV)");
  AddCallProto ("A(int)");
  AddCallProc (f, ProcBefore, "Pc", REG_PC);
  AddCallEntry (&f->entry, EntryBefore, "A", 2);
  CU_ASSERT_EQUAL (f->entry.calls.first->values[0].number, 0x401000);
  CU_ASSERT_EQUAL (f->entry.calls.first->next->values[0].number, 2);
  AddCallProc (f, ProcAfter, "Pc", REG_PC);
  CU_ASSERT_EQUAL (f->calls[AFTER].first->values[0].form, VALUE_EXIT);
  AddCallBlock (i->block, BlockBefore, "Pc", REG_PC);
  CU_ASSERT_EQUAL (i->block->calls[BEFORE].first->values[0].number, 0x401000);
  AddCallBlock (i->block, BlockAfter, "Pc", REG_PC);
  CU_ASSERT_EQUAL (i->block->calls[AFTER].first->values[0].number, 0x40100c);
  CU_ASSERT_TRUE (CanAddCallEdge (i->block->out[1]));
  AddCallEdge (i->block->out[1], "A", 3);
  CU_ASSERT_EQUAL (i->block->out[1]->calls.first->values[0].number, 3);
  /* After what only jumps, and after what never returns.  */
  AddCallInst (inst (7), InstAfter, "A", 4);
  CU_ASSERT_EQUAL (inst (7)->calls[AFTER].first->values[0].number, 4);
  AddCallInst (inst (10), InstAfter, "A", 5);
  CU_ASSERT_PTR_NULL (inst (10)->calls[AFTER].first);
  AddCallBlock (inst (10)->block, BlockAfter, "A", 5);
  CU_ASSERT_PTR_NULL (inst (10)->block->calls[AFTER].first);
  REFUSED ("AddCallInst: the place is BlockBefore: it has to be InstBefore or "
	   "InstAfter",
	   AddCallInst (i, BlockBefore, "A", 1));
  REFUSED ("it has to be EntryBefore",
	   AddCallEntry (&f->entry, ProcBefore, "A", 1));
  REFUSED ("the place is 7: it has to be EntryBefore",
	   AddCallEntry (&f->entry, (PlaceType) 7, "A", 1));
  REFUSED ("the place is 77: it has to be ProgramBefore or ProgramAfter",
	   AddCallProgram ((PlaceType) 77, "A", 1));
  REFUSED ("Nobody was not declared: AddCallProto comes first",
	   AddCallInst (i, InstBefore, "Nobody"));
  REFUSED ("the compiler knows no registers at that place",
	   AddCallProgram (ProgramBefore, "Pc", REG_SP));
  REFUSED ("atom_interface.c:", AddCallInst (NULL, InstBefore, "A", 1));
}

static void
test_values (void)
{
  AddCallProto ("Ea(VALUE)");
  AddCallInst (inst (1), InstBefore, "Ea", EffAddrValue);
  AddCallInst (inst (11), InstBefore, "Ea", EffAddrValue2);
  CU_ASSERT_EQUAL (inst (1)->calls[BEFORE].first->values[0].form,
		   VALUE_ADDRESS);
  CU_ASSERT_EQUAL (inst (11)->calls[BEFORE].first->values[0].number, 1);
  REFUSED ("EffAddrValue is only for InstBefore",
	   AddCallInst (inst (3), InstBefore, "Ea", EffAddrValue));
  REFUSED ("EffAddrValue is only for InstBefore",
	   AddCallInst (inst (1), InstAfter, "Ea", EffAddrValue));
  REFUSED ("EffAddrValue2 is only for instructions with two",
	   AddCallInst (inst (1), InstBefore, "Ea", EffAddrValue2));
  REFUSED ("BrCondValue is only for InstBefore of a conditional branch",
	   AddCallInst (inst (1), InstBefore, "Ea", BrCondValue));
  REFUSED ("BrCondValue is only for",
	   AddCallInst (inst (4), InstAfter, "Ea", BrCondValue));
  REFUSED ("BrCondValue is only for",
	   AddCallBlock (inst (4)->block, BlockBefore, "Ea", BrCondValue));
  REFUSED ("ArgValue is only for ReplaceEntry",
	   AddCallInst (inst (1), InstBefore, "Ea", ArgValue));
  REFUSED ("30 is passed for VALUE: that is none of",
	   AddCallInst (inst (1), InstBefore, "Ea", REG_SP));
}

/* The name of the register that REGV is on TARGET.  */
static const char *
register_on (const char *target, RegvType regv, bool is_float)
{
  Inst *i = one (target, "nop", NULL, NULL);
  if (is_float)
    AddCallInst (i, InstBefore, "FReg", regv);
  else
    AddCallInst (i, InstBefore, "Reg", regv);
  const struct value *v = &i->calls[BEFORE].first->values[0];
  return v->form == VALUE_REGISTER
	   ? i->block->proc->unit->target->regs[v->number].name
	 : v->form == VALUE_NUMBER ? "number"
	 : v->form == VALUE_CYCLES ? "cycles"
	 : v->form == VALUE_HERE   ? "here"
	 : v->form == VALUE_RETURN ? "return"
	 : v->form == VALUE_STACK  ? "stack"
				   : "?";
}

static void
test_registers (void)
{
  static const struct
  {
    const char *target;
    RegvType regv;
    bool is_float;
    const char *name;
  } rows[] = {
    { "x86-64", REG_SP, false, "sp" },
    { "x86-64", REG_ARG_1, false, "di" },
    { "x86-64", REG_ARG_6, false, "r9" },
    { "x86-64", REG_RETVAL, false, "ax" },
    { "x86-64", REG_X86_R15, false, "r15" },
    { "x86-64", FREG_ARG_3, true, "xmm2" },
    { "x86-64", FREG_XMM15, true, "xmm15" },
    { "x86-64", REG_CC, false, "cycles" },
    { "x86-64", REG_IPC, false, "here" },
    { "x86-64", REG_RA, false, "return" },
    { "i386", REG_X86_EDI, false, "di" },
    { "i386", REG_SP, false, "sp" },
    { "i386", REG_ARG_1, false, "stack" },
    { "alpha", REG_7, false, "$7" },
    { "alpha", REG_GP, false, "$29" },
    { "alpha", FREG_2, true, "$f2" },
    { "alpha", REG_ZERO, false, "number" },
    { "alpha", REG_ARG_1, false, "$16" }
  };
  AddCallProto ("Reg(REGV)");
  AddCallProto ("FReg(FREGV)");
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    CU_ASSERT_STRING_EQUAL (register_on (rows[r].target, rows[r].regv,
					 rows[r].is_float),
			    rows[r].name);
  REFUSED ("REG_GP is no register of x86-64: it has none",
	   register_on ("x86-64", REG_GP, false));
  REFUSED ("REG_ZERO is no register of x86-64",
	   register_on ("x86-64", REG_ZERO, false));
  REFUSED ("REG_5 is no register of x86-64: it is an Alpha's",
	   register_on ("x86-64", REG_5, false));
  REFUSED ("an x86's r8 is no register of i386",
	   register_on ("i386", REG_X86_R8, false));
  REFUSED ("an x86's ax is no register of alpha",
	   register_on ("alpha", REG_X86_RAX, false));
  REFUSED ("FREG_RETVAL is no register of i386",
	   register_on ("i386", FREG_RETVAL, true));
  REFUSED ("REG_NOTUSED is no register",
	   register_on ("x86-64", REG_NOTUSED, false));
  REFUSED ("FREG_XMM1 is not for REGV",
	   register_on ("x86-64", FREG_XMM1, false));
}

/* Three instructions of which the second is one with the first: "before" is before
   both, "after" after both.  */
static void
test_glued (void)
{
  Inst *i = one ("alpha", "nop", NULL, NULL), three[3] = { *i, *i, *i };
  Block *b = i->block;
  b->insts = b->proc->insts = three;
  b->n_insts = b->proc->n_insts = 3;
  three[1].before = three[1].after = NULL;
  AddCallInst (&three[1], InstBefore, "A", 1);
  CU_ASSERT_EQUAL (three[1].calls[BEFORE].first->values[0].number, 1);
  AddCallInst (&three[0], InstAfter, "A", 2);
  CU_ASSERT_EQUAL (three[2].calls[BEFORE].first->values[0].number, 2);
  AddCallInst (&three[1], InstAfter, "A", 3);
  CU_ASSERT_EQUAL (three[2].calls[BEFORE].last->values[0].number, 3);
  REFUSED ("Reg cannot be called before 'nop' in p",
	   AddCallInst (&three[1], InstBefore, "Reg", REG_5));
  three[0].before = three[0].after = NULL;
  AddCallBlock (b, BlockBefore, "A", 4);
  CU_ASSERT_EQUAL (three[2].calls[BEFORE].last->values[0].number, 4);
  three[2].before = three[2].after = NULL;
  REFUSED ("A cannot be called after 'nop' in p",
	   AddCallBlock (b, BlockAfter, "A", 5));
}

static void
test_replacements (void)
{
  Entry *g = &program.last->entry;
  ReplaceProto ("my_g(VALUE, VALUE, REGV, VALUE, long)");
  REFUSED ("my_g was not declared by AddCallProto",
	   AddCallInst (inst (1), InstBefore, "my_g", 1, 2, 3, 4, 5));
  REFUSED ("A was not declared by ReplaceProto", ReplaceEntry (g, "A", 1));
  ReplaceEntry (g, "my_g", ArgValue, ArgValue, REG_RA, ReplAddrValue, 9);
  const struct value *v = g->replacement->values;
  CU_ASSERT_TRUE (v[0].form == VALUE_ARGUMENT && v[0].number == 0);
  CU_ASSERT_TRUE (v[1].form == VALUE_ARGUMENT && v[1].number == 1);
  CU_ASSERT_EQUAL (v[2].form, VALUE_RETURN);
  CU_ASSERT_EQUAL (v[3].form, VALUE_REPLACED);
  CU_ASSERT_EQUAL (v[4].number, 9);
  REFUSED ("g was replaced before, at",
	   ReplaceProcedure (program.last, "my_g"));
  ReplaceProcedure (library.first, "my_h");
  CU_ASSERT_STRING_EQUAL (library.first->replacement->proto->name, "my_h");
  CU_ASSERT_TRUE (proto_find ("my_h")->replacement);
  Xlate *x = CreateXlate (&program, 1);
  AddXlateEntry (x, &program.first->entry);
  REFUSED ("AddXlateEntry: the Xlate has its 1 address already",
	   AddXlateEntry (x, &program.first->entry));
  REFUSED ("AddXlateEntry: it is of lib.so, and the Xlate of prog",
	   AddXlateEntry (x, &library.first->entry));
}

static const CU_TestInfo tests[] = {
  { "objects", test_objects },
  { "procedures", test_procs },
  { "blocks and edges", test_blocks },
  { "names and calls", test_names },
  { "instructions", test_instructions },
  { "opcodes", test_opcodes },
  { "fields of an Alpha's", test_alpha_fields },
  { "prototypes", test_protos },
  { "figure 2", test_figure_2 },
  { "numbers", test_numbers },
  { "data", test_data },
  { "constants", test_constants },
  { "places", test_places },
  { "values", test_values },
  { "registers", test_registers },
  { "instructions that are one", test_glued },
  { "replacements", test_replacements },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  make_program ();
  return run_tests ("atom_interface", tests);
}
