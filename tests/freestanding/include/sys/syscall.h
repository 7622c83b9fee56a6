/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linux's numbers, of what simulators know.  */
#ifndef _SYSCALL_H
#define _SYSCALL_H 1
#ifdef __ia64__
# define SYS_exit 1025
# define SYS_read 1026
# define SYS_write 1027
# define SYS_open 1028
# define SYS_close 1029
# define SYS_unlink 1032
# define SYS_lseek 1040
# define SYS_getpid 1041
# define SYS_access 1049
# define SYS_kill 1053
# define SYS_rename 1054
# define SYS_fcntl 1066
# define SYS_readlink 1092
# define SYS_gettid 1105
# define SYS_mmap 1151
# define SYS_munmap 1152
# define SYS_mremap 1156
# define SYS_msync 1157
# define SYS_getcwd 1184
# define SYS_madvise 1209
# define SYS_stat 1210
# define SYS_fstat 1212
# define SYS_writev 1146
# define SYS_tgkill 1235
#endif
#endif
