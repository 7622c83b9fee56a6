/* SPDX-License-Identifier: MIT */
/* Names of glibc that musl lacks, for analyses that were compiled with its headers: an
   object of the user's own, and all C++, whose library is made for it.

   Compiled twice: as it is, for what is called; and with CXX, for what the library of
   C++ cannot do without.  */

#define _GNU_SOURCE 1
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <link.h>
#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/random.h>
#include <unistd.h>
#include <wchar.h>

#ifndef CXX

/* --- what glibc's headers make of usual names ---------------------------------- */

#define CONVERT(TYPE, NAME, CHARACTER) \
  TYPE __isoc23_##NAME (const CHARACTER *, CHARACTER **, int); \
  TYPE __isoc23_##NAME (const CHARACTER *s, CHARACTER **end, int base) \
  { \
    return NAME (s, end, base); \
  }
CONVERT (long, strtol, char)
CONVERT (unsigned long, strtoul, char)
CONVERT (long long, strtoll, char)
CONVERT (unsigned long long, strtoull, char)
CONVERT (intmax_t, strtoimax, char)
CONVERT (uintmax_t, strtoumax, char)
CONVERT (long, wcstol, wchar_t)
CONVERT (unsigned long, wcstoul, wchar_t)
CONVERT (long long, wcstoll, wchar_t)
CONVERT (unsigned long long, wcstoull, wchar_t)

/* NAME with PARAMETERS and "...", which is VNAME of ARGUMENTS and the list, after
   LAST.  */
#define LISTED(NAME, PARAMETERS, LAST, VNAME, ARGUMENTS) \
  int NAME PARAMETERS; \
  int NAME PARAMETERS \
  { \
    va_list list; \
    va_start (list, LAST); \
    int printed = VNAME ARGUMENTS; \
    va_end (list); \
    return printed; \
  }
LISTED (__isoc23_scanf, (const char *f, ...), f, vscanf, (f, list))
LISTED (__isoc23_fscanf, (FILE * s, const char *f, ...), f, vfscanf,
	(s, f, list))
LISTED (__isoc23_sscanf, (const char *s, const char *f, ...), f, vsscanf,
	(s, f, list))

/* Those of _FORTIFY_SOURCE, whose checks are not made.  */
LISTED (__printf_chk, (int flag, const char *f, ...), f, vprintf, (f, list))
LISTED (__fprintf_chk, (FILE * s, int flag, const char *f, ...), f, vfprintf,
	(s, f, list))
LISTED (__dprintf_chk, (int fd, int flag, const char *f, ...), f, vdprintf,
	(fd, f, list))
LISTED (__sprintf_chk, (char *s, int flag, size_t room, const char *f, ...), f,
	vsprintf, (s, f, list))
LISTED (__snprintf_chk,
	(char *s, size_t n, int flag, size_t room, const char *f, ...), f,
	vsnprintf, (s, n, f, list))
LISTED (__asprintf_chk, (char **s, int flag, const char *f, ...), f, vasprintf,
	(s, f, list))

#define SAME(TYPE, NAME, PARAMETERS, CALL) \
  TYPE NAME PARAMETERS; \
  TYPE NAME PARAMETERS { return CALL; }
SAME (int, __vprintf_chk, (int flag, const char *f, va_list l), vprintf (f, l))
SAME (int, __vfprintf_chk, (FILE * s, int flag, const char *f, va_list l),
      vfprintf (s, f, l))
SAME (int, __vsprintf_chk,
      (char *s, int flag, size_t room, const char *f, va_list l),
      vsprintf (s, f, l))
SAME (int, __vsnprintf_chk,
      (char *s, size_t n, int flag, size_t room, const char *f, va_list l),
      vsnprintf (s, n, f, l))
SAME (void *, __memcpy_chk, (void *to, const void *from, size_t n, size_t room),
      memcpy (to, from, n))
SAME (void *, __memmove_chk,
      (void *to, const void *from, size_t n, size_t room),
      memmove (to, from, n))
SAME (void *, __memset_chk, (void *to, int c, size_t n, size_t room),
      memset (to, c, n))
SAME (char *, __strcpy_chk, (char *to, const char *from, size_t room),
      strcpy (to, from))
SAME (char *, __stpcpy_chk, (char *to, const char *from, size_t room),
      stpcpy (to, from))
SAME (char *, __strcat_chk, (char *to, const char *from, size_t room),
      strcat (to, from))
SAME (char *, __strncpy_chk,
      (char *to, const char *from, size_t n, size_t room),
      strncpy (to, from, n))
SAME (char *, __strncat_chk,
      (char *to, const char *from, size_t n, size_t room),
      strncat (to, from, n))
SAME (char *, __fgets_chk, (char *to, size_t room, int n, FILE *s),
      fgets (to, n, s))
SAME (size_t, __fread_chk,
      (void *to, size_t room, size_t size, size_t n, FILE *s),
      fread (to, size, n, s))
SAME (ssize_t, __read_chk, (int fd, void *to, size_t n, size_t room),
      read (fd, to, n))

/* Names for files of any size, where off_t is that anyway.  */
SAME (int, fseeko64, (FILE * s, off_t to, int whence), fseeko (s, to, whence))
SAME (off_t, ftello64, (FILE * s), ftello (s))
SAME (off_t, lseek64, (int fd, off_t to, int whence), lseek (fd, to, whence))

/* Of numbers of 128 bits, which have no more digits here than long double.  */
SAME (_Float128, strtof128, (const char *s, char **end), strtold (s, end))
int strfromf128 (char *, size_t, const char *, _Float128);
int
strfromf128 (char *to, size_t room, const char *format, _Float128 value)
{
  char longer[16];
  size_t n = strlen (format);
  if (n < 2 || n > 13)
    return -1;
  memcpy (longer, format, n - 1);
  longer[n - 1] = 'L';
  longer[n] = format[n - 1];
  longer[n + 1] = '\0';
  return snprintf (to, room, longer, (long double) value);
}

uint32_t arc4random (void);
uint32_t
arc4random (void)
{
  uint32_t n = 0;
  while (getrandom (&n, sizeof n, 0) != sizeof n)
    continue;
  return n;
}

#else

/* --- the library of C++ --------------------------------------------------------- */

void *__dso_handle __attribute__ ((visibility ("hidden")));
/* There may be others at any time.  */
char __libc_single_threaded;

void __cxa_pure_virtual (void);
void
__cxa_pure_virtual (void)
{
  abort ();
}

/* What it knows of exceptions under way would be thread-local.  */
static struct
{
  void *caught;
  unsigned uncaught;
} exceptions;
void *__cxa_get_globals (void);
void *
__cxa_get_globals (void)
{
  return &exceptions;
}
void *__cxa_get_globals_fast (void)
  __attribute__ ((alias ("__cxa_get_globals")));

/* A locale, of which the library reads the tables: where glibc has them, behind what
   musl has.  */
static struct
{
  const void *categories[13];
  const unsigned short *classes;
  const int32_t *lower, *upper;
  const char *names[13];
} locale;
const unsigned short **__ctype_b_loc (void);
const int32_t **__ctype_tolower_loc (void);
const int32_t **__ctype_toupper_loc (void);

locale_t
__newlocale (int mask, const char *name, locale_t base)
{
  if (*name && strcmp (name, "C") != 0 && strcmp (name, "POSIX") != 0)
    {
      errno = ENOENT;
      return NULL;
    }
  locale.classes = *__ctype_b_loc ();
  locale.lower = *__ctype_tolower_loc ();
  locale.upper = *__ctype_toupper_loc ();
  for (int i = 0; i < 13; i++)
    locale.names[i] = "C";
  return (locale_t) &locale;
}
locale_t newlocale (int, const char *, locale_t)
  __attribute__ ((alias ("__newlocale")));

locale_t
__duplocale (locale_t l)
{
  return l;
}
locale_t duplocale (locale_t) __attribute__ ((alias ("__duplocale")));

void
__freelocale (locale_t l)
{
  (void) l;
}
void freelocale (locale_t) __attribute__ ((alias ("__freelocale")));

/* Where the unwinder finds what it needs; that of an image is registered
   (start.c).  */
struct dl_find_object
{
  unsigned long long flags;
  void *start, *end, *map, *eh_frame;
#ifdef __i386__
  void *base;
#endif
  unsigned long long more[7];
};
int _dl_find_object (void *, struct dl_find_object *);
int
_dl_find_object (void *pc, struct dl_find_object *result)
{
  const ElfW (Phdr) *h = (void *) getauxval (AT_PHDR), *frames = NULL,
		    *holds = NULL;
  uintptr_t at = (uintptr_t) pc;
  for (size_t n = h ? getauxval (AT_PHNUM) : 0; n > 0; n--, h++)
    if (h->p_type == PT_GNU_EH_FRAME)
      frames = h;
    else if (h->p_type == PT_LOAD && at - h->p_vaddr < h->p_memsz)
      holds = h;
  if (!frames || !holds)
    return -1;
  *result = (struct dl_find_object) {
    .start = (void *) holds->p_vaddr,
    .end = (void *) (holds->p_vaddr + holds->p_memsz),
    .eh_frame = (void *) frames->p_vaddr
  };
  return 0;
}

#endif
