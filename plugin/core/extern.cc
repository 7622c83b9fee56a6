/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other plugins may call: include/halt/plugin.h.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

struct labeler
{
  void (*function) (void *data);
  void *data;
};

static auto_vec<labeler> labelers;
bool
extern_labels (void)
{
  return labelers.length () > 0;
}

void
extern_label (void)
{
  for (unsigned i = 0; i < labelers.length (); i++)
    labelers[i].function (labelers[i].data);
}

void
halt_on_label (void (*function) (void *data), void *data)
{
  labeler l = { function, data };
  labelers.safe_push (l);
}

/* Label INSN as KIND, which is about SUBJECT.  */
static uint64_t
label (rtx_insn *insn, int kind, int after, const struct subject &subject,
       const int64_t *args, int n_args, int64_t data)
{
  struct note *note = note_add (insn, kind, after, subject);
  note->id = unit_new_id (kind, &note->fixed);
  for (int i = 0; i < n_args; i++)
    note->args.safe_push ({ HALT_ARG_NUMBER, args[i], NULL, HALT_NO_REG,
			    false });
  note->data = data;
  return note->id;
}

uint64_t
halt_label_note (rtx_insn *insn, int kind, int after, const int64_t *args,
		 int n_args, int64_t data)
{
  struct subject s;
  if (!kind_word (kind))
    fatal_error (UNKNOWN_LOCATION,
		 "halt: a plugin labels an instruction as "
		 "kind %d, which nobody has registered",
		 kind);
  if (!note_subject (insn, kind, &s))
    fatal_error (INSN_P (insn) ? INSN_LOCATION (insn) : UNKNOWN_LOCATION,
		 "halt: a plugin labels an instruction in %qD as %qs, which it "
		 "cannot be",
		 current_function_decl, kind_word (kind));
  return label (insn, kind, after, s, args, n_args, data);
}

int
halt_label_memory (rtx_insn *insn, int kind, rtx mem, const int64_t *args,
		   int n_args, int64_t data, uint64_t *id)
{
  auto_vec<memop> list;
  if (kind < HALT_KIND_END)
    fatal_error (UNKNOWN_LOCATION,
		 "halt: a plugin names memory for kind %qs, "
		 "which is not its own",
		 kind_word (kind));
  if (!kind_word (kind))
    fatal_error (UNKNOWN_LOCATION,
		 "halt: a plugin labels an instruction as "
		 "kind %d, which nobody has registered",
		 kind);
  if (!MEM_P (mem) || !access_add_mem (&list, mem))
    return -1;
  struct subject s = {};
  s.access = list[0];
  uint64_t given = label (insn, kind, 0, s, args, n_args, data);
  if (id)
    *id = given;
  return 0;
}

/* Append ARG to the points of KIND that INSN has; return how many there are.  */
static int
add_arg (rtx_insn *insn, int kind, struct halt_arg arg)
{
  int n = 0;
  rtx_insn *place = insn;
  bool after = NOTE_P (insn);
  note_step_over_glued (&place, &after);
  for (struct note *note = note_first (place); note; note = note_next (note))
    if (note->kind == kind && (place == insn || note->about == insn))
      {
	note->args.safe_push (arg);
	n++;
      }
  return n;
}

int
halt_note_add_arg (rtx_insn *insn, int kind, int64_t value)
{
  return add_arg (insn, kind,
		  { HALT_ARG_NUMBER, value, NULL, HALT_NO_REG, false });
}

int
halt_note_add_symbol (rtx_insn *insn, int kind, const char *name,
		      int is_function)
{
  /* As GCC has it: a name that the user gave begins with a star.  */
  name = name ? targetm.strip_name_encoding (name) : NULL;
  if (!name || !*name || *name == '.' || strpbrk (name, " \t\n,()&%{|}"))
    fatal_error (UNKNOWN_LOCATION,
		 "halt: a plugin passes the address of symbol "
		 "%qs to %qs, which is no name that other units could have",
		 name ? name : "", kind_word (kind) ? kind_word (kind) : "?");
  symtab_node *node = symtab_node::get_for_asmname (get_identifier (name));
  return add_arg (insn, kind,
		  { is_function ? HALT_ARG_FUNCTION : HALT_ARG_VARIABLE, 0,
		    ggc_strdup (name), HALT_NO_REG,
		    node && !TREE_PUBLIC (node->decl) });
}

int
halt_note_add_string (rtx_insn *insn, int kind, const char *text)
{
  if (!text)
    fatal_error (UNKNOWN_LOCATION, "halt: a plugin passes no string to %qs",
		 kind_word (kind) ? kind_word (kind) : "?");
  return add_arg (insn, kind,
		  { HALT_ARG_STRING, 0, string_symbol (text), HALT_NO_REG,
		    false });
}

int
halt_note_add_pc (rtx_insn *insn, int kind)
{
  char symbol[32];
  snprintf (symbol, sizeof symbol, ".LHALT_pc%d", unit.n_pcs++);
  return add_arg (insn, kind,
		  { HALT_ARG_PC, 0, ggc_strdup (symbol), HALT_NO_REG, false });
}

int
halt_register_number (unsigned regno)
{
  return regs_reg (regno);
}
