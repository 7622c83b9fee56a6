/* SPDX-License-Identifier: MIT */
/* syscall: how often a program calls the system, by name, how often that fails, and
   how long it takes.

   Programs call the system through procedures of the C library; as those were not
   compiled for instrumentation, the calls are looked at.  So are instructions that
   call the system in inline assembler.  */

#include <string.h>
#include <halt/atom.h>

static const char *const names[] = {
  "open", "open64", "openat", "creat", "close", "read", "write", "pread",
  "pread64", "pwrite", "pwrite64", "readv", "writev", "lseek", "lseek64",
  "stat", "stat64", "fstat", "fstat64", "lstat", "lstat64", "access",
  "faccessat", "chmod", "fchmod", "chown", "fchown", "utime", "utimes",
  "utimensat", "unlink", "rename", "mkdir", "rmdir", "link", "symlink",
  "readlink", "chdir", "getcwd", "umask", "dup", "dup2", "pipe", "fcntl",
  "fcntl64", "ioctl", "fsync", "fdatasync", "ftruncate", "ftruncate64",
  "mmap", "mmap64", "munmap", "mprotect", "mremap", "madvise", "msync", "brk",
  "sbrk", "getpid", "getppid", "getuid", "geteuid", "getgid", "fork", "vfork",
  "execve", "waitpid", "wait4", "kill", "sigaction", "sigprocmask",
  "nanosleep", "gettimeofday", "clock_gettime", "getrusage", "select", "poll",
  "socket", "connect", "accept", "bind", "listen", "send", "recv", "sendto",
  "recvfrom", "syscall", "(inline assembler)"
};
#define N_NAMES ((int) (sizeof names / sizeof *names))

/* What of the names I calls, or N_NAMES.  */
static int
Called (Inst *i)
{
  const char *called = GetInstProcCalled (i);
  int n = 0;
  if (IsInstType (i, InstTypeAsm))
    {
      const char *text = InstText (i);
      return strstr (text, "syscall") || strstr (text, "int $0x80")
	       ? N_NAMES - 1
	       : N_NAMES;
    }
  while (called && n < N_NAMES && strcmp (called, names[n]) != 0)
    n++;
  return called ? n : N_NAMES;
}

void
Instrument (int argc, char **argv)
{
  AddCallProto ("Before(REGV)");
  AddCallProto ("After(int, REGV, REGV)");
  AddCallProto ("Left(int)");
  AddCallProto ("Print(int, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	{
	  int n = Called (i);
	  if (n == N_NAMES)
	    continue;
	  if (GetInstInfo (i, InstIpBr)) /* it does not come back */
	    AddCallInst (i, InstBefore, "Left", n);
	  else
	    {
	      AddCallInst (i, InstBefore, "Before", REG_CC);
	      AddCallInst (i, InstAfter, "After", n, REG_RETVAL, REG_CC);
	    }
	}
  for (int n = 0; n < N_NAMES; n++)
    AddCallProgram (ProgramAfter, "Print", n, names[n]);
  AddCallProgram (ProgramAfter, "Close");
}
