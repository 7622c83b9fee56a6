# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt top on a terminal, which tmux is: keys, a window that changes its size, records,
# and the terminal afterwards, however it ended.

>>> server.c
#include <stdio.h>

__attribute__ ((noipa)) static int
rare (int n)
{
  return n % 3 == 1 ? n : -n;
}

__attribute__ ((noipa)) static int
often (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i % 7 == 3)		/* seven */
      sum += i;
  return sum;
}

int
main (void)
{
  char line[64];
  int sum = 0;
  while (fgets (line, sizeof line, stdin))
    {
      for (int i = 0; i < 1000; i++)
	sum += often (100) + (i < 10 ? rare (i) : 0);
      puts ("done");
      fflush (stdout);
    }
  return sum == 12345;
}

>>> run
command -v tmux >/dev/null || skip "no tmux"
export LC_ALL=C.UTF-8
$CC -O1 -g $PLUGIN $(arg cbr entry count) server.c $LIBHALT -o server
mkfifo in out
HALT_LIVE=1 ./server <in >out &
pid=$!
exec 3>in 4<out
ask () { echo "$1" >&3; read -r answer <&4; }
ask work
t () { tmux -L "halt$$" -f /dev/null "$@"; }
screen () { t capture-pane -p; }
key () { t send-keys "$@"; }
see ()				# what grep -e finds, soon
{
  for i in $(seq 100); do
    if screen | grep -q -e "$1"; then return 0; fi
    sleep 0.05
  done
  echo "not seen: $1"
  screen
}
line () { screen | grep -m 1 -e "$1" | sed 's/  *$//'; }
trap 't kill-server 2>/dev/null' EXIT
t -u new-session -d -x 100 -y 24 "exec 3>&- 4<&-; PS1='ready\$ ' exec sh"
see 'ready\$'
key "before=\$(stty -g); $HALT top $pid --delay=100ms -o snap.prof; echo status \$?" Enter
see 'functions by rate'
see ' calls/s  function'
line '^server (' | sed 's/process [0-9]*/process/; s/up [0-9:]*/up T/'

# The numbers are the report's.  The hottest function is the first; the next order.
line ' often ' | awk '{ print $3, $6, $7 }'
$HALT report --hot server 2>/dev/null | sed -n '/busiest/,/^$/p' | awk '$4 == "often" { print $2, $4, $3 }' 
key s
see 'functions by count'
key b
see 'branches by count'
screen | awk '$7 ~ /^server.c/ { print $3, $6, $7, $8, $9, $10, $11 }' | sed 's/ *$//'
$HALT report --kind=cbr server 2>/dev/null | awk '/server.c/ { print $1, $4, $6, $7, $8, $9, $10 }' | sed 's/ *$//'
key l
see 'lines by count'
line '/\* seven' | sed 's/  */ /g; s/avg//' | awk '{ print $3, $5, $6 }'

# A rate while it works.
key f
(while [ ! -e stop ]; do ask work; done) &
see '[0-9.]*M   *9[0-9.]* .* often '
touch stop
wait $!

# Search finds the row, which Enter shows.
key /
see '^search:'
key -l RARX
key BSpace BSpace BSpace BSpace
key -l rare
see '^search: rare'
key Enter
key Enter
see 'lines of rare'
see 'return n % 3 == 1'
$HALT report --annotate --function=rare server 2>/dev/null | awk -F '[: ]+' '$3 == 6 { print $2 }' >theirs
for i in $(seq 50); do
  screen | awk '/return n % 3/ { gsub (",", ""); print $2 }' >ours
  cmp -s ours theirs && break || sleep 0.1
done
cmp ours theirs && echo same lines
key Left
see 'functions by count'
key / && key -l nothing && key Enter
see "'nothing' is not there"

# Another size.
t resize-window -x 60 -y 12
for i in $(seq 100); do
  [ "$(screen | wc -l)" = 12 ] && ! line 'rate/s' | grep -q avg && break
  sleep 0.05
done
line 'rate/s' | sed 's/  */ /g'
screen | awk '{ if (length > w) w = length } END { print NR, w }'
t resize-window -x 100 -y 24
see 'avg/s'

# Records.
key w
see '^write the profile to: snap.prof'
key Enter
see 'wrote snap.prof'
$HALT report --format=csv server snap.prof >snap.csv 2>said
cat said
$HALT report --format=csv server 2>/dev/null | cmp - snap.csv
key w
see '^write the profile to: server-'
key C-u
key -l snap.prof
key Enter
see "'snap.prof' is there already"
key r
see '^record samples'
key C-u
key -l series
key Enter
see 'by count, recording'
for i in $(seq 100); do [ ! -s series ] || break; sleep 0.05; done
key r
see 'recorded'
python3 -c '
import json
rows = [json.loads(l) for l in open("series")]
print(len(rows) > 0, {r["function"] for r in rows[0]["rows"]} == {"rare", "often", "main"})'

# Help, pause.
key h
see 'press any key'
key x Space
see 'by count, paused'
key Space

# The terminal is what it was.
restored ()
{
  see "status $1"
  t display -p '#{alternate_on} #{cursor_flag} #{keypad_flag}'
  key clear Enter
  key 'test "$(stty -g)" = "$before" && echo the "same"' Enter
  see 'the same$'
  key clear Enter
}
again ()
{
  key "$HALT top $pid --delay=${1-100ms}; echo status \$?" Enter
  see 'functions by rate'
}
key q
restored 0
again 1m
key C-c
restored 0
again 1m
top=$(pgrep -P "$(t display -p '#{pane_pid}')")
kill $top
restored 0

# The terminal goes away.
lost=$(t new-window -d -P -F '#{pane_pid}' "trap '' HUP; exec $HALT top $pid")
until t capture-pane -p -t :1 | grep -q 'functions by rate'; do sleep 0.05; done
t kill-window -t :1
for i in $(seq 40); do [ -d /proc/$lost ] && sleep 0.05; done
[ ! -d /proc/$lost ] || { echo "it goes on"; kill -9 $lost; }

# It ends while it is looked at.
again 1m
kill -9 $pid
wait $pid 2>/dev/null || :
see 'was killed, up'
key b
see 'branches by'
key q
restored 0
key "TERM=nonsense $HALT top \$\$" Enter
see 'no live profile'

>>> out
server (process) runs, up T; 1 object, 8 points
101,000 often server.c:10
101000 often server.c:10
100,000 99.0 server.c:13:21 taken -> 14 often
1,000 0.0 server.c:13:21 taken -> 12 often
1,000 1.0 server.c:27:42 main
990 99.9 server.c:26:25 main
1 0.0 server.c:24:10 main
100000 99.0 server.c:13:21 taken -> 14 often
1000 0.0 server.c:13:21 taken -> 12 often
1000 1.0 server.c:27:42 main
990 99.9 server.c:26:25 main
1 0.0 server.c:24:10 main
100,000 server.c:14 if
same lines
 rate/s % branches calls/s function where
12 60
ghalt: note: counts of snap.prof are those of a process that is still running
True True
0 1 0
0 1 0
0 1 0
0 1 0
