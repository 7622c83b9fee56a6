/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _FCNTL_H
#define _FCNTL_H 1
#define O_RDONLY 0
#define O_WRONLY 1
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define F_GETFL 3
#define F_SETFL 4
#define F_DUPFD_CLOEXEC 1030
int open (const char *, int, ...);
int fcntl (int, int, ...);
#endif
