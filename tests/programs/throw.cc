/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exceptions through frames of many sorts.  */

#include <cstdio>
#include <string>
#include <vector>
struct D { int n; D (int m) : n (m) {} ~D () { printf ("~%d\n", n); } };
__attribute__ ((noinline)) int leaf (int a) { return a & 1 ? a * 3 : a; }
__attribute__ ((noinline)) int
deep (int n)
{
  D d (n);
  if (n == 0)
    throw n;
  if (n % 3 == 2)
    throw std::string ("x");
  return leaf (deep (n - 1)) + 1;
}
__attribute__ ((noinline)) double
half (double x)
{
  if (x < 0)
    throw x;
  return x / 2;
}
__attribute__ ((noinline)) int
array (int n)
{
  int a[n + 1];
  for (int i = 0; i <= n; i++)
    a[i] = leaf (i);
  return a[n / 2];
}
int
main ()
{
  for (int i = 0; i < 6; i++)
    try { printf ("%d\n", deep (i)); }
    catch (int e) { printf ("int %d\n", e); }
    catch (std::string &s) { printf ("string %s\n", s.c_str ()); }
  double sum = 0;
  for (int i = 0; i < 60; i++)
    try { sum += half (i % 17 - 5) + array (i); if (i % 7 == 0) throw i; }
    catch (double d) { sum -= d; }
    catch (...) { sum += 1000; }
  try { std::vector<int> v; v.at (3) = 1; }
  catch (std::exception &e) { sum++; }
  printf ("%g\n", sum);
}
