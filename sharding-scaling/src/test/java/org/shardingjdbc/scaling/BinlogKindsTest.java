package org.shardingjdbc.scaling;

abstract class BinlogKindsTest extends TableKindsTest {
    private static final String MODE = "SET SESSION sql_mode = 'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'";

    private final BinlogServer kind;

    BinlogKindsTest(BinlogServer kind) {
        super(kind.server());
        this.kind = kind;
    }

    @Override
    String quoted(String name) {
        return '`' + name.replace("`", "``") + '`';
    }

    @Override
    void prepare(String url) {
        table("t_types", MODE, """
                CREATE TABLE t_types (
                  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id INT NOT NULL, note VARCHAR(100),
                  ti TINYINT UNSIGNED, sm SMALLINT, me MEDIUMINT UNSIGNED, z INT(8) UNSIGNED ZEROFILL, de DECIMAL(30, 10), fl FLOAT,
                  db DOUBLE, bi BIT(13), yes BOOLEAN, en ENUM('a', 'it''s', 'ü') CHARACTER SET utf8mb4, se SET('x', 'y', 'z'),
                  da DATE, dt DATETIME(6), ts TIMESTAMP(3) NULL, tm TIME(2), ye YEAR, js JSON, bl BLOB, lo LONGTEXT, bn BINARY(4),
                  vb VARBINARY(20), la VARCHAR(20) CHARACTER SET latin1, ch CHAR(5),
                  twice INT AS (user_id * 2) STORED, half INT AS (user_id / 2) VIRTUAL,
                  UNIQUE KEY tiny (ti), KEY pre (lo(10)), CONSTRAINT t_types_user CHECK (user_id > 0)) COMMENT 'what''s so'""", """
                INSERT INTO t_types (id, user_id, note, ti, sm, me, z, de, fl, db, bi, yes, en, se, da, dt, ts, tm, ye, js, bl, lo, bn,
                  vb, la, ch)
                VALUES (18446744073709551614, 1, 'a\\tb\\n\\\\', 255, -32768, 16777215, 7, -12345678901234567890.0000000001, 0.1, 0.1,
                    b'1000000000001', 1, 'it''s', 'x,z', '0000-00-00', '2026-02-31 23:59:59.123456', '2026-01-01 00:00:00.999',
                    '-838:59:59', 0, '{"b": [1, 2.50, null], "a": "ü\\\\n"}', x'00FF27', 'x', 'ab', x'00', 'é', 'a  '),
                  (0, 2, '', 0, 0, 0, 0, 0, 3.4e38, 1.7e308, b'0', 0, 'a', '', '2026-00-15', '0000-00-00 00:00:00', NULL, '00:00:00.25',
                    2155, 'null', '', '', '', '', '', ''),
                  (9223372036854775808, 3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                    NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                  (9223372036854775807, 4, 'x', NULL, 1, 1, 1, 1, -1e-38, 4.9e-324, b'1', NULL, '', 'y', '9999-12-31',
                    '1000-01-01 00:00:00', '1970-01-01 00:00:01', '838:59:58.99', 1901, '[]', repeat(x'AB', 60000), repeat('ü', 90000),
                    'abcd', x'0000', 'z', 'zzzzz')""");
        table(
                "t_text",
                MODE,
                "CREATE TABLE t_text (code VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci PRIMARY KEY,"
                        + " user_id INT, note TEXT,"
                        + " number INT, UNIQUE KEY (number))",
                "INSERT INTO t_text VALUES ('a', 1, '', NULL), ('B', 2, '', NULL), ('c', 3, '', 1), ('', 4, '', 0), ('ä b', 5, '', 2),"
                        + " ('Z', 6, '', 3), ('it''s', 7, '', 4), ('x\\\\y', 8, '', 5), ('?', 9, '', 6), ('_ä', 10, '', 7)");
        table(
                "t_latin",
                MODE,
                "CREATE TABLE t_latin (code CHAR(10) CHARACTER SET latin1 COLLATE latin1_german1_ci PRIMARY KEY, user_id INT, note TEXT)",
                "INSERT INTO t_latin VALUES ('a', 1, ''), ('B', 2, ''), ('ü', 3, ''), ('ö', 4, ''), ('É', 5, ''), ('z', 6, '')");
        table(
                "t_composite",
                MODE,
                "CREATE TABLE t_composite (a DECIMAL(10, 3), b DATETIME(3), c BINARY(4), d ENUM('z', 'a'), user_id INT, note TEXT,"
                        + " PRIMARY KEY (d, b, a, c))",
                "INSERT INTO t_composite VALUES (1.5, '2026-01-01', 'ab', 'z', 1, ''), (1.25, '2026-01-01', 'ab', 'z', 2, ''),"
                        + " (1.5, '2026-01-01', x'00', 'a', 3, ''), (-1, '0000-00-00', x'FF', 'a', 4, ''),"
                        + " (1.5, '2026-01-02', 'ab', 'a', 5, '')");
        table(
                "t_float",
                MODE,
                "CREATE TABLE t_float (k FLOAT, l DOUBLE, user_id INT, note TEXT, PRIMARY KEY (k, l))",
                "INSERT INTO t_float VALUES (0.1, 0.1, 1, ''), (-0.1, 4.9e-324, 2, ''),"
                        + " (3.4e38, 1.7e308, 3, ''), (0, 1, 4, ''), (16777216, 0, 5, '')");
        table(
                "t_zero",
                MODE,
                "CREATE TABLE t_zero (day DATE PRIMARY KEY, user_id INT, note TEXT)",
                "INSERT INTO t_zero VALUES ('0000-00-00', 1, ''), ('2026-00-00', 2, ''), ('2026-02-30', 3, ''), ('2026-01-01', 4, '')");
        table(
                "t_set",
                MODE,
                "CREATE TABLE t_set (s SET('b', 'a'), b BIT(3), y YEAR, t TIME(1), user_id INT, note TEXT, PRIMARY KEY (s, b, y, t))",
                "INSERT INTO t_set VALUES ('a,b', b'101', 2026, '-10:00:00.5', 1, ''), ('', b'0', 0, '00:00:00', 2, ''),"
                        + " ('a', b'111', 1901, '838:59:59', 3, ''), ('b', b'1', 2155, '-00:00:00.1', 4, '')");
        table("t_empty", "CREATE TABLE t_empty (id INT AUTO_INCREMENT PRIMARY KEY, user_id INT, note TEXT)");
        table(
                "T_Upper-name",
                "CREATE TABLE `T_Upper-name` (`Id` INT PRIMARY KEY, `user_id` INT, note TEXT, `It's, \"so\" ``` INT)",
                "INSERT INTO `T_Upper-name` VALUES (3, 1, '', 1), (2, 2, '', 1), (1, 3, '', 1), (0, 4, '', NULL)");
        if (kind == BinlogServer.MYSQL) {
            table(
                    "t_hidden",
                    "CREATE TABLE t_hidden (id INT PRIMARY KEY, user_id INT, secret INT, note VARCHAR(50), KEY ((user_id * 2)),"
                            + " KEY ((lower(note))), KEY down (user_id DESC), KEY seen (note) INVISIBLE)",
                    "INSERT INTO t_hidden (id, user_id, secret, note) VALUES (1, 1, 10, 'A'), (2, 2, 20, 'B'), (3, 3, NULL, 'C')");
        }
    }
}
