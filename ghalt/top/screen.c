/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal: what is seen, and keys.  */

#include <curses.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#include "ghalt/top/top.h"

#define NOTES 3			/* lines of notes at most */
#define FIRST 0.25		/* seconds until there are rates, if not sooner */
#define REST 4			/* times as long as a look takes, until the next one */
#define MARGIN 100		/* rows that are filled above and below the visible ones */

struct screen
{
  struct top *top;
  const struct top_wish *wish;
  struct top_rows rows;
  enum top_order order;
  size_t cursor, first;		/* rows: the chosen one, the one at the top */
  size_t seen;			/* how many there is room for */
  size_t function;		/* in TOP_SOURCE */
  enum top_view back;		/* where that came from, */
  struct top_row from;		/* and the row there */
  double delay;
  bool paused, quit;
  unsigned written;		/* profiles */
  FILE *series;
  char search[128];
  char message[sizeof (struct fault)];
};

/* --- drawing ------------------------------------------------------------------ */

/* Draw TEXT in line Y, as much as there is room for.  */
static void
draw_text (int y, const char *text)
{
  int column = 0;
  mbstate_t state = { 0 };
  size_t left = strlen (text);
  if (y < 0 || y >= LINES)
    return;
  move (y, 0);
  while (left > 0)
    {
      wchar_t c;
      size_t n = mbrtowc (&c, text, left, &state);
      int width = n == 0 || n > left ? -1 : wcwidth (c);
      if (n == 0 || n > left)
	{
	  n = 1;
	  state = (mbstate_t) { 0 };
	}
      if (column + (width < 1 ? 1 : width) > COLS)
	break;
      if (width < 0)
	addch ('?');
      else
	addnstr (text, (int) n);
      column += width < 0 ? 1 : width;
      text += n;
      left -= n;
    }
}

static void
draw_in (int y, const char *text, attr_t how)
{
  attrset (how);
  draw_text (y, text);
  if (how & A_REVERSE)
    for (int x = getcurx (stdscr), at = getcury (stdscr); at == y && x < COLS;
	 x++)
      addch (' ');
  attrset (A_NORMAL);
}

static const char *
keys_text (const struct screen *s)
{
  return s->rows.view == TOP_SOURCE
	   ? "q quit  Left back  / search  w write  r record  h help"
	   : "q quit  Enter zoom  f b l view  s sort  / search  w write  r record"
	     "  h help";
}

/* The function in TOP_SOURCE, or the order of the rows.  */
static void
put_view (const struct screen *s, char *text, size_t size)
{
  struct ghalt_function f;
  const char *paused = s->paused ? ", paused" : "";
  if (s->rows.view == TOP_SOURCE
      && ghalt_function (s->top->now.report, s->function, &f))
    snprintf (text, size, "lines of %s%s", f.pretty, paused);
  else
    snprintf (text, size, "%s by %s%s",
	      s->rows.view == TOP_POINTS ? s->rows.events
					 : top_view_name (s->rows.view),
	      top_order_name (s->order, s->rows.view), paused);
}

static void
draw_all (struct screen *s)
{
  char line[2048];
  struct top_rows *r = &s->rows;
  struct top_columns c = { .columns = (size_t) COLS };
  int y = 0;
  erase ();
  for (size_t i = 0; i < 2 + NOTES && y < LINES - 4
		     && top_head (s->top, r, i, line, sizeof line);
       i++)
    draw_in (y++, line, i == 0 ? A_BOLD : A_NORMAL);
  put_view (s, line, sizeof line);
  if (s->series)
    strcat (line, ", recording");
  draw_in (y++, line, A_NORMAL);
  s->seen = LINES > y + 2 ? (size_t) (LINES - y - 2) : 0;
  if (s->cursor >= r->n)
    s->cursor = r->n > 0 ? r->n - 1 : 0;
  if (s->first > s->cursor)
    s->first = s->cursor;
  if (s->seen > 0 && s->cursor >= s->first + s->seen)
    s->first = s->cursor - s->seen + 1;
  top_describe (r, s->first, s->seen, s->top);
  top_layout (&c, r, s->first, s->seen);
  draw_in (y++, top_title (&c, r, line, sizeof line), A_REVERSE);
  for (size_t i = s->first; i < r->n && i < s->first + s->seen; i++)
    draw_in (y++, top_line (&c, s->top, r, i, line, sizeof line),
	     i == s->cursor ? A_STANDOUT | A_BOLD : A_NORMAL);
  if (r->n == 0)
    draw_text (y, "nothing has been executed");
  draw_in (LINES - 1, *s->message ? s->message : keys_text (s), A_DIM);
  move (LINES - 1, 0);
  refresh ();
}

static void
draw_help (void)
{
  static const char *const lines[] = {
    "f b l         functions, branches, lines",
    "s             sort by the next: rate, count, calls or misses, name",
    "k             count the next kind of points",
    "Enter Right   zoom: the lines of the function",
    "Left Esc      back",
    "arrows, Page Up, Page Down, Home, End",
    "/ n N         search; the next one, the one before",
    "space         pause",
    "+ -           look half as often, twice as often",
    "w             write the profile as it is shown, for 'ghalt report' and 'diff'",
    "r             record each sample in a file, a line of JSON each; again: stop",
    "q ^C          quit",
    "",
    "rate/s        events a second since the last look",
    "avg/s         events a second since the process has started",
    "",
    "press any key",
  };
  erase ();
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    draw_text ((int) i, lines[i]);
  refresh ();
}

/* --- what is shown ------------------------------------------------------------ */

/* Fill the rows again.  The chosen row stays, if it is not the first.  */
static void
fill_rows (struct screen *s)
{
  struct top_rows *r = &s->rows;
  struct top_row was = { .kind = TOP_NO_KIND };
  bool stays = s->cursor > 0 && s->cursor < r->n;
  size_t above = s->cursor - s->first;
  struct fault f;
  if (stays)
    was = r->rows[s->cursor];
  was.where = was.text = NULL;
  bool ok = r->view == TOP_SOURCE
	      ? top_fill_source (r, s->top, s->function, &f)
	      : top_fill (r, s->top, s->order, s->first + s->seen + MARGIN, &f);
  if (!ok)
    snprintf (s->message, sizeof s->message, "%s", f.text);
  top_sort (r, s->order);
  if (!stays)
    return;
  size_t at = top_same (r, &was);
  if (at < r->n)
    {
      s->cursor = at;
      s->first = at > above ? at - above : 0;
    }
}

static void
take_sample (struct screen *s)
{
  struct fault f;
  if (!top_sample (s->top, &f))
    {
      snprintf (s->message, sizeof s->message, "%s", f.text);
      return;
    }
  fill_rows (s);
  if (s->series)
    {
      top_describe (&s->rows, 0, s->seen, s->top);
      top_put_json (s->series, s->top, &s->rows, s->order, s->seen);
    }
}

static void
show_view (struct screen *s, enum top_view view)
{
  s->rows.view = view;
  s->cursor = s->first = 0;
  top_release (&s->rows);
  fill_rows (s);
}

static void
zoom (struct screen *s)
{
  struct fault f;
  struct top_rows *r = &s->rows;
  if (r->view == TOP_SOURCE || s->cursor >= r->n)
    return;
  struct top_row row = r->rows[s->cursor];
  row.where = row.text = NULL;
  s->function = row.function;
  if (r->view == TOP_LINES
      && !top_line_function (&row, s->top, &s->function, &f))
    {
      snprintf (s->message, sizeof s->message, "%s", f.text);
      return;
    }
  s->from = row;
  s->back = r->view;
  show_view (s, TOP_SOURCE);
  if (r->n == 0)
    snprintf (s->message, sizeof s->message,
	      "no lines are known: was it compiled with -g?");
  /* The line that it came from, or the hottest one.  */
  for (size_t i = 1; i < r->n; i++)
    {
      const struct top_count *c = &r->rows[i].count,
			     *most = &r->rows[s->cursor].count;
      if (s->back == TOP_LINES
	    ? r->rows[i].key == row.key && r->rows[i].file == row.file
	    : c->gained > most->gained
		|| (c->gained == most->gained && c->now > most->now))
	s->cursor = i;
    }
}

static void
go_back (struct screen *s)
{
  if (s->rows.view != TOP_SOURCE)
    return;
  show_view (s, s->back);
  size_t at = top_same (&s->rows, &s->from);
  if (at < s->rows.n)
    s->cursor = at;
}

/* Count the next kind alone; after the last one, what tells most.  */
static void
next_kind (struct screen *s)
{
  uint32_t recorded = s->top->recorded | s->top->off, kinds = s->top->kinds;
  uint32_t kind = 0;
  while (kinds >> kind > 1)
    kind++;
  for (kind += kinds != 0; kind < 32 && !(recorded >> kind & 1); kind++)
    continue;
  s->top->kinds = kind < 32 ? 1u << kind : 0;
  snprintf (s->message, sizeof s->message, "kind: %s",
	    kind < 32 ? ghalt_kind (kind)->word : "what tells most");
  if (s->rows.view != TOP_SOURCE)
    show_view (s, s->rows.view);
}

/* --- prompts ------------------------------------------------------------------ */

static int
next_key (struct screen *s, double seconds)
{
  int key = getch ();
  if (key == ERR)
    {
      s->quit |= !top_wait (s->top, seconds, true);
      key = s->quit ? ERR : getch ();
    }
  return key;
}

/* Let people change TEXT; false if they think better of it.  */
static bool
ask_text (struct screen *s, const char *question, char *text, size_t size)
{
  char line[1024];
  for (;;)
    {
      size_t n = strlen (text);
      snprintf (line, sizeof line, "%s%s", question, text);
      move (LINES - 1, 0);
      clrtoeol ();
      draw_text (LINES - 1, line);
      refresh ();
      int key = next_key (s, -1);
      if (s->quit || key == 27)
	return false;
      switch (key)
	{
	case '\r':
	case '\n':
	case KEY_ENTER:
	  return n > 0;
	case KEY_BACKSPACE:
	case 127:
	case '\b':
	  while (n > 0 && (text[--n] & 0xc0) == 0x80)
	    continue;
	  text[n] = '\0';
	  break;
	case 'U' & 31:
	  *text = '\0';
	  break;
	case KEY_RESIZE:
	  draw_all (s);
	  break;
	default:
	  if (key >= ' ' && key < 256 && n + 1 < size)
	    {
	      text[n] = (char) key;
	      text[n + 1] = '\0';
	    }
	}
    }
}

static void
search_row (struct screen *s, int step)
{
  if (!*s->search)
    return;
  top_describe (&s->rows, 0, s->rows.n, s->top);
  size_t at = top_search (&s->rows, s->search, s->cursor + (size_t) step, step);
  if (at < s->rows.n)
    s->cursor = at;
  else
    snprintf (s->message, sizeof s->message, "'%s' is not there", s->search);
}

static void
begin_search (struct screen *s)
{
  char text[sizeof s->search] = "";
  if (!ask_text (s, "search: ", text, sizeof text))
    return;
  strcpy (s->search, text);
  /* Here, too.  */
  s->cursor--;
  search_row (s, 1);
  if (s->cursor == SIZE_MAX)
    s->cursor = 0;
}

static void
name_file (const struct screen *s, char *path, size_t size, unsigned number,
	   const char *end)
{
  if (s->wish->output && number == 1 && strcmp (end, "prof") == 0)
    snprintf (path, size, "%s", s->wish->output);
  else
    snprintf (path, size, "%s-%d-%u.%s", s->top->name, (int) s->top->pid,
	      number, end);
}

static void
write_profile (struct screen *s)
{
  char path[512];
  struct fault f;
  name_file (s, path, sizeof path, s->written + 1, "prof");
  if (!ask_text (s, "write the profile to: ", path, sizeof path))
    return;
  if (top_write (s->top, path, &f))
    {
      s->written++;
      snprintf (s->message, sizeof s->message, "wrote %s", path);
    }
  else
    snprintf (s->message, sizeof s->message, "%s", f.text);
}

static void
end_series (struct screen *s)
{
  bool bad = s->series && (ferror (s->series) || fflush (s->series) != 0);
  if (s->series)
    {
      snprintf (s->message, sizeof s->message,
		bad ? "the record is not complete: %s" : "recorded",
		strerror (errno));
      fclose (s->series);
    }
  s->series = NULL;
}

static void
record (struct screen *s)
{
  char path[512];
  if (s->series)
    {
      end_series (s);
      return;
    }
  name_file (s, path, sizeof path, s->written + 1, "jsonl");
  if (!ask_text (s, "record samples in: ", path, sizeof path))
    return;
  s->series = fopen (path, "wxe");
  if (!s->series)
    snprintf (s->message, sizeof s->message,
	      errno == EEXIST ? "'%s' is there already: give another name"
			      : "cannot write '%s': %m",
	      path);
}

/* --- keys --------------------------------------------------------------------- */

static void
go (struct screen *s, long by)
{
  size_t n = s->rows.n;
  if (by < 0 && (size_t) -by > s->cursor)
    s->cursor = 0;
  else
    s->cursor += (size_t) by;
  if (s->cursor >= n)
    s->cursor = n > 0 ? n - 1 : 0;
}

static void
do_key (struct screen *s, int key)
{
  long page = s->seen > 1 ? (long) s->seen - 1 : 1;
  *s->message = '\0';
  switch (key)
    {
    case 'q':
    case 'Q':
      s->quit = true;
      break;
    case 'f':
      show_view (s, TOP_FUNCTIONS);
      break;
    case 'b':
      show_view (s, TOP_POINTS);
      break;
    case 'l':
      show_view (s, TOP_LINES);
      break;
    case 's':
      s->order = (s->order + 1) % TOP_ORDERS;
      if (s->order == TOP_BY_OTHER && s->rows.view == TOP_LINES)
	s->order = TOP_BY_NAME;
      s->cursor = 0;
      fill_rows (s);
      break;
    case 'k':
      next_kind (s);
      break;
    case '\r':
    case '\n':
    case KEY_ENTER:
    case KEY_RIGHT:
      zoom (s);
      break;
    case KEY_LEFT:
    case KEY_BACKSPACE:
    case 27:
      go_back (s);
      break;
    case KEY_UP:
      go (s, -1);
      break;
    case KEY_DOWN:
      go (s, 1);
      break;
    case KEY_PPAGE:
      go (s, -page);
      break;
    case KEY_NPAGE:
      go (s, page);
      break;
    case KEY_HOME:
      s->cursor = 0;
      break;
    case KEY_END:
      go (s, (long) s->rows.n);
      break;
    case '/':
      begin_search (s);
      break;
    case 'n':
      search_row (s, 1);
      break;
    case 'N':
      search_row (s, -1);
      break;
    case ' ':
      s->paused = !s->paused;
      break;
    case '+':
      s->delay = s->delay < 60 ? 2 * s->delay : s->delay;
      snprintf (s->message, sizeof s->message, "every %.2g s", s->delay);
      break;
    case '-':
      s->delay = s->delay > 0.1 ? s->delay / 2 : s->delay;
      snprintf (s->message, sizeof s->message, "every %.2g s", s->delay);
      break;
    case 'w':
      write_profile (s);
      break;
    case 'r':
      record (s);
      break;
    case 'h':
    case '?':
      draw_help ();
      next_key (s, -1);
      break;
    case 'L' & 31:
      clearok (stdscr, TRUE);
      break;
    default:
      break;
    }
}

static double
time_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* Give the terminal back.  */
static void
restore (void)
{
  if (!isendwin ())
    endwin ();
}

/* Until we are to quit.  */
static void
run_screen (struct screen *s)
{
  double next = time_now () + (s->delay < FIRST ? s->delay : FIRST);
  while (!s->quit)
    {
      draw_all (s);
      bool over = s->top->facts.ended != GHALT_RUNS, still = s->paused || over;
      double left = next - time_now ();
      int key = next_key (s, still ? -1 : left > 0 ? left : 0);
      if (s->quit)
	break;
      if (key != ERR)
	do_key (s, key);
      else if (!still)
	{
	  /* Where a look takes long there are fewer of them.  */
	  double start = time_now ();
	  take_sample (s);
	  double least = REST * (time_now () - start);
	  next = time_now () + (s->delay > least ? s->delay : least);
	}
    }
}

bool
top_screen (struct top *t, const struct top_wish *w, struct fault *f)
{
  struct screen s = { .top = t,
		      .wish = w,
		      .rows = { .view = w->view },
		      .order = w->order,
		      .delay = w->delay,
		      .back = w->view };
  const char *type = getenv ("TERM");
  setlocale (LC_CTYPE, "");
  top_catch ();
  SCREEN *terminal = newterm (NULL, stdout, stdin);
  if (!terminal)
    return fault (f, "terminal '%s' is not known; set TERM, or use --batch",
		  type ? type : "");
  atexit (restore);
  cbreak ();
  noecho ();
  nonl ();
  keypad (stdscr, TRUE);
  nodelay (stdscr, TRUE);
  set_escdelay (25);
  curs_set (0);
  s.seen = LINES > 0 ? (size_t) LINES : 0;
  if (w->function && top_find_function (t, w->function, &s.function, f))
    s.rows.view = TOP_SOURCE;
  fill_rows (&s);
  run_screen (&s);
  restore ();
  delscreen (terminal);
  end_series (&s);
  top_release (&s.rows);
  return true;
}
