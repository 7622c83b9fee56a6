/* SPDX-License-Identifier: MIT */
/* Figure 3 of A. Srivastava, A. Eustace, "ATOM: a system for building customized
   program analysis tools" (1994), as printed.  Mended are "File *file" without a
   semicolon, "structBranchInfo", and that malloc is not declared; the file is
   opened when the program has ended, where output.h says.  */

#include "output.h"
#include <stdio.h>
#include <stdlib.h>
FILE *file;

struct BranchInfo{
  long taken;
  long notTaken;

} *bstats;

void OpenFile(int n){
  bstats = (struct BranchInfo *)

    malloc (n * sizeof(struct BranchInfo));
}

static void Begin(){
  if (file) return;
  file = OutputOpen("btaken.out");
  fprintf(file, "PC \t Taken \t Not Taken \n");

}

void CondBranch(int n, long taken){
  if (taken)

    bstats[n].taken++;
  else

    bstats[n].notTaken++;
}

void PrintBranch(int n, long pc){
  Begin();
  fprintf(file, "0x%lx \t %d \t %d\n",

          pc, bstats[n].taken, bstats[n].notTaken);
}

void CloseFile(){
  Begin();
  OutputClose(file);

}
