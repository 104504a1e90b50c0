TRUNCATE t_order;
\copy t_order from stdin
1	1	1.50	2024-02-29	one
2	2	2	\N	\N
3	3	3	\N	three
\.
\copy t_order (order_id, user_id, note) from stdin csv header
a,b,c
4,4,"four, ""quoted"""
5,5,
\.
COPY t_order FROM STDIN;
6	6	6	\N	six
7	7	seven	\N	7
\.
\copy (select * from t_order order by order_id) to stdout
\copy (select * from t_order order by order_id) to stdout csv header
COPY (SELECT order_id, note FROM t_order ORDER BY order_id DESC) TO STDOUT (FORMAT csv, FORCE_QUOTE *);
SELECT 1 AS before \; COPY t_order FROM STDIN \; SELECT count(*) FROM t_order \; COPY (SELECT 2) TO STDOUT;
8	8	8	\N	eight
9	9	9	\N	nine
\.
SELECT 1 AS before \; COPY t_order FROM STDIN \; SELECT 1/0;
10	10	8	\N	eight
\.
SELECT count(*) FROM t_order;
BEGIN;
COPY t_order FROM STDIN;
11	11	1	\N	in a transaction
\.
COPY t_order FROM STDIN;
wrong
\.
SELECT 1;
ROLLBACK;
SELECT count(*) FROM t_order;
COPY t_order FROM STDIN WITH (FREEZE off);
\.
COPY t_order FROM STDIN WITH (FORMAT);
DECLARE c CURSOR FOR SELECT 1;
BEGIN;
DECLARE c NO SCROLL CURSOR FOR SELECT order_id, note FROM t_order ORDER BY order_id;
FETCH c;
FETCH NEXT FROM c;
SELECT count(*) FROM t_order;
FETCH 2 FROM c;
UPDATE t_order SET note = 'changed' WHERE order_id = 9;
MOVE 1 IN c;
FETCH FORWARD 2 FROM c;
FETCH ALL IN c;
FETCH NEXT FROM c;
DECLARE c CURSOR FOR SELECT 1;
ROLLBACK;
FETCH c;
BEGIN;
DECLARE "C d" INSENSITIVE CURSOR WITHOUT HOLD FOR SELECT order_id FROM t_order WHERE order_id > 2 ORDER BY order_id;
DECLARE other CURSOR FOR SELECT 'x' || order_id AS named FROM t_order ORDER BY order_id DESC;
FETCH FORWARD 1 FROM "C d";
FETCH FORWARD 2 FROM other;
MOVE FORWARD ALL IN "C d";
CLOSE "C d";
CLOSE ALL;
FETCH other;
COMMIT;
DECLARE kept CURSOR WITH HOLD FOR SELECT order_id, note FROM t_order ORDER BY order_id;
FETCH 2 FROM kept;
BEGIN;
UPDATE t_order SET note = 'later' WHERE order_id = 4;
DECLARE within CURSOR WITH HOLD FOR SELECT order_id, note FROM t_order ORDER BY order_id;
DECLARE without CURSOR FOR SELECT 1;
FETCH 1 FROM within;
COMMIT;
FETCH without;
FETCH 3 FROM within;
FETCH 2 FROM kept;
DELETE FROM t_order WHERE order_id > 3;
FETCH ALL FROM within;
FETCH ALL FROM kept;
CLOSE within;
DISCARD ALL;
FETCH kept;
BEGIN;
DECLARE gone CURSOR WITH HOLD FOR SELECT 1;
ROLLBACK;
CLOSE gone;
BEGIN \; DECLARE c CURSOR FOR SELECT 1 AS a UNION ALL SELECT 2 \; FETCH ALL FROM c \; COMMIT;
UNLISTEN *;
CLOSE ALL;
RESET ALL;
VACUUM ANALYZE t_order;
