/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt html PROG [PROFILE|FOLDER]... -o DIR: a site.  */

#include "ghalt/command.h"
#include "report/html/website.h"

static const struct option_row options[] = {
  { .name = "output", .type = TYPE_TEXT, .offset = AT (output), .value = "DIR",
    .text = "the folder of the site, which begins with index.html; also -o DIR" },
  { .name = "diff", .type = TYPE_TEXT, .offset = AT (old), .value = "OLD",
    .text = "another profile of the program: what it was, what it is, the change" },
  { .name = "stacks", .type = TYPE_TEXT, .offset = AT (stacks), .value = "FILE",
    .text = "folded stacks, of ghalt arp --format=folded: a flame graph of them, too" },
  { .name = "single-file", .type = TYPE_FLAG, .offset = AT (single_file),
    .text = "all of it in index.html, to be sent" },
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

static int
run_html (const struct options *o, struct fault *f)
{
  if (!o->output)
    {
      fault (f, "ghalt html needs a folder for the site: -o DIR");
      return 0;
    }
  return report_of (o, f, website_show, NULL);
}

const struct command cmd_html = {
  .name = "html",
  .synopsis = "[--diff=OLD] [--stacks=FILE] [--single-file] -o DIR [PROG [PROFILE|FOLDER]...]",
  .text = "write a site of lines and functions with their counts, for a browser",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run_html
};
