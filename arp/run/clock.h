/* SPDX-License-Identifier: MIT */
/* What a clock that counts events tells libarp: which one it is, so that a program that
   has no such events is told of.  */

#ifndef ARP_CLOCK_H
#define ARP_CLOCK_H 1

struct arp_clock
{
  const char *kind;		/* as the plugin's argument has it */
  int counted;			/* there were events; atomic */
  int listed;			/* __arp_clock knows it; atomic */
  struct arp_clock *next;
};

/* C is asked, and has not counted anything yet: if that stays so, arp_finish says it.  */
extern void __arp_clock (struct arp_clock *c);

/* What C says in a thread is EVENTS.  */
static inline void
arp_clock_says (struct arp_clock *c, unsigned long long events)
{
  if (__atomic_load_n (&c->counted, __ATOMIC_RELAXED))
    return;
  if (events)
    __atomic_store_n (&c->counted, 1, __ATOMIC_RELAXED);
  else if (!__atomic_exchange_n (&c->listed, 1, __ATOMIC_RELAXED))
    __arp_clock (c);
}

#endif /* ARP_CLOCK_H */
