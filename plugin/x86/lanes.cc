/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector instructions that access memory lane by lane.

   Under a mask an instruction whose lanes have nothing to do with each other
   touches what is in active lanes only; one that moves values between lanes
   reads its whole operand whatever the mask (Intel's manual, volume 2, "SIMD
   instruction exception classification": E4 and E4NF).  */

#include "plugin/rtl/rtl.h"
#include "plugin/x86/lanes.h"

/* How the lanes of a memory operand belong to those of the result.  */
enum lane_shape
{
  LANES_NONE,			/* not the operand */
  LANES_EACH,			/* one to one */
  LANES_BROADCAST,		/* one value, or a few, for all */
  LANES_ALL			/* any to any */
};

/* What the set of a vector instruction says about its lanes.  */
struct lane_access
{
  rtx mem, mask, address, index;
  int scale;
  bool packed, scalar;
  machine_mode vector;		/* of all lanes, VOIDmode: not seen yet */
  int stride;			/* elements of MEM for one lane */
  int taken;			/* elements of MEM that are selected; 0: all */
};

static bool
is_mask (const_rtx x)
{
  return REG_P (x) && MASK_REGNO_P (REGNO (x));
}

/* Unspecs that move values between lanes.  */
static bool
mixes_lanes (int unspec)
{
  switch (unspec)
    {
    case UNSPEC_ALIGN:
    case UNSPEC_CONFLICT:
    case UNSPEC_DBPSADBW:
    case UNSPEC_GF2P8AFFINE:
    case UNSPEC_GF2P8AFFINEINV:
    case UNSPEC_PALIGNR:
    case UNSPEC_PMADDUBSW512:
    case UNSPEC_PMADDWD512:
    case UNSPEC_PSHUFB:
    case UNSPEC_PSHUFHW:
    case UNSPEC_PSHUFLW:
    case UNSPEC_VPERMIL:
    case UNSPEC_VPERMT2:
    case UNSPEC_VPERMVAR:
    case UNSPEC_VPMULTISHIFT:
    case UNSPEC_VPSHUFBIT:
      return true;
    }
  return false;
}

/* The distance of the elements that SELECT, a VEC_SELECT, takes from the
   first on; 0 if they are not evenly spaced.  */
static int
select_stride (const_rtx select)
{
  const_rtx which = XEXP (select, 1);
  int n = XVECLEN (which, 0);
  int stride = n > 1 && CONST_INT_P (XVECEXP (which, 0, 1))
		 ? INTVAL (XVECEXP (which, 0, 1))
		 : 1;
  for (int i = 0; i < n; i++)
    if (!CONST_INT_P (XVECEXP (which, 0, i))
	|| INTVAL (XVECEXP (which, 0, i)) != i * stride)
      return 0;
  return stride == 1 || stride == 2 ? stride : 0;
}

/* The shape of L's operand in X.  */
static enum lane_shape
shape_in (rtx x, struct lane_access *l)
{
  enum lane_shape shape = LANES_NONE;
  if (x == l->mem)
    return LANES_EACH;
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  for (int i = 0; i < GET_RTX_LENGTH (GET_CODE (x)); i++)
    if (format[i] == 'e')
      shape = MAX (shape, shape_in (XEXP (x, i), l));
    else if (format[i] == 'E')
      for (int k = 0; k < XVECLEN (x, i); k++)
	shape = MAX (shape, shape_in (XVECEXP (x, i, k), l));
  if (shape == LANES_NONE)
    return shape;
  switch (GET_CODE (x))
    {
    case VEC_DUPLICATE:
      return MAX (shape, LANES_BROADCAST);
    case VEC_SELECT:
      l->taken = XVECLEN (XEXP (x, 1), 0);
      l->stride = select_stride (x);
      return l->stride ? shape : LANES_ALL;
    case VEC_CONCAT:
      return CONST_VECTOR_P (XEXP (x, 1)) ? shape : LANES_ALL;
    case VEC_MERGE:
      /* Lanes that are known are inserted.  */
      return CONST_INT_P (XEXP (x, 2)) ? LANES_ALL : shape;
    case UNSPEC:
      return mixes_lanes (XINT (x, 1)) ? LANES_ALL : shape;
    default:
      return shape;
    }
}

static void
see_memory (rtx mem, struct lane_access *l)
{
  rtx address = XEXP (mem, 0);
  if (GET_CODE (address) == SCRATCH)
    return;
  if (!l->mem)
    {
      l->mem = mem;
      l->address = address;
    }
  if (GET_CODE (address) == UNSPEC && XINT (address, 1) == UNSPEC_VSIBADDR)
    {
      l->address = XVECEXP (address, 0, 0);
      l->index = XVECEXP (address, 0, 1);
      l->scale = INTVAL (XVECEXP (address, 0, 2));
    }
}

static void
see_unspec (rtx x, struct lane_access *l)
{
  switch (XINT (x, 1))
    {
    case UNSPEC_MASKMOV:
      /* A mask register is the last; else vmaskmov names its mask first,
	 maskmovdqu second.  */
      l->mask = XVECEXP (x, 0, XVECLEN (x, 0) - 1);
      if (!is_mask (l->mask))
	l->mask = XVECEXP (x, 0, GET_MODE_UNIT_SIZE (GET_MODE (x)) == 1);
      if (!is_mask (l->mask) && !SSE_REG_P (l->mask))
	l->mask = NULL_RTX;
      break;
    case UNSPEC_EXPAND:
    case UNSPEC_COMPRESS_STORE:
      l->packed = true;
      l->mask = XVECEXP (x, 0, 2);
      break;
    case UNSPEC_SCATTER:
      l->mask = XVECEXP (x, 0, 0);
      break;
    case UNSPEC_GATHER:
      for (int i = 0; i < XVECLEN (x, 0); i++)
	if (is_mask (XVECEXP (x, 0, i)))
	  l->mask = XVECEXP (x, 0, i);
      /* With AVX2 the mask is a vector, the last operand.  */
      if (!l->mask)
	l->mask = XVECEXP (x, 0, XVECLEN (x, 0) - 1);
      break;
    }
}

/* A mask of which only bit 0 counts: MASK & 1.  */
static bool
is_mask_bit (const_rtx x)
{
  return GET_CODE (x) == AND && is_mask (XEXP (x, 0))
	 && XEXP (x, 1) == const1_rtx;
}

/* Look for the masked access in X, a source or destination.  */
static void
find_lanes (rtx x, struct lane_access *l)
{
  subrtx_var_iterator::array_type array;
  FOR_EACH_SUBRTX_VAR (iter, array, x, NONCONST)
    {
      rtx y = *iter;
      if (l->vector == VOIDmode && VECTOR_MODE_P (GET_MODE (y)))
	l->vector = GET_MODE (y);
      if (MEM_P (y))
	{
	  see_memory (y, l);
	  iter.skip_subrtxes ();
	}
      else if (GET_CODE (y) == VEC_MERGE && is_mask (XEXP (y, 2)))
	l->mask = XEXP (y, 2);
      else if (is_mask_bit (y))
	{
	  l->mask = XEXP (y, 0);
	  l->scalar = true;
	}
      else if (GET_CODE (y) == AND && is_mask (XEXP (y, 1)))
	l->mask = XEXP (y, 1);
      else if (GET_CODE (y) == UNSPEC)
	see_unspec (y, l);
    }
}

/* The set of a masked or gathering instruction with a memory operand; NULL if
   PATTERN is none.  */
static rtx
lanes_set (rtx pattern, struct lane_access *l)
{
  rtx set = GET_CODE (pattern) == PARALLEL ? XVECEXP (pattern, 0, 0) : pattern;
  if (GET_CODE (set) != SET)
    return NULL_RTX;
  rtx source = SET_SRC (set);
  *l = lane_access ();
  l->stride = 1;
  if (VECTOR_MODE_P (GET_MODE (SET_DEST (set))))
    l->vector = GET_MODE (SET_DEST (set));
  /* A scalar operation keeps the other lanes of its register.  */
  if (GET_CODE (source) == VEC_MERGE && XEXP (source, 2) == const1_rtx
      && GET_CODE (XEXP (source, 0)) == VEC_MERGE
      && is_mask (XEXP (XEXP (source, 0), 2)))
    {
      source = XEXP (source, 0);
      l->scalar = true;
    }
  find_lanes (source, l);
  if (MEM_P (SET_DEST (set)))
    {
      l->mem = NULL_RTX;
      find_lanes (SET_DEST (set), l);
    }
  else if (l->mem && !l->index && !l->scalar
	   && shape_in (source, l) == LANES_ALL)
    return NULL_RTX;
  return l->mem && (l->mask || l->index) ? set : NULL_RTX;
}

bool
lanes_add (rtx pattern, vec<memop> *list)
{
  struct lane_access l;
  rtx set = TARGET_SSE2 ? lanes_set (pattern, &l) : NULL_RTX;
  if (!set)
    return false;
  bool store = MEM_P (SET_DEST (set));
  machine_mode mode = GET_MODE (l.mem);
  int n = l.scalar || l.vector == VOIDmode ? 1
					   : (int) GET_MODE_NUNITS (l.vector);
  bool whole = false;
  HOST_WIDE_INT bytes;
  if (l.index)
    {
      n = MIN (n, (int) GET_MODE_NUNITS (GET_MODE (l.index)));
      bytes = GET_MODE_UNIT_SIZE (l.vector);
    }
  else if (store)
    bytes = GET_MODE_UNIT_SIZE (mode);
  else
    {
      whole = !l.scalar
	      && (!VECTOR_MODE_P (mode)
		  || shape_in (SET_SRC (set), &l) == LANES_BROADCAST);
      bytes = whole ? (l.taken ? l.taken * GET_MODE_UNIT_SIZE (mode)
			       : GET_MODE_SIZE (mode))
		    : GET_MODE_UNIT_SIZE (mode) * l.stride;
      if (!whole && VECTOR_MODE_P (mode))
	n = MIN (n, (int) GET_MODE_NUNITS (mode) / l.stride);
    }
  if (!access_add (list, store, l.address, MEM_ADDR_SPACE (l.mem), bytes))
    return true;
  struct memop *a = &list->last ();
  struct halt_lanes *f = &a->facts.lanes;
  f->n = n;
  f->whole = whole;
  f->packed = l.packed;
  f->mask = l.mask && REG_P (l.mask) ? regs_reg (REGNO (l.mask)) : HALT_NO_REG;
  f->sign = l.mask && REG_P (l.mask) && !is_mask (l.mask);
  f->index = HALT_NO_REG;
  if (l.index)
    {
      f->index = regs_reg (REGNO (l.index));
      f->index_bytes = GET_MODE_UNIT_SIZE (GET_MODE (l.index));
      f->scale = l.scale;
    }
  /* A scatter clears its mask: it is reported before it runs.  */
  if (l.index)
    a->after = false;
  return true;
}
