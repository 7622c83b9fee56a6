/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays that grow.  LIST is always the address of a pointer to objects of SIZE bytes,
   NULL at first, to be freed.  If there is no memory it stays as it was, and errno says
   so.  */

#ifndef HALT_GROW_H
#define HALT_GROW_H 1

#include <stdbool.h>
#include <stddef.h>

/* Let it have room for N, or for 1 if that is 0.  */
bool grow_to (void *list, size_t n, size_t size);

/* Let it have room for one more than the N that it has, all of which came this way.  */
bool grow (void *list, size_t n, size_t size);

/* Free all of these pointers, or the N of LIST.  */
#define FREE_ALL(...) \
  free_list ((void *const[]) { __VA_ARGS__ }, \
	     sizeof ((void *const[]) { __VA_ARGS__ }) / sizeof (void *))
void free_list (void *const *list, size_t n);

#endif /* HALT_GROW_H */
