/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every output of `ghalt report' is given, and what they share.  All numbers
   come from the library (include/ghalt.h).  */

#ifndef HALT_REPORT_H
#define HALT_REPORT_H 1

#include "ghalt.h"
#include "report/options.h"

struct report
{
  const struct options *options;
  const struct ghalt_report *data;
  const char *path, *build_id;	/* of the program that was named */
  const char *folder;		/* that its sources have in common, or "" */
  struct ghalt_report_facts facts;
  struct ghalt_profile_facts recorded;
  struct ghalt_onto moved;	/* if IS_MOVED: the profile is another build's */
  bool is_moved;
  unsigned char *chosen;	/* for each function: it is selected, and the
				   linker kept it */
  const char *const *profiles;	/* names */
  size_t n_profiles;
  struct fault *fault;		/* empty until something goes wrong; an output
				   may lack anything then */
  bool colour;			/* text goes to a terminal that may have it */
  size_t columns;		/* that a row may have; 0: any number */
};

/* --- report.c ----------------------------------------------------------- */

/* Fill F with ERROR, which is freed.  Always false.  */
bool take_error (struct fault *f, struct ghalt_error *error);

/* As ghalt_graph_open; F is filled if the result is NULL.  */
struct ghalt_graph *open_graph (const struct ghalt_report *r, size_t function,
				int counted, struct fault *f);

/* open.c: the sum of the profiles that R names, in folders, too, of PROGRAM; NULL:
   R->fault says why not.  */
struct ghalt_profile *report_profile (const struct report *r,
				      const struct ghalt_program *program);

/* A report of the program and the profiles that the operands of O name, of which
   nothing is open yet.  */
struct report report_begin (const struct options *o, struct fault *f);

/* Let USE have the report, with DATA, of the program and of the sum of the
   profiles that the operands of O name, in folders, too.  Returns what it does.  */
int report_of (const struct options *o, struct fault *f,
	       int (*use) (struct report *r, const struct ghalt_profile *p,
			   void *data),
	       void *data);

/* Fill what R has of PROFILE, NULL if the program was never executed, and R->data, by its options.  Undone by
   report_release, also if it fails.  */
bool report_choose (struct report *r, const struct ghalt_profile *profile);
void report_release (struct report *r);

/* Refuse unless some function is selected.  */
bool report_check (const struct report *r);

/* The next function that is chosen, from *I on; *I is then the one after it.
   False if there is none.  */
bool report_next (const struct report *r, size_t *i,
		  struct ghalt_function *function);

/* The unit of FUNCTION, and the object of that.  */
struct ghalt_unit report_unit (const struct report *r,
			       const struct ghalt_function *function);
struct ghalt_object report_object (const struct report *r,
				   const struct ghalt_function *function);

/* Number I of the points of KIND; its function.  */
struct ghalt_point report_point (const struct report *r, uint32_t kind,
				 size_t i);
struct ghalt_function report_function (const struct report *r, size_t function);

/* True if points of KIND are selected, were recorded, and there are some.  */
bool report_has (const struct report *r, uint32_t kind);

/* --- outputs, each in the file of its name ------------------------------ */

/* table.c: totals, and a table for each kind.  Functions of other objects than
   the program are shown with the object's name.  */
void table_report (FILE *out, const struct report *r);

/* hot.c: totals, what is executed most, worst predicted, or never.  */
void hot_report (FILE *out, const struct report *r);

/* measure.c: the sets of --measure, a table for each.  */
void measure_report (FILE *out, const struct report *r);

void json_report (FILE *out, const struct report *r);
void csv_report (FILE *out, const struct report *r);
void annotate_report (FILE *out, const struct report *r);
void callgrind_report (FILE *out, const struct report *r);
void folded_report (FILE *out, const struct report *r);
void lcov_report (FILE *out, const struct report *r);
void pprof_report (FILE *out, const struct report *r);
void cobertura_report (FILE *out, const struct report *r);

/* guide.c: what option guide of the plugin reads.  */
void guide_report (FILE *out, const struct report *r);

/* graphs.c: where drawing_begin says; OUT is not for it.  */
void graphs_report (FILE *out, const struct report *r);

/* sqlite.c: to the file of --output; so, too.  */
void sqlite_report (FILE *out, const struct report *r);

#endif /* HALT_REPORT_H */
