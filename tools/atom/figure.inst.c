/* SPDX-License-Identifier: MIT */
/* Figure 2 of A. Srivastava, A. Eustace, "ATOM: a system for building customized
   program analysis tools" (1994), as printed; these two lines are ours.  */

#include <halt/atom.h>
#pragma GCC diagnostic ignored "-Wimplicit-int"

Instrument(int iargc, char **iargv)
{
  Proc *p;
  Block *b;
  Inst *inst;
  int nbranch = 0;

  AddCallProto("OpenFile(int)");
  AddCallProto("CondBranch(int, VALUE)");
  AddCallProto("PrintBranch(int, long)");
  AddCallProto("CloseFile()");

  for(p=GetFirstProc(); p!=NULL;p=GetNextProc(p)){
    for(b=GetFirstBlock(p);b!=NULL;b=GetNextBlock(b)){

      inst = GetLastInst(b);
      if(IsInstType(inst, InstTypeCondBr)){

        AddCallInst(inst, InstBefore, "CondBranch",
                    nbranch,BrCondValue);

        AddCallProgram(ProgramAfter, "PrintBranch",
                       nbranch, InstPC(inst));

        nbranch++;
      }

    }
  }

  AddCallProgram(ProgramBefore, "OpenFile", nbranch);
  AddCallProgram(ProgramAfter, "CloseFile");
}
