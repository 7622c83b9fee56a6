# SPDX-License-Identifier: GPL-3.0-or-later
# With mbr=index a multiway branch counts at the register that its jump table is read
# at, also where it is only from what the entry is added to that the register beside
# it is known to hold the table's address.

>>> x86_64 instructions that it looks for

>>> f.c
int
options (char **argv, int *first)
{
  int args = 0, i;
  for (i = 1; argv[i]; i++)
    {
      *first = i;
      if (argv[i][0] != '-')
	return args;
      switch (argv[i][1])
	{
	case '\0': return args;
	case '-': if (argv[i][2]) return 1; *first = i + 1; return args;
	case 'E': if (argv[i][2]) return 1; args |= 16; break;
	case 'W': if (argv[i][2]) return 1; break;
	case 'i': args |= 6;
	case 'v': if (argv[i][2]) return 1; args |= 4; break;
	case 'e': args |= 8;
	case 'l':
	  if (!argv[i][2])
	    {
	      i++;
	      if (!argv[i] || argv[i][0] == '-')
		return 1;
	    }
	  break;
	default: return 1;
	}
    }
  *first = i;
  return args;
}

>>> main.c
#include <stdio.h>
extern int options (char **, int *);
int
main (int argc, char **argv)
{
  int first = argc;
  return printf ("%d %d\n", options (argv, &first), first) < 0;
}

>>> run
for way in "" "mbr=index count"; do
  $CC -O2 $PLUGIN $(arg mbr cbr entry $way) main.c f.c "$LIBHALT" -o prog
  [ -z "$way" ] ||
  objdump -d --no-show-raw-insn prog --disassemble=options |
  awk '/add.*\(%r..,%r..,8\)/ { at_index++ }
       /sub .*,%r|push.*%r[cd]x/ { other++ }
       END { printf "%d pot at the index, %d other\n", at_index, other }'
  for options in -E "-v -W" "-l a -E b" -z; do
    HALT_FILE=prof ./prog $options
    $HALT report --sort=id --top=1000 prog prof | sed 1,2d
  done >"report${way##* }"
done
same report reportcount

>>> out
1 pot at the index, 0 other
