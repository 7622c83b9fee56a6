# SPDX-License-Identifier: GPL-3.0-or-later
# The first commands of README.md, as they stand there, with the compiler that HALT
# was built for.  The files are those of docs/how-it-works.md.

>>> run
command -v dot >/dev/null || skip "no dot, which draws the picture"
docs=$TESTS/../docs
for file in main.c digits.c; do
  sed -n "/^\`\`\`$file\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" "$docs/how-it-works.md" >$file
done
mkdir bin
ln -s "$(command -v ${CC%% *})" bin/gcc
ln -s "$HALT" bin/ghalt
ln -s "$HALT_SO" "$LIBHALT" .
PATH=$PWD/bin:$PATH
unset HALT
sed -n -e '/^## Try it/q' -e 's/^    //p' "$docs/../README.md" | sed 's|\.\.\./|./|' >commands
grep -c . commands
sh -ex ./commands 2>said >printed || cat said
grep -c ' digits$' printed
grep -c '</svg>' printed
ls site/index.html

>>> out
5
3
1
site/index.html
