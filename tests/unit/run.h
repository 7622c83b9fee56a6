/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What main of every unit test does.  */

#include <CUnit/Basic.h>

/* Run SUITE of TESTS; 0 if all pass.  */
static int
run_tests (const char *suite, const CU_TestInfo *tests)
{
  if (CU_initialize_registry () != CUE_SUCCESS)
    return 1;
  CU_pSuite s = CU_add_suite (suite, NULL, NULL);
  for (; tests->pName; tests++)
    CU_add_test (s, tests->pName, tests->pTestFunc);
  CU_basic_set_mode (CU_BRM_VERBOSE);
  CU_basic_run_tests ();
  int failed = CU_get_number_of_failures () > 0;
  CU_cleanup_registry ();
  return failed;
}
