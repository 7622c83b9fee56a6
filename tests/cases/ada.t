# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of the Ada front end: checks that raise, handlers, tasks' run-time
# library; and the file that gnatbind writes, which gnatmake compiles with the
# same options and whose ids are its own.

>>> sums.ads
package Sums is
   type Vector is array (Positive range <>) of Integer;
   Too_Large : exception;
   function Total (V : Vector; Limit : Integer) return Integer;
   function Checked (V : Vector; I : Integer) return Integer;
end Sums;

>>> sums.adb
package body Sums is
   function Total (V : Vector; Limit : Integer) return Integer is
      Sum : Integer := 0;
   begin
      for X of V loop
         if X > Limit then
            raise Too_Large;
         end if;
         Sum := Sum + X;
      end loop;
      return Sum;
   end Total;

   function Checked (V : Vector; I : Integer) return Integer is
   begin
      return V (I);
   exception
      when Constraint_Error => return -1;
   end Checked;
end Sums;

>>> prog.adb
with Ada.Text_IO; use Ada.Text_IO;
with Sums; use Sums;
procedure Prog is
   V : Vector (1 .. 10);
   Caught : Natural := 0;
   function Inner (N : Natural) return Natural is
     (if N = 0 then Caught else Inner (N - 1) + V (N));
begin
   for I in V'Range loop
      V (I) := I * I;
   end loop;
   for L in reverse 90 .. 110 loop
      begin
         V (1) := Total (V, L) mod 7;
      exception
         when Too_Large => Caught := Caught + 1;
      end;
   end loop;
   Put_Line (Integer'Image (Caught) & Integer'Image (Inner (10))
             & Integer'Image (Checked (V, 11)) & Integer'Image (Checked (V, 3)));
end Prog;

>>> run
make=$(echo "$CC" | sed 's/gcc/gnatmake/')
command -v $make >/dev/null || skip "no $make"
hostile
for o in -O0 -O2; do
  $make -q -f $o prog -o plain
  ./plain >plain.out
  for kinds in cbr "cbr mbr entry exit load store bb"; do
    $make -q -f $o prog -o instrumented -cargs $PLUGIN $(arg $kinds) -largs "$PWD/hostile.o"
    HALT_EVENTS=events code ./instrumented | diff plain.out -
    awk '{ n += $1 } END { exit !n }' events || echo "$o $kinds: no events"
  done
done
cat plain.out
$make -q -f -O1 -g prog -o counted -cargs $PLUGIN $(arg cbr) -largs "$LIBHALT"
./counted | diff plain.out -
ids counted | sed 's/[1-9][0-9]* ids/ids/'
"$HALT" report counted | grep -q 'sums.adb:6' || echo "no count for a line"
"$HALT" summarize counted | awk '$1 == "unit" { n++ } END { print n " units" }'

>>> out
 10 398-1 9
ids, dense
3 units
