# SPDX-License-Identifier: GPL-3.0-or-later
# Programs of the Fortran front end: they do what they did, with every kind, in
# machine code and in GIMPLE, and their points have names and lines.

>>> primes.f90
module sieve
  implicit none
contains
  function count_primes (n) result (found)
    integer, intent (in) :: n
    integer :: found, i
    logical :: composite(n)
    composite = .false.
    found = 0
    do i = 2, n
      if (composite(i)) cycle
      found = found + 1
      composite(i * 2 : n : i) = .true.
    end do
  end function
  recursive function steps (n) result (k)
    integer, intent (in) :: n
    integer :: k
    select case (n)
      case (1)
        k = 0
      case (2, 4, 8)
        k = 1 + steps (n / 2)
      case default
        if (mod (n, 2) == 0) then
          k = 1 + steps (n / 2)
        else
          k = 1 + steps (3 * n + 1)
        end if
    end select
  end function
end module

program primes
  use sieve
  implicit none
  real (8) :: a(20, 20), b(20, 20)
  integer :: i
  character (len=12) :: text
  a = reshape ([(i * 0.5d0, i = 1, 400)], [20, 20])
  b = matmul (a, transpose (a))
  where (b > 1d5) b = -b
  write (text, '(i6)') count_primes (1000)
  print '(a, i4, f16.2)', trim (adjustl (text)), steps (27), sum (b)
end program

>>> run
F=$(echo "$CC" | sed 's/gcc/gfortran/')
command -v $F >/dev/null || skip "no $F"
hostile
LANGUAGE=$F
for o in -O0 -O2 "-O3 -fno-inline"; do
  both $o primes.f90
  $F $o $PLUGIN $(arg cbr mbr entry exit load store bb) primes.f90 hostile.o -o all
  HALT_EVENTS=events code ./all | diff plain.out -
  $F $o $PLUGIN $(arg cbr at=gimple) primes.f90 "$LIBHALT" -o gimple
  HALT_FILE=gimple.prof ./gimple | diff plain.out -
done
cat plain.out
$F -O0 -g $PLUGIN $(arg cbr) primes.f90 "$LIBHALT" -o counted
./counted | diff plain.out -
ids counted | sed 's/[1-9][0-9]* ids/ids/'
"$HALT" report counted | grep -c 'primes.f90:1[01]' | sed 's/^[1-9].*/lines of it are reported/'
"$HALT" summarize counted | grep -oE 'count_primes|steps' | sort -u

>>> out
168 111   -107000500.00
ids, dense
lines of it are reported
count_primes
steps
