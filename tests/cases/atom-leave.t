# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: ways out of a program before which ProgramAfter is reached, once: other
# programs in its place, system calls of inline assembler and by syscall.

>>> x86_64 ghalt atom

>>> prog.c
#define _GNU_SOURCE 1
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static long
call (long n, long a)
{
  long r;
#ifdef __x86_64__
  asm volatile ("syscall" : "=a" (r) : "a" (n), "D" (a) : "rcx", "r11", "memory");
#else
  asm volatile ("int $0x80" : "=a" (r) : "a" (n), "b" (a) : "memory");
#endif
  return r;
}
int main (int argc, char **argv)
{
  char *words[] = { "echo", "as", "words", NULL }, *env[] = { "A=b", NULL };
  switch (atoi (argv[1]))
    {
    case 1: execl ("/bin/echo", "echo", "list", "of", "a", "b", "c", "d", "e", "f", NULL); break;
    case 2: execlp ("echo", "echo", "list,", "searched", NULL); break;
    case 3: execle ("/bin/sh", "sh", "-c", "echo list with $A", NULL, env); break;
    case 4: execv ("/bin/echo", words); break;
    case 5: execvp ("echo", words); break;
    case 6: execve ("/bin/echo", words, env); break;
    case 7: execvpe ("echo", words, env); break;
    case 8: fexecve (open ("/bin/echo", O_RDONLY), words, env); break;
    case 9: execv ("/nowhere/echo", words); execvp ("no-such-program", words); execv ("/tmp", words); puts ("still here"); break;
    case 10: syscall (SYS_exit_group, 0); break;
    case 11: call (SYS_exit_group, 0); break;
    case 12: call (SYS_exit, 0); break;
    case 13: printf ("%d\n", call (SYS_getpid, 0) == getpid () && syscall (SYS_getpid) == getpid ()); break;
    case 14: if (fork () == 0) execlp ("echo", "echo", "child", NULL); wait (NULL); break;
    case 15: if (vfork () == 0) { execv ("/bin/echo", words); _exit (1); } wait (NULL); break;
    }
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("After()");
  AddCallProgram (ProgramAfter, "After");
}
>>> anal.c
#include <stdio.h>
static int n;
void After (void) { printf ("after %d\n", ++n); }
>>> run
atom_library
leave ()
{
  $HALT atom prog inst.c anal.c
  for way in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do ./prog.atom $way; done
}
$CC -w -O2 $PLUGIN $(arg atom) prog.c -o prog
leave >said
cat said
$CC -w -O1 -static -masm=intel $PLUGIN $(arg atom) prog.c -o prog
leave | same said -
if "$TESTS/toolchain/musl" -n i386 >no32 && $CC -m32 -w -O2 $PLUGIN $(arg atom) prog.c -o prog 2>no32; then
  leave | same said -
fi
>>> out
after 1
list of a b c d e f
after 1
list, searched
after 1
list with b
after 1
as words
after 1
as words
after 1
as words
after 1
as words
after 1
as words
after 1
still here
after 1
after 1
after 1
after 1
1
after 1
child
after 1
as words
after 1
