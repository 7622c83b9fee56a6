# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt arp: trees, formats, two files, files that are no good.

>>> all.arp
# Atomium record and playback data - format version 1.1.
0 1 2 5 11
6
2 0 1@0 3@0: 10 0.5;
3 2 4@0: 3 0.25;
3 2 4@1: 4 0.25;
2 0 2@0 3@0: 20 0.5;
2 0 2@1 3@0: 30 0.5;
3 2 4@0: 100 1;
# section 1 call first main a.c:3
# section 2 loop - main a.c:5
# section 3 profile outer work a.c:9
# section 4 kernel inner work a.c:11

>>> histogram.arp
# Atomium record and playback data - format version 1.1.
0 2 2 5 11
1
2 0 2 3: 25 0.5 x100 =2600 =50 {10:50 20:49 64:1} {0.5:100};
# section 2 loop - main a.c:5
# section 3 profile outer work a.c:9

>>> average.arp
# Atomium record and playback data - format version 1.1.
0 0 1 5
2
1 0 7: 25 x4 =101;
1 0 8: 25;

>>> hand.c
#include <atomium_rp.h>
static void set (const arp_sid s, void *data, void *c) { (void) s, (void) c; *(int *) data = 4; }
__attribute__ ((noipa)) static void
work (int section)
{
  arp_enter_profiled (1, 300, 0);
  arp_enter (1, section, 0);
  arp_enter_kernel (1, 0, 0);
  arp_leave (1, section);
  arp_leave_profiled (1, 300);
}
int
main (void)
{
  arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
  arp_start (1, 300, arp_record_average, 0, 0, 0, 0, 0);
  arp_enter (1, 40, 0);
  work (2);
  arp_leave (1, 40);
  return 0;
}

>>> run
sed -i "/^$/d" *.arp
"$HALT" arp --histogram all.arp
"$HALT" arp histogram.arp
"$HALT" arp average.arp
for format in csv folded json; do echo "-- $format"; "$HALT" arp --format=$format all.arp; done
for file in all histogram average; do
  "$HALT" arp --format=json $file.arp >it.json
  python3 -W ignore -m jsonschema -i it.json "$TESTS/../docs/schema/arp.json"
done
"$HALT" arp --format=json all.arp histogram.arp >it.json || :
python3 -W ignore -m jsonschema -i it.json "$TESTS/../docs/schema/arp.json"
sed 's/ 1;$/ inf;/' all.arp >it.arp
"$HALT" arp --format=json it.arp >it.json
python3 -W ignore -m jsonschema -i it.json "$TESTS/../docs/schema/arp.json"
"$HALT" arp --format=json histogram.arp | grep -o '"histogram":.*'
echo "-- two"
code "$HALT" arp all.arp histogram.arp
code "$HALT" arp all.arp all.arp >/dev/null
echo "-- by hand"
lib=${LIBHALT%/*}
$CC -O2 -g $INCLUDE hand.c "$lib/libarp.a" -o hand && ./hand
"$HALT" arp data.arp hand
code "$HALT" arp data.arp data.arp hand
$CC -O2 $INCLUDE hand.c "$lib/libarp.a" -o plain
code "$HALT" arp data.arp plain
code "$HALT" arp data.arp data.arp data.arp
echo "-- bad"
code "$HALT" arp all.arp average.arp
code "$HALT" arp nothing.arp
cp "$HALT" foreign; code "$HALT" arp foreign
head -c 150 all.arp >short.arp
code "$HALT" arp short.arp
code "$HALT" arp --format=folded all.arp all.arp
code "$HALT" arp --format=dot all.arp

>>> out
callbacks 1
  count  total  mean  median  p99  path
                                   call first main a.c:3
      1     10    10      10   10    profile outer work a.c:9
              10          1 ########################################
      2      7   3.5       3    4      kernel inner work a.c:11
               3          1 ########################################
               4          1 ########################################
                                   loop - main a.c:5
      2     50    25      20   30    profile outer work a.c:9
              20          1 ########################################
              30          1 ########################################
      1    100   100     100  100      kernel inner work a.c:11
             100          1 ########################################

callbacks 2
  count  total  mean  median   p99  path
                                    call first main a.c:3
      1    0.5   0.5     0.5   0.5    profile outer work a.c:9
             0.5          1 ########################################
      2    0.5  0.25    0.25  0.25      kernel inner work a.c:11
            0.25          2 ########################################
                                    loop - main a.c:5
      2      1   0.5     0.5   0.5    profile outer work a.c:9
             0.5          2 ########################################
      1      1     1       1     1      kernel inner work a.c:11
               1          1 ########################################
callbacks 1
  count  total  mean  median  p99  path
                                   loop - main a.c:5
    100   2600    26      10   20    profile outer work a.c:9

callbacks 2
  count  total  mean  median  p99  path
                                   loop - main a.c:5
    100     50   0.5     0.5  0.5    profile outer work a.c:9
  count  total  mean  median  p99  path
      4    101  25.2               section 7
      1     25    25               section 8
-- csv
path,file,callbacks,count,total,mean,median,p99
call first main a.c:3;profile outer work a.c:9,1,1,1,10,10,10,10
call first main a.c:3;profile outer work a.c:9,1,2,1,0.5,0.5,0.5,0.5
call first main a.c:3;profile outer work a.c:9;kernel inner work a.c:11,1,1,2,7,3.5,3,4
call first main a.c:3;profile outer work a.c:9;kernel inner work a.c:11,1,2,2,0.5,0.25,0.25,0.25
loop - main a.c:5;profile outer work a.c:9,1,1,2,50,25,20,30
loop - main a.c:5;profile outer work a.c:9,1,2,2,1,0.5,0.5,0.5
loop - main a.c:5;profile outer work a.c:9;kernel inner work a.c:11,1,1,1,100,100,100,100
loop - main a.c:5;profile outer work a.c:9;kernel inner work a.c:11,1,2,1,1,1,1,1
-- folded
call first main a.c:3;profile outer work a.c:9 3
call first main a.c:3;profile outer work a.c:9;kernel inner work a.c:11 7
loop - main a.c:5;profile outer work a.c:9 0
loop - main a.c:5;profile outer work a.c:9;kernel inner work a.c:11 100
-- json
{"what":"arp","paths":[
{"path":1,"section":"call first main a.c:3","samples":[]},
{"path":2,"parent":1,"section":"profile outer work a.c:9","samples":[{"file":1,"callbacks":1,"count":1,"total":10,"mean":10,"median":10,"p99":10,"histogram":[[10,1]]},{"file":1,"callbacks":2,"count":1,"total":0.5,"mean":0.5,"median":0.5,"p99":0.5,"histogram":[[0.5,1]]}]},
{"path":3,"parent":2,"section":"kernel inner work a.c:11","samples":[{"file":1,"callbacks":1,"count":2,"total":7,"mean":3.5,"median":3,"p99":4,"histogram":[[3,1],[4,1]]},{"file":1,"callbacks":2,"count":2,"total":0.5,"mean":0.25,"median":0.25,"p99":0.25,"histogram":[[0.25,2]]}]},
{"path":4,"section":"loop - main a.c:5","samples":[]},
{"path":5,"parent":4,"section":"profile outer work a.c:9","samples":[{"file":1,"callbacks":1,"count":2,"total":50,"mean":25,"median":20,"p99":30,"histogram":[[20,1],[30,1]]},{"file":1,"callbacks":2,"count":2,"total":1,"mean":0.5,"median":0.5,"p99":0.5,"histogram":[[0.5,2]]}]},
{"path":6,"parent":5,"section":"kernel inner work a.c:11","samples":[{"file":1,"callbacks":1,"count":1,"total":100,"mean":100,"median":100,"p99":100,"histogram":[[100,1]]},{"file":1,"callbacks":2,"count":1,"total":1,"mean":1,"median":1,"p99":1,"histogram":[[1,1]]}]}]}
"histogram":[[10,50],[20,49],[64,1]]},{"file":1,"callbacks":2,"count":100,"total":50,"mean":0.5,"median":0.5,"p99":0.5,"histogram":[[0.5,100]]}]}]}
-- two
callbacks 1
  count  count  total  total     total      mean  path
                                                  call first main a.c:3
      1            10             gone      gone    profile outer work a.c:9
      2             7             gone      gone      kernel inner work a.c:11
                                                  loop - main a.c:5
      2    100     50   2600  +5100.0%     +4.0%    profile outer work a.c:9
      1           100             gone      gone      kernel inner work a.c:11

callbacks 2
  count  count  total  total     total      mean  path
                                                  call first main a.c:3
      1           0.5             gone      gone    profile outer work a.c:9
      2           0.5             gone      gone      kernel inner work a.c:11
                                                  loop - main a.c:5
      2    100      1     50  +4900.0%         =    profile outer work a.c:9
      1             1             gone      gone      kernel inner work a.c:11
exit 1
-- by hand
  count  total  mean  median  p99  path
                                   section 40 main hand.c:17
      1      4     4                 profile 300 work hand.c:6
                                       section 2
      1      4     4                     kernel 0 work hand.c:8
  count  count  total  total     total      mean  path
                                                  section 40 main hand.c:17
      1      1      4      4         =         =    profile 300 work hand.c:6
                                                      section 2
      1      1      4      4         =         =        kernel 0 work hand.c:8
ghalt: 'plain' does not say where it enters which section: compile it with -g and -O1 or more
exit 2
ghalt: 'data.arp' is no program
exit 2
-- bad
ghalt: 'average.arp' was measured by other callbacks than the first file
exit 2
ghalt: 'nothing.arp': cannot be opened: No such file or directory
exit 2
ghalt: 'foreign': it has no data of ARP
exit 2
ghalt: 'short.arp': truncated: its last line has no end; record again
exit 2
ghalt: '--format=folded' is for one file
exit 2
ghalt: unknown value 'dot' of '--format' (text|json|csv|folded), did you mean 'text'?
exit 2
