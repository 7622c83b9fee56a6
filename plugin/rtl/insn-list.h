/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Things that stand at instructions of the current function, in order.

   They are kept by instruction number, not by pointer: an instruction may be
   deleted between two passes, and what stands at one that is gone is never asked
   for.  T has a member `int next'.  */

#ifndef HALT_INSN_LIST_H
#define HALT_INSN_LIST_H 1

template <class T> class insn_list
{
  typedef int_hash<int, -1, -2> uid_hash;
  auto_vec<T> items;
  /* Index in ITEMS of the first one at an instruction.  */
  hash_map<uid_hash, int> heads;

public:
  /* Add ITEM to INSN, after all others there or before them.  The result is
     valid until the next one is added.  */
  T *add (const rtx_insn *insn, const T &item, bool first = false)
  {
    int index = items.length ();
    bool existed;
    items.safe_push (item);
    int &head = heads.get_or_insert (INSN_UID (insn), &existed);
    int *link = &head;
    if (!existed)
      head = -1;
    while (!first && *link >= 0)
      link = &items[*link].next;
    items[index].next = *link;
    *link = index;
    return &items[index];
  }

  /* Take the first one of INSN away.  */
  void drop_first (const rtx_insn *insn)
  {
    int &head = *heads.get (INSN_UID (insn));
    head = items[head].next;
  }

  /* Take the last one of INSN, which has some, away and return it; put ITEM, which
     is nowhere, before those of INSN.  */
  T *drop_last (const rtx_insn *insn)
  {
    int *link = heads.get (INSN_UID (insn));
    while (items[*link].next >= 0)
      link = &items[*link].next;
    T *item = &items[*link];
    *link = -1;
    return item;
  }
  void put_first (const rtx_insn *insn, T *item)
  {
    bool existed;
    int &head = heads.get_or_insert (INSN_UID (insn), &existed);
    item->next = existed ? head : -1;
    head = item - &items[0];
  }

  /* Those of INSN; NULL: no more.  */
  T *first (const rtx_insn *insn)
  {
    int *head = heads.get (INSN_UID (insn));
    return head && *head >= 0 ? &items[*head] : NULL;
  }
  T *next (const T *item)
  {
    return item->next >= 0 ? &items[item->next] : NULL;
  }

  unsigned length () const { return items.length (); }
  T &operator[] (unsigned i) { return items[i]; }

  void release ()
  {
    items.truncate (0);
    heads.empty ();
  }
};

#endif /* HALT_INSN_LIST_H */
