# SPDX-License-Identifier: GPL-3.0-or-later
# Write unit0.c and so on, UNITS of them with 50 functions each, and main.c, which executes
# one function.
BEGIN {
  for (u = 0; u < units; u++)
    {
      file = "unit" u ".c"
      for (f = 0; f < 50; f++)
	{
	  printf "int unit%d_%d (int a, int b)\n{\n  int r = a;\n", u, f >file
	  for (i = 0; i < 10; i++)
	    printf "  if (a > %d && b != %d)\n    r += b;\n  else\n    r ^= a * %d;\n", 7 * i + f, i, i + 3 >file
	  print "  return r;\n}" >file
	}
    }
  print "int unit3_7 (int a, int b);" >"main.c"
  print "int main (int argc, char **argv) { return unit3_7 (argc, !argv + 2) > 1000; }" >"main.c"
}
