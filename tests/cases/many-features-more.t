# SPDX-License-Identifier: GPL-3.0-or-later
# The same as many-features, with less usual options.

>>> x86_64 what it compiles

>>> all

>>> run
while read -r options; do
  both $options -z execstack "$TESTS/programs/features.c"
done <<END
-O1 -g
-O3 -g
-Ofast
-O0 -fno-pic -no-pie
-O3 -fPIC -pie
-O2 -mno-red-zone
-O2 -mno-push-args -maccumulate-outgoing-args
-O2 -fnon-call-exceptions
-O2 -mfpmath=387
-O0 -mfpmath=387
-O2 -mcmodel=medium
-O2 -mcmodel=large -fno-pic -no-pie
-O2 -fzero-call-used-regs=all
-O2 -funroll-all-loops -fno-toplevel-reorder
-O2 -fselective-scheduling2 -fsel-sched-pipelining
-O2 -mtune=atom
-O2 -mharden-sls=all
-O2 -mindirect-branch=thunk -fcf-protection=none
-O2 -mstackrealign
-O2 -mforce-drap
-O2 -mpreferred-stack-boundary=5
-O2 -fpatchable-function-entry=4,2
-O2 -finstrument-functions
-O2 -pg -mfentry
-O2 -fprofile-arcs
-O2 -fno-dwarf2-cfi-asm
-O2 -gdwarf-4 -gstrict-dwarf
-O2 -fcallgraph-info -fstack-usage
-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections
-O2 -fno-jump-tables -fno-if-conversion -fno-if-conversion2
-O2 -fno-tree-ter -fno-schedule-insns2 -fno-reorder-blocks
-O2 -fira-region=all -fcaller-saves
-O2 -ffixed-r10 -ffixed-r11 -ffixed-r8 -ffixed-r9
END
