# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover: EXCL_FUNCTION leaves out a function, wherever its braces are.

>>> f.c
static int
a (int n)	/* GCOVR_EXCL_FUNCTION */
{
  if (n > 2) { n++; }	// }
  return n + '}' + "}\"}"[0]; /* }
  } */
}
static int b (int n) { return n; }
static int c (int n) { return n; } // LCOV_EXCL_FUNCTION
static int d (int n) { return n; }
int main (int argc, char **argv)
{
  (void) argv;
  return a (argc) + b (argc) + c (argc) + d (argc) < 0;
}

>>> f.cc
struct s
{
  int n, m;
  s (int k) // GCOVR_EXCL_FUNCTION
    : n{k},
      m{1'000}
  {
    if (k > 2)
      n++;
  }

  int get ()
  {
    return n;
  }
  int other (s x = {1}) /* LCOV_EXCL_FUNCTION */ { return x.n; }
};
int main (int argc, char **)
{
  return s (argc).get () < 0 || s (argc).other () < 0;
}

>>> run
for f in f.c f.cc; do
  case $f in *.cc) compile=$CXX ;; *) compile=$CC ;; esac
  $compile -g $PLUGIN $(arg cover count) "$PWD/$f" "$LIBHALT" -o prog
  HALT_FILE=prof ./prog
  $HALT cover --format=lcov prog prof 2>/dev/null | grep -E '^(DA|FN|BRDA)' | tr '\n' ' '
  $HALT cover --conditions prog prof 2>/dev/null | grep -c "$f" || true
done

>>> out
FN:8,b FNDA:1,b FN:10,d FNDA:1,d FN:11,main FNDA:1,main FNF:3 FNH:3 DA:8,1 DA:10,1 DA:11,1 DA:13,1 DA:14,1 0
FN:12,_ZN1s3getEv FNDA:1,_ZN1s3getEv FN:18,main FNDA:1,main FNF:2 FNH:2 BRDA:20,0,0,1 BRDA:20,0,1,0 BRDA:20,0,2,1 BRDA:20,0,3,0 DA:12,1 DA:14,1 DA:18,1 DA:20,1 1
