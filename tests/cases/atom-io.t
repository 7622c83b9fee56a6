# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/io and syscall: as many calls, bytes and failures as strace says, where
# nobody buffers; the size of files where somebody does.

>>> x86_64 ghalt atom

>>> a.c
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
int
main (void)
{
  char buffer[100] = "text\n";
  int fd = open ("made", O_CREAT | O_RDWR, 0600);
  for (int i = 0; i < 20; i++)
    write (fd, buffer, i);
  lseek (fd, 0, SEEK_SET);
  while (read (fd, buffer, 33) > 0)
    ;
  write (99, buffer, 7);
  close (fd);
  close (98);
  for (int i = 0; i < 3; i++)
    getppid ();
  for (int i = 0; i < 4; i++)
    {
      long result;
      asm volatile ("syscall" : "=a" (result) : "a" (SYS_dup), "D" (i + 1000) : "rcx", "r11", "memory");
    }
  return 0;
}
>>> b.c
#include <stdio.h>
int
main (void)
{
  char buffer[1000];
  FILE *in = fopen ("a.c", "r"), *out = fopen ("out", "w");
  size_t n;
  int c;
  for (n = 0; n < 50 && (c = getc (in)) != EOF; n++)
    putc (c, out);
  while ((n = fread (buffer, 3, 7, in)))
    fwrite (buffer, 1, 3 * n, out);
  fprintf (out, "%d %s\n", 123, "words");
  fclose (out);
  return fopen ("nowhere", "r") != NULL;
}
>>> run
$CC -O2 -w $PLUGIN $(arg atom) a.c -o a
$CC -O2 -w $PLUGIN $(arg atom) b.c -o b
atom_tool io b
./b.io
size=$(wc -c <a.c)
out=$(wc -c <out)
awk -v size=$size -v out=$out '
  FNR > 1 { bytes[$1] = $3; calls[$1] = $2; failed[$1] = $4 }
  END {
    print calls["fopen"], failed["fopen"], calls["fclose"]
    print bytes["getc"], bytes["fread"] == int ((size - 50) / 3) * 3, bytes["putc"], bytes["fwrite"] == bytes["fread"]
    print bytes["fprintf"], out == bytes["putc"] + bytes["fwrite"] + bytes["fprintf"]
  }' io.out
atom_tool io a
atom_tool syscall a
./a.io
awk 'FNR > 1 { print $1, $2, $3, $4 }' io.out | sort
./a.syscall
sed 's/(inline assembler)/dup/' syscall.out | awk 'FNR > 1 { print $1, $2, $3 }' | sort >ours
command -v strace >/dev/null || skip "no strace"
strace -o trace ./a 2>strace.errors || skip "strace may not trace"
sed '1,/"made"/{/"made"/!d}' trace | awk -F '(' '
  $1 ~ /^(open|openat|write|read|close|lseek|getppid|dup)$/ {
    name = $1 == "openat" ? "open" : $1
    n[name]++
    failed[name] += / = -1 /
  }
  END { for (k in n) print k, n[k], failed[k] }' | sort >theirs
diff theirs ours
>>> out
3 1 1
50 1 50 1
10 1
close 2 0 1
lseek 1 0 0
open 1 0 0
read 7 190 0
write 21 190 1
