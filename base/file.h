/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole files.  */

#ifndef HALT_FILE_H
#define HALT_FILE_H 1

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All that FD gives up to its end, with a NUL after it, to be freed; *SIZE is without
   that.  SIZE may be NULL.  If it cannot be read the result is NULL, and errno says
   why.  */
char *file_read_fd (int fd, size_t *size);

/* The same of the file PATH.  */
char *file_read (const char *path, size_t *size);

#ifdef __cplusplus
}
#endif

#endif /* HALT_FILE_H */
