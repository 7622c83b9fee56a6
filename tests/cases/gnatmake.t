# SPDX-License-Identifier: GPL-3.0-or-later
# gnatmake compiles with a plugin that is named by its file.

>>> hi.adb
with Ada.Text_IO; use Ada.Text_IO;
procedure Hi is
   S : Integer := 0;
begin
   for I in 1 .. 10 loop
      if I mod 3 = 0 then S := S + I; end if;
   end loop;
   Put_Line (Integer'Image (S));
end Hi;

>>> run
gnatmake=$(echo "$CC" | sed 's/gcc/gnatmake/')
command -v "$gnatmake" >/dev/null || skip "no $gnatmake"
$gnatmake -q hi.adb -cargs $PLUGIN $(arg cbr) -largs "$LIBHALT" -lpthread
./hi
$HALT report --format=csv hi | grep 'hi.adb,6,7,' | cut -d, -f1,14-16
# By its name alone: the compiler says what it misses.
! $gnatmake -q -f hi.adb -cargs -fplugin=halt 2>log
grep -o "iplugindir.* option not passed" log | tr -cd 'a-z \n'

>>> out
 18
cbr,10,3,7
iplugindir option not passed
