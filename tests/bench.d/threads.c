/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For tests/bench-pgo: THREADS of them, each of which has a Lua of its own and executes
   SCRIPT with an ARGUMENT, so that each does the same.

     threads THREADS SCRIPT ARGUMENT  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "lauxlib.h"
#include "lualib.h"

static char **arguments;

/* What it prints is not compared.  */
static int
print (lua_State *l)
{
  (void) l;
  return 0;
}

static void *
run (void *failed)
{
  lua_State *l = luaL_newstate ();
  luaL_openlibs (l);
  lua_register (l, "print", print);
  lua_createtable (l, 1, 0);
  lua_pushstring (l, arguments[3]);
  lua_rawseti (l, -2, 1);
  lua_setglobal (l, "arg");
  if (luaL_dofile (l, arguments[2]) != LUA_OK)
    {
      fprintf (stderr, "%s\n", lua_tostring (l, -1));
      *(int *) failed = 1;
    }
  lua_close (l);
  return NULL;
}

int
main (int argc, char **argv)
{
  static pthread_t thread[64];
  static int failed[64];
  int n = argc > 3 ? atoi (argv[1]) : 0, status = n < 1 || n > 64;
  arguments = argv;
  for (int i = 0; i < n && !status; i++)
    status = pthread_create (&thread[i], NULL, run, &failed[i]) != 0;
  for (int i = 0; i < n && !status; i++)
    pthread_join (thread[i], NULL);
  for (int i = 0; i < n; i++)
    status |= failed[i];
  return status;
}
