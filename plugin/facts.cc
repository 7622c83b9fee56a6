/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts for machines about which there is nothing special to tell.  */

#include "plugin/plugin.h"

const char *
facts_refuse_unit (void)
{
  return NULL;
}

const char *
facts_refuse_function (void)
{
  return NULL;
}

bool
facts_condition (rtx cond, char *text, size_t size)
{
  snprintf (text, size, "%s", GET_RTX_NAME (GET_CODE (cond)));
  return COMPARISON_P (cond);
}

const char *
facts_before_text (void)
{
  return "";
}

const char *
facts_after_text (void)
{
  return "";
}

void
facts_point (struct halt_point *point)
{
  point->red_zone = 0;
  point->far_code = false;
  point->far_data = false;
}
