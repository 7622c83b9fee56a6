/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H 1
#include <stddef.h>
typedef int pid_t;
typedef long ssize_t, off_t, time_t;
typedef unsigned int mode_t;
typedef unsigned long dev_t, ino_t;
#endif
