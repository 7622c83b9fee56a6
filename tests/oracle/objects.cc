// SPDX-License-Identifier: GPL-3.0-or-later
// C++: templates, virtual calls, exceptions thrown and caught in several
// frames, destructors, containers, lambdas, static initialisation.
// test: switched
// test: events -O2
// test: events -O3 -march=x86-64-v3
// test: events -m32 -O2
// test: not oracle/ alpha/ ia64/ aarch64/ riscv64/

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

static int alive;

struct shape
{
  virtual ~shape () { alive--; }
  shape () { alive++; }
  virtual double area () const = 0;
  virtual int sides () const { return 0; }
};

struct square : shape
{
  double a;
  explicit square (double x) : a (x) {}
  double area () const override { return a * a; }
  int sides () const override { return 4; }
};

struct named
{
  std::string name;
  virtual const char *text () const { return name.c_str (); }
  virtual ~named () = default;
};

struct circle : shape, virtual named
{
  double r;
  explicit circle (double x) : r (x) { name = "circle"; }
  double area () const override { return 3 * r * r; }
  const char *text () const override { return "round"; }
};

struct wrong : std::runtime_error
{
  int code;
  explicit wrong (int c) : std::runtime_error ("wrong"), code (c) {}
};

struct guard
{
  int &n;
  explicit guard (int &x) : n (x) { n++; }
  ~guard () { n += 10; }
};

template <typename T, int N> struct ring
{
  T at[N] {};
  int next = 0;
  void push (const T &x) { at[next++ % N] = x; }
  template <typename F> T fold (T start, F f) const
  {
    for (const T &x : at)
      start = f (start, x);
    return start;
  }
};

static ring<long, 7> global_ring;
static std::vector<int> made_early = { 3, 1, 4, 1, 5, 9, 2, 6 };

__attribute__ ((noinline)) static int
deep (int n, int &count)
{
  guard g (count);
  if (n == 0)
    throw wrong (count);
  if (n % 7 == 3 && count % 4 == 1)
    throw n;
  return deep (n - 1, count) + 1;
}

__attribute__ ((noinline)) static int
attempt (int n)
{
  int count = 0;
  try
    {
      return deep (n, count);
    }
  catch (const wrong &w)
    {
      return w.code + count;
    }
  catch (int i)
    {
      if (i > 5)
	return -i;
      try
	{
	  throw;
	}
      catch (...)
	{
	  return count;
	}
    }
}

__attribute__ ((noinline)) static double
measure (const std::vector<std::unique_ptr<shape>> &all)
{
  double sum = 0;
  for (const auto &s : all)
    {
      sum += s->area () + s->sides ();
      if (auto *n = dynamic_cast<const named *> (s.get ()))
	sum += n->text ()[0];
    }
  return sum;
}

int
main ()
{
  std::map<std::string, int> words;
  std::vector<std::unique_ptr<shape>> all;
  double sum = 0;
  for (int i = 0; i < 12; i++)
    {
      if (i % 3)
	all.emplace_back (new square (i));
      else
	all.emplace_back (new circle (i));
      words["w" + std::to_string (i % 5)] += i;
      global_ring.push (i * i);
      sum += attempt (i);
    }
  sum += measure (all);
  std::sort (made_early.begin (), made_early.end (),
	     [&] (int a, int b) { return (a ^ 1) < b; });
  for (const auto &w : words)
    sum += w.second * (w.first.size () + 1);
  sum += global_ring.fold (0, [] (long a, long b) { return a * 2 + b; });
  try
    {
      sum += made_early.at (20);
    }
  catch (const std::out_of_range &)
    {
      sum += 0.5;
    }
  all.clear ();
  std::printf ("%.2f %d %d\n", sum, made_early[3], alive);
  return 0;
}
