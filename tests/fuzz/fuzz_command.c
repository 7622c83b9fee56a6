/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole command on a program and two profiles: 8 bytes, the last of which
   chooses how it is called, the profiles, the program.  */

#include "tests/fuzz/fuzz.h"

size_t
fuzz_seal (uint8_t *data, size_t size, size_t max)
{
  (void) max;
  fuzz_seal_all (data, size);
  return size;
}

/* P: the program, A and B: the profiles.  */
static const char *const calls[][8] = {
  { "summarize", "P" },
  { "summarize", "--format=json", "P" },
  { "summarize", "--format=dot", "P" },
  { "report", "P", "A" },
  { "report", "P", "A", "B" },
  { "report", "--sort=unpredictable", "--top=3", "--all-indices", "P", "A" },
  { "report", "--sort=id", "P", "A" },
  { "report", "--format=json", "P", "A" },
  { "report", "--format=dot", "P", "A" },
  { "report", "--format=dot", "--function=*", "P", "A" },
  { "report", "--format=lcov", "P", "A" },
  { "report", "--annotate", "P", "A" },
  { "merge", "-o", "/dev/null", "A", "B", "A" },
  { "diff", "P", "A", "B" },
  { "diff", "--format=json", "P", "A", "B" },
  { "report", "--kind=cbr,mbr", "--function=m*", "P", "B" },
  { "report", "--format=callgrind", "P", "A" },
  { "report", "--format=folded", "P", "A", "B" },
  { "paths", "P", "A" },
  { "paths", "--format=json", "P", "A", "B" },
  { "paths", "--describe", "P" },
  { "paths", "--edges", "--top=2", "P", "A" },
  { "paths", "--format=dot", "--top=9", "P", "A" },
  { "paths", "--function=main", "--path=1", "P", "A" },
};
#define CALLS (sizeof calls / sizeof *calls)

void
fuzz_one (const uint8_t *data, size_t size)
{
  const char *files[3];
  char *args[10] = { (char *) "ghalt" };
  if (size < 8)
    return;
  const char *const *words = calls[data[7] % CALLS];
  data += 8;
  size -= 8;
  for (unsigned i = 0; i < 3; i++)
    {
      size_t part = i < 2 ? fuzz_prof_size (data, size) : size;
      files[i] = fuzz_file (i, data, part);
      data += part;
      size -= part;
    }
  for (int i = 0; i < 8 && words[i]; i++)
    args[i + 1] = (char *) (strcmp (words[i], "P") == 0 ? files[2]
			    : strcmp (words[i], "A") == 0 ? files[0]
			    : strcmp (words[i], "B") == 0 ? files[1]
			    : words[i]);
  int n = 1;
  while (args[n])
    n++;
  int status = halt_command (n, args);
  FUZZ_CHECK (status == 0 || status == 2
	      || (status == 1 && strcmp (words[0], "diff") == 0));
}
