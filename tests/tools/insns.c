/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plugin for qemu's emulators of programs which counts the instructions that are
   executed, by blocks; tests/tools/insns compiles it.  A block that a signal leaves in its
   middle counts as whole.  Source of the interface: qemu's documentation, "QEMU TCG
   Plugins"; its header is not packaged with the emulators.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct qemu_plugin_tb;

void qemu_plugin_register_vcpu_tb_trans_cb (uint64_t,
					    void (*) (uint64_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb (struct qemu_plugin_tb *,
					   void (*) (unsigned, void *), int, void *);
void qemu_plugin_register_atexit_cb (uint64_t, void (*) (uint64_t, void *), void *);
size_t qemu_plugin_tb_n_insns (const struct qemu_plugin_tb *);
void qemu_plugin_outs (const char *);

#define PUBLIC __attribute__ ((visibility ("default")))
PUBLIC int qemu_plugin_version = VERSION;
PUBLIC int qemu_plugin_install (uint64_t, const void *, int, char **);

static uint64_t count;

static void
execute (unsigned cpu, void *size)
{
  __atomic_fetch_add (&count, (uintptr_t) size, __ATOMIC_RELAXED);
}

static void
translate (uint64_t id, struct qemu_plugin_tb *tb)
{
  qemu_plugin_register_vcpu_tb_exec_cb (tb, execute, 0,
					(void *) qemu_plugin_tb_n_insns (tb));
}

static void
finish (uint64_t id, void *data)
{
  char text[64];
  snprintf (text, sizeof text, "I refs: %" PRIu64 "\n", count);
  qemu_plugin_outs (text);
}

int
qemu_plugin_install (uint64_t id, const void *info, int argc, char **argv)
{
  qemu_plugin_register_vcpu_tb_trans_cb (id, translate);
  qemu_plugin_register_atexit_cb (id, finish, NULL);
  return 0;
}
