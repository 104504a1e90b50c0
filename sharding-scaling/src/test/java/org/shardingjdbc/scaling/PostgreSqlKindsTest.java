package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

class PostgreSqlKindsTest extends TableKindsTest {
    private static final TestServer SERVER = TestServer.own(DatabaseKind.POSTGRESQL);

    PostgreSqlKindsTest() {
        super(SERVER);
    }

    @Override
    String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Override
    void prepare(String url) throws SQLException {
        execute(
                url,
                List.of(
                        "CREATE TYPE mood AS ENUM ('sad', 'it''s \"fine\"', 'happy')",
                        "CREATE TYPE pair AS (a INT, b TEXT)",
                        "CREATE DOMAIN positive AS INT CHECK (VALUE > 0)",
                        "CREATE COLLATION ignoring (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"));
        table(
                "t_types",
                """
                CREATE TABLE t_types (
                  id BIGINT GENERATED ALWAYS AS IDENTITY (START WITH 5 INCREMENT BY 10) PRIMARY KEY,
                  user_id INT NOT NULL, note VARCHAR(100), m mood, ms mood[], p pair, d positive, a INT[][], t TEXT[],
                  j JSON, jb JSONB, b BYTEA, tz TIMESTAMPTZ, ts TIMESTAMP(3), dt DATE, ti TIME, i INTERVAL, n NUMERIC,
                  f REAL, g DOUBLE PRECISION, u UUID, ip INET, pt POINT, po POLYGON, r TSRANGE, bi BIT(5), vb BIT VARYING,
                  x XML, ch CHAR(6), tv TSVECTOR, mo MONEY, twice INT GENERATED ALWAYS AS (user_id * 2) STORED,
                  CONSTRAINT t_types_check CHECK (user_id > 0), CHECK (note <> 'never'))""",
                "CREATE INDEX ON t_types (lower(note)) WHERE user_id > 1",
                "CREATE UNIQUE INDEX t_types_unique ON t_types (u) INCLUDE (note)",
                "CREATE INDEX t_types_gin ON t_types USING gin (jb jsonb_path_ops)",
                "COMMENT ON TABLE t_types IS 'a ''comment'''",
                """
                INSERT INTO t_types (user_id, note, m, ms, p, d, a, t, j, jb, b, tz, ts, dt, ti, i, n, f, g, u, ip, pt, po, r, bi,
                  vb, x, ch, tv, mo)
                VALUES (1, E'a\\tb\\nc\\\\N', 'it''s "fine"', ARRAY['sad', NULL]::mood[], ROW(1, 'x,"y"')::pair, 7,
                    ARRAY[[1, 2], [3, NULL]], ARRAY['a,b', 'NULL', NULL, ''], '{"a" : 1,  "a": 2}', '{"b": [1.0, null]}',
                    '\\x00ff5c', '0044-03-15 12:00+01 BC', '2026-01-01 00:00:00.123', 'infinity', '24:00', '-1 mon +2 days -03:04:05.6',
                    12345678901234567890.000100, 'NaN', '-Infinity', gen_random_uuid(), '10.0.0.1/8', '(1,2.5)',
                    '((0,0),(1,1),(1,0))', '[2026-01-01,)', B'10101', B'1', '<a>b</a>', 'ab', 'a:1 b:2', '12.34'),
                  (2, '', 'sad', '{}', NULL, 1, '{}', '{}', 'null', 'null', '', '-infinity', 'infinity', '5874897-12-31', '00:00',
                    '178000000 years', 'NaN', 1e-45, 4.9e-324,
                     gen_random_uuid(), '::1', NULL, NULL, 'empty', B'00000', B'', NULL, '', '', 0),
                  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                  (4, repeat('x', 100), 'happy', NULL, NULL, 3, NULL, NULL, NULL, to_jsonb(repeat('y', 9000)),
                    decode(repeat('ab', 50000), 'hex'), NULL, NULL, NULL, NULL, NULL, 0.10, -0.0, -0.0, gen_random_uuid(), NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)""");
        table(
                "t_text",
                "CREATE TABLE t_text (code TEXT COLLATE ignoring PRIMARY KEY, user_id INT NOT NULL, note TEXT, number INT,"
                        + " UNIQUE (number))",
                "INSERT INTO t_text VALUES ('a', 1, ''), ('B', 2, ''), ('c', 3, ''), ('', 4, ''), ('ä', 5, ''), ('Z z', 6, ''),"
                        + " ('it''s', 7, ''), (E'a\\tb\\u001Fc', 8, ''), ('x\\y', 9, ''), ('?', 10, '')",
                "UPDATE t_text SET code = 'C' WHERE code = 'c'");
        table(
                "t_composite",
                "CREATE TABLE t_composite (a NUMERIC, b TIMESTAMPTZ, c UUID, d mood, user_id INT NOT NULL, note TEXT,"
                        + " PRIMARY KEY (d, b, a, c) INCLUDE (note))",
                "INSERT INTO t_composite SELECT i % 3 + 0.50, '2026-01-01'::timestamptz + i % 4 * interval '1 hour',"
                        + " gen_random_uuid(), CASE i % 2 WHEN 0 THEN 'sad' ELSE 'happy' END::mood, i, 'n' FROM generate_series(1, 30) i",
                "INSERT INTO t_composite VALUES ('NaN', 'infinity', gen_random_uuid(), 'sad', 31, ''),"
                        + " (0, '-infinity', gen_random_uuid(), 'sad', 32, '')");
        table(
                "T_Upper\"name\"",
                "CREATE TABLE \"T_Upper\"\"name\"\"\" (\"Id\" INT PRIMARY KEY, id INT, \"user_id\" INT, note TEXT,"
                        + " \"It's, \"\"so\"\"\" INT)",
                "INSERT INTO \"T_Upper\"\"name\"\"\" VALUES (3, 1, 1, '', 1), (2, 1, 2, '', 1), (1, 1, 3, '', 1), (0, 1, 4, '', NULL)");
        table("t_empty", "CREATE TABLE t_empty (id SERIAL PRIMARY KEY, user_id INT, note TEXT)");
        table(
                "t_float",
                "CREATE TABLE t_float (k REAL, l DOUBLE PRECISION, user_id INT, note TEXT, PRIMARY KEY (k, l))",
                "INSERT INTO t_float VALUES (0.1, 0.1, 1, ''), (1e-45, 4.9e-324, 2, ''), ('NaN', 'Infinity', 3, ''), (-0.0, 1, 4, ''),"
                        + " ('-Infinity', 'NaN', 5, ''), (3.4e38, 1.7e308, 6, '')");
        table(
                "t_rules",
                "CREATE TABLE t_rules (id INT PRIMARY KEY, user_id INT, note TEXT, during INT4RANGE,"
                        + " n INT UNIQUE DEFERRABLE INITIALLY DEFERRED,"
                        + " EXCLUDE USING gist (during WITH &&))",
                "INSERT INTO t_rules VALUES (1, 1, '', '[1,3)', 1), (2, 2, '', '[3,4)', NULL), (3, 3, '', NULL, NULL)");
    }
}
