# SPDX-License-Identifier: GPL-3.0-or-later
# Units of C, C++, Fortran and Ada in one program, in any order, with LTO too:
# each keeps its ids apart.

>>> main.c
int cxx_sign (int), fortran_sign_ (int *);
int main (void)
{
  int n = 0, i;
  for (i = -3; i < 4; i++)
    n = n * 3 + cxx_sign (i) * 2 + fortran_sign_ (&i);
  return n != -3120;
}

>>> cxx.cc
template <typename T> static int sign (T x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
extern "C" int cxx_sign (int x)
{
  try { if (x == 2) throw x; }
  catch (int) { return 1; }
  return sign (x);
}

>>> sign.f90
integer function fortran_sign (i)
  integer, intent (in) :: i
  if (i < 0) then
    fortran_sign = -1
  else if (i == 0) then
    fortran_sign = 0
  else
    fortran_sign = 1
  end if
end function

>>> run
F=$(echo "$CC" | sed 's/gcc/gfortran/')
command -v $F >/dev/null || skip "no $F"
for o in "-O1 -g" "-O2 -g -flto"; do
  K="$PLUGIN $(arg cbr lto)"
  $CC $o $K -fno-if-conversion -c main.c
  $CXX $o $K -fno-inline -c cxx.cc
  $F $o $K -c sign.f90
  $CXX $o $K main.o sign.o cxx.o "$LIBHALT" -o prog
  rm -f halt.prof
  code ./prog
  ids prog | sed 's/[1-9][0-9]* ids/ids/'
  for file in main.c cxx.cc sign.f90; do
    "$HALT" report prog | grep -q "$file:" || echo "$o: nothing of $file"
  done
done

>>> out
ids, dense
ids, dense
