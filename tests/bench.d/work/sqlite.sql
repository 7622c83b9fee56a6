-- SPDX-License-Identifier: GPL-3.0-or-later
-- The work that tests/bench gives to SQLite; @ROWS@ is how many.
CREATE TABLE item (id INTEGER PRIMARY KEY, class INTEGER, price REAL, name TEXT);
WITH RECURSIVE step (i, r) AS (
  SELECT 1, 42 UNION ALL
  SELECT i + 1, (r * 1103515245 + 12345) % 2147483648 FROM step WHERE i < @ROWS@)
INSERT INTO item
  SELECT i, r / 65536 % 97, r % 10007 / 100.0, printf ('%x-%d', r, i % 1000) FROM step;
CREATE INDEX by_class ON item (class, price);
CREATE INDEX by_name ON item (name);
SELECT class, count (*), sum (price), min (name) FROM item
  GROUP BY class ORDER BY 3 DESC LIMIT 5;
SELECT count (*) FROM item a JOIN item b ON b.id = a.class * 17 + 1 WHERE a.price > b.price;
SELECT count (*), max (length (name)) FROM item WHERE name LIKE '%7f%' OR name GLOB '*9[0-4]';
UPDATE item SET price = round (price * 1.1, 2) WHERE class % 3 = 0;
DELETE FROM item WHERE id % 7 = 0;
SELECT class, place, name FROM (
  SELECT class, name, rank () OVER (PARTITION BY class ORDER BY price DESC, id) place FROM item)
  WHERE place = 2 AND class < 5 ORDER BY class;
SELECT upper (substr (name, 1, 2)) start, count (*) FROM item GROUP BY start ORDER BY 2 DESC, 1 LIMIT 5;
SELECT count (*) FROM item WHERE class IN (SELECT class FROM item WHERE price > 99);
SELECT sum (id), total (price), group_concat (DISTINCT class % 10) FROM item;
PRAGMA integrity_check;
