package org.shardingjdbc.jdbc.order;

import static org.shardingjdbc.jdbc.order.TypedColumn.exact;
import static org.shardingjdbc.jdbc.order.TypedColumn.expression;
import static org.shardingjdbc.jdbc.order.TypedColumn.loose;
import static org.shardingjdbc.jdbc.order.TypedColumn.looseExpression;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;

/** The columns of {@link OrderTest}: every type of a database, with the values by which orders are told apart. */
final class TypedColumns {
    private static final String[] WORDS = {
        "'b'", "'a'", "'B'", "'A'", "'ab'", "'a b'", "'a-b'", "'Z'", "'z'", "'_'", "'10'", "'9'", "''", "'é'", "'e'",
        "'f'", "'ß'", "'ss'", "'ﬀ'", "'😀'"
    };
    private static final String[] BLANKS = {"'a'", "'a '", "'a  '", "'a b'", "'ab'", "''", "' '", "'a!'", "' a'"};

    private TypedColumns() {}

    static List<TypedColumn> of(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> h2();
            case POSTGRESQL -> postgreSql();
            case MARIADB -> mariaDb();
            case MYSQL -> mySql();
        };
    }

    /** What a database needs to know before the table is made; run in every database. */
    static List<String> preparation(DatabaseKind kind) {
        if (kind != DatabaseKind.POSTGRESQL) {
            return List.of();
        }
        return List.of(
                "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy', 'Angry')",
                "CREATE DOMAIN short_text AS VARCHAR(20)",
                "CREATE DOMAIN positive AS INT CHECK (VALUE > 0)",
                "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)");
    }

    private static List<TypedColumn> h2() {
        List<TypedColumn> columns = new ArrayList<>(numbers());
        columns.addAll(List.of(
                exact("c_bool", "BOOLEAN", "TRUE", "FALSE"),
                exact("c_tiny", "TINYINT", "-128", "127", "0"),
                loose("c_decfloat", "DECFLOAT(20)", "1.50", "1.5", "1E20", "-3E-9", "0", "0.0"),
                loose(
                        "c_double",
                        "DOUBLE PRECISION",
                        "0.0",
                        "CAST('-0.0' AS DOUBLE PRECISION)",
                        "1.5",
                        "CAST('NaN' AS DOUBLE PRECISION)",
                        "CAST('Infinity' AS DOUBLE PRECISION)",
                        "CAST('-Infinity' AS DOUBLE PRECISION)",
                        "-1E300"),
                loose("c_real", "REAL", "1.5", "0.1", "-1E30", "CAST('-0.0' AS REAL)", "0"),
                exact("c_date", "DATE", "DATE '2024-02-29'", "DATE '1200-01-01'", "DATE '9999-12-31'"),
                exact("c_time", "TIME(9)", "TIME '23:59:59.999999999'", "TIME '00:00:00'", "TIME '12:00:00'"),
                loose(
                        "c_timetz",
                        "TIME WITH TIME ZONE",
                        "CAST('10:00:00+02' AS TIME WITH TIME ZONE)",
                        "CAST('09:00:00+01' AS TIME WITH TIME ZONE)",
                        "CAST('09:00:00-05' AS TIME WITH TIME ZONE)"),
                exact(
                        "c_stamp",
                        "TIMESTAMP(9)",
                        "TIMESTAMP '2024-03-31 02:30:00.000000001'",
                        "TIMESTAMP '2024-03-31 02:30:00'",
                        "TIMESTAMP '0001-01-01 00:00:00'"),
                loose(
                        "c_stamptz",
                        "TIMESTAMP WITH TIME ZONE",
                        "CAST('2024-03-31 10:00:00+02' AS TIMESTAMP WITH TIME ZONE)",
                        "CAST('2024-03-31 09:30:00+01' AS TIMESTAMP WITH TIME ZONE)",
                        "CAST('2024-03-31 09:00:00+01' AS TIMESTAMP WITH TIME ZONE)"),
                exact("c_varbinary", "VARBINARY(5)", "X'ff'", "X'00'", "X'7f80'", "X''", "X'7f'"),
                exact("c_binary", "BINARY(2)", "X'ff00'", "X'0001'", "X'7f80'"),
                exact("c_blob", "BLOB", "X'ff00'", "X'0001'", "X'7f80'", "X''"),
                exact(
                        "c_uuid",
                        "UUID",
                        "UUID 'f0000000-0000-0000-0000-000000000000'",
                        "UUID '00000000-0000-0000-f000-000000000000'",
                        "UUID '70000000-0000-0000-0000-000000000000'"),
                exact("c_varchar", "VARCHAR(20)", WORDS),
                exact("c_blanks", "VARCHAR(20)", BLANKS),
                exact("c_char", "CHAR(4)", "'a'", "'a  '", "'b'", "'a' || CHAR(9)", "''", "'A'"),
                exact("c_char6", "CHAR(6)", "'a'", "'a  '", "'b'", "'a' || CHAR(9)", "''", "'A'"),
                exact("c_clob", "CLOB", WORDS),
                loose("c_ignorecase", "VARCHAR_IGNORECASE(20)", WORDS),
                exact("c_enum", "ENUM('sad', 'ok', 'happy', 'Angry')", "'ok'", "'happy'", "'sad'", "'Angry'"),
                exact(
                        "c_interval",
                        "INTERVAL DAY TO SECOND",
                        "CAST('1 0:0:0' AS INTERVAL DAY TO SECOND)",
                        "CAST('0 23:59:59' AS INTERVAL DAY TO SECOND)",
                        "CAST('-1 0:0:0' AS INTERVAL DAY TO SECOND)"),
                exact(
                        "c_months",
                        "INTERVAL YEAR TO MONTH",
                        "CAST('1-1' AS INTERVAL YEAR TO MONTH)",
                        "CAST('0-11' AS INTERVAL YEAR TO MONTH)",
                        "CAST('-1-0' AS INTERVAL YEAR TO MONTH)"),
                exact("c_array", "INT ARRAY", "ARRAY[1, 2]", "ARRAY[1]", "ARRAY[]", "ARRAY[2]", "ARRAY[10]"),
                exact("c_json", "JSON", "JSON '1'", "JSON '\"a\"'", "JSON '{\"a\":1}'", "JSON '{\"a\": 1}'"),
                expression("UPPER(c_varchar)"),
                expression("COALESCE(c_varchar, 'm')"),
                looseExpression("COALESCE(c_ignorecase, 'M')"),
                expression("COALESCE(c_char, c_char6)"),
                expression("CAST(c_int AS VARCHAR)"),
                expression("CASE WHEN c_int > 0 THEN c_char ELSE c_varchar END"),
                expression("c_varchar || 'x'"),
                looseExpression("CAST(c_varchar AS VARCHAR_IGNORECASE)")));
        return columns;
    }

    private static List<TypedColumn> numbers() {
        return List.of(
                exact("c_small", "SMALLINT", "-32768", "32767", "0", "7"),
                exact("c_int", "INT", "-2147483648", "2147483647", "0", "7", "-7", "7"),
                exact("c_big", "BIGINT", "9223372036854775807", "-9223372036854775807", "0", "1"),
                exact("c_dec", "DECIMAL(20,3)", "1.5", "-1.5", "99999999999999999.999", "1.500", "0"),
                expression("c_int + 1.5"),
                expression("-c_dec"),
                expression("c_int > 0"),
                expression("CASE WHEN c_int > 0 THEN c_int ELSE c_dec END"));
    }

    private static List<TypedColumn> postgreSql() {
        List<TypedColumn> columns = new ArrayList<>(numbers());
        columns.addAll(List.of(
                exact("c_bool", "BOOLEAN", "TRUE", "FALSE"),
                loose("c_numeric", "NUMERIC", "1.5", "'NaN'", "'Infinity'", "'-Infinity'", "1.50", "1e20", "0.00", "0"),
                loose("c_double", "DOUBLE PRECISION", "1.5", "'NaN'", "'Infinity'", "-1e300", "0.0", "'-0'"),
                loose("c_real", "REAL", "1.5", "'NaN'", "0.1", "'-0'", "0"),
                exact("c_oid", "OID", "4294967295", "0", "7"),
                exact("c_money", "MONEY", "12.34", "7", "100"),
                exact("c_date", "DATE", "'2024-02-29'", "'infinity'", "'0044-03-15 BC'", "'-infinity'"),
                exact("c_time", "TIME", "'23:59:59.999999'", "'00:00'", "'24:00'", "'12:00'"),
                exact("c_timetz", "TIMETZ", "'10:00+02'", "'09:00+01'", "'09:00-05'", "'08:00+00'"),
                exact(
                        "c_stamp",
                        "TIMESTAMP",
                        "'2024-03-31 02:30:00.000001'",
                        "'infinity'",
                        "'-infinity'",
                        "'2024-03-31 02:30'",
                        "'0044-03-15 BC'"),
                exact(
                        "c_stamptz",
                        "TIMESTAMPTZ",
                        "'2024-03-31 10:00+02'",
                        "'2024-03-31 09:30+01'",
                        "'infinity'",
                        "'2024-03-31 09:00+01'",
                        "'-infinity'"),
                exact("c_bytea", "BYTEA", "'\\xff'", "'\\x00'", "'\\x7f80'", "'\\x'", "'\\x7f'"),
                exact(
                        "c_uuid",
                        "UUID",
                        "'f0000000-0000-0000-0000-000000000000'",
                        "'00000000-0000-0000-f000-000000000000'",
                        "'70000000-0000-0000-0000-000000000000'"),
                exact("c_bit3", "BIT(3)", "B'101'", "B'011'"),
                exact("c_bit", "BIT(1)", "B'1'", "B'0'"),
                exact("c_varbit", "BIT VARYING", "B'101'", "B'10'", "B'1'", "B'011'"),
                exact("c_text", "TEXT", WORDS),
                exact("c_textc", "TEXT COLLATE \"C\"", WORDS),
                exact("c_posix", "VARCHAR(20) COLLATE \"POSIX\"", WORDS),
                exact("c_ucs", "VARCHAR(20) COLLATE \"ucs_basic\"", WORDS),
                exact("c_icu", "VARCHAR(20) COLLATE \"de-x-icu\"", WORDS),
                loose("c_nocase", "VARCHAR(20) COLLATE nocase", WORDS),
                exact("c_blanks", "VARCHAR(20)", BLANKS),
                exact("c_blanksc", "VARCHAR(20) COLLATE \"C\"", BLANKS),
                exact("c_char", "CHAR(4)", "'a'", "'a  '", "'b'", "E'a\\t'", "''", "'A'"),
                exact("c_charc", "CHAR(4) COLLATE \"C\"", "'a'", "'a  '", "'b'", "E'a\\t'", "''", "'A'"),
                exact("c_charc6", "CHAR(6) COLLATE \"C\"", "'a'", "'a  '", "'b'", "E'a\\t'", "''", "'A'"),
                exact("c_name", "NAME", "'b'", "'a'", "'B'", "'_'"),
                exact("c_onechar", "\"char\"", "'b'", "'a'", "'B'", "'_'"),
                exact("c_mood", "mood", "'ok'", "'happy'", "'sad'", "'Angry'"),
                exact("c_domain", "short_text", WORDS),
                exact("c_positive", "positive", "5", "1", "77"),
                loose(
                        "c_interval",
                        "INTERVAL",
                        "'1 month'",
                        "'30 days'",
                        "'31 days'",
                        "'-1 day'",
                        "'24 hours'",
                        "'1 day'"),
                exact("c_array", "INT[]", "'{1,2}'", "'{1}'", "'{}'", "'{2}'", "'{10}'", "'{1,NULL}'"),
                exact("c_textarray", "TEXT[]", "'{a,b}'", "'{B}'", "'{}'"),
                loose("c_jsonb", "JSONB", "'1'", "'\"a\"'", "'{\"a\":1}'", "'[1,2]'", "'1.0'"),
                exact("c_inet", "INET", "'10.0.0.1'", "'9.0.0.1'", "'10.0.0.0/8'", "'::1'"),
                exact("c_mac", "MACADDR", "'ff:00:00:00:00:01'", "'0f:00:00:00:00:01'"),
                exact("c_range", "INT4RANGE", "'[1,5)'", "'[1,3)'", "'empty'", "'(,1)'"),
                exact("c_tsvector", "TSVECTOR", "'a b'", "'b'", "'a'"),
                expression("UPPER(c_text)"),
                expression("UPPER(c_textc)"),
                expression("COALESCE(c_textc, 'm')"),
                expression("COALESCE(c_charc, c_charc6)"),
                expression("CAST(c_int AS VARCHAR)"),
                expression("c_textc || 'x'"),
                expression("c_text COLLATE \"C\""),
                expression("c_char COLLATE \"C\""),
                expression("c_char::text COLLATE \"C\""),
                expression("c_text COLLATE \"en-x-icu\""),
                expression("ARRAY[c_int, 1]"),
                expression("(c_int, 1)"),
                expression("TO_CHAR(c_stamp, 'YYYY-MM')"),
                expression("c_stamptz AT TIME ZONE 'UTC'"),
                expression("c_date - DATE '2000-01-01'"),
                expression("c_mood::text"),
                expression("NULL")));
        return columns;
    }

    /**
     * What MySQL has of MariaDB's types and collations, without zero dates, and collations of its own. Left out is
     * where MySQL 8.0.15 contradicts itself: groups tell an empty text from a blank one, though its collation pads and
     * COUNT (DISTINCT c) does not; a sort mixes NULL and empty values of a CAST to BINARY; and its driver's JDBC times
     * know no day before or after.
     */
    private static List<TypedColumn> mySql() {
        List<TypedColumn> columns = new ArrayList<>();
        for (TypedColumn column : mariaDb()) {
            String type = String.valueOf(column.definition());
            boolean known = !Set.of("UUID", "INET6").contains(type)
                    && !type.contains("uca1400")
                    && !type.contains("nopad")
                    && !Set.of("c_date", "c_stamp", "c_time", "BINARY c_general")
                            .contains(column.name());
            if (known) {
                columns.add(column.name().startsWith("c_blanks") ? column.without("''") : column);
            }
        }
        columns.addAll(List.of(
                exact("c_date", "DATE", "'2024-02-29'", "'1200-01-01'", "'9999-12-31'"),
                exact(
                        "c_stamp",
                        "DATETIME(6)",
                        "'2024-03-31 02:30:00.000001'",
                        "'2024-03-31 02:30:00'",
                        "'1000-01-01 00:00:00'"),
                exact("c_time", "TIME(6)", "'23:59:59.000001'", "'00:00:01'", "'00:00:00'", "'01:00:00'"),
                looseExpression("BINARY c_latin"),
                loose("c_0900", "VARCHAR(20) COLLATE utf8mb4_0900_ai_ci", WORDS),
                loose("c_0900s", "VARCHAR(20) COLLATE utf8mb4_0900_as_cs", WORDS),
                loose("c_0900c", "VARCHAR(20) COLLATE utf8mb4_0900_as_ci", WORDS),
                loose("c_0900d", "VARCHAR(20) COLLATE utf8mb4_de_pb_0900_as_cs", WORDS),
                loose("c_0900j", "VARCHAR(20) COLLATE utf8mb4_ja_0900_as_cs", WORDS),
                loose("c_blanks9", "VARCHAR(20) COLLATE utf8mb4_0900_ai_ci", BLANKS),
                loose("c_blanks8", "VARCHAR(20) COLLATE utf8mb4_0900_as_cs", BLANKS)));
        return columns;
    }

    private static List<TypedColumn> mariaDb() {
        List<TypedColumn> columns = new ArrayList<>(numbers());
        columns.addAll(List.of(
                exact("c_bool", "BOOLEAN", "TRUE", "FALSE", "2", "-1", "10", "-100"),
                exact("c_utiny", "TINYINT UNSIGNED", "255", "7", "0"),
                exact("c_uint", "INT UNSIGNED", "4294967295", "7", "0"),
                exact("c_ubig", "BIGINT UNSIGNED", "18446744073709551615", "9223372036854775808", "0", "7"),
                exact("c_zero", "INT(6) ZEROFILL", "42", "7", "100000"),
                exact("c_double", "DOUBLE", "1.5", "-1e300", "0.0", "1e300", "-7"),
                loose("c_float", "FLOAT", "1.5", "0.1", "-1e30", "-0e0", "0"),
                exact("c_date", "DATE", "'2024-02-29'", "'1200-01-01'", "'9999-12-31'", "'0000-00-00'"),
                exact(
                        "c_time",
                        "TIME(6)",
                        "'-838:59:59'",
                        "'25:00:00.000001'",
                        "'-00:00:01'",
                        "'00:00:00'",
                        "'25:00:00'"),
                exact(
                        "c_stamp",
                        "DATETIME(6)",
                        "'2024-03-31 02:30:00.000001'",
                        "'2024-03-31 02:30:00'",
                        "'1000-01-01 00:00:00'",
                        "'0000-00-00 00:00:00'"),
                exact("c_ts", "TIMESTAMP NULL", "'2024-03-31 03:30:00'", "'2001-01-01 00:00:00'"),
                exact("c_year", "YEAR", "2024", "1901", "0", "2155"),
                exact("c_varbinary", "VARBINARY(5)", "X'ff'", "X'00'", "X'7f80'", "X''", "X'7f'"),
                exact("c_binary", "BINARY(2)", "X'ff00'", "X'0001'", "X'7f80'"),
                exact("c_blob", "BLOB", "X'ff00'", "X'0001'", "X'7f80'", "X''"),
                exact("c_bit", "BIT(1)", "b'1'", "b'0'"),
                exact("c_bit9", "BIT(9)", "b'101010101'", "b'1'", "b'011111111'"),
                exact(
                        "c_uuid",
                        "UUID",
                        "'f0000000-0000-0000-0000-000000000000'",
                        "'00000000-0000-0000-f000-000000000000'",
                        "'70000000-0000-0000-0000-000000000000'",
                        "'00000000-0001-0000-8000-000000000000'"),
                exact("c_inet6", "INET6", "'::1'", "'fe80::1'", "'10.0.0.1'"),
                loose("c_default", "VARCHAR(20)", WORDS),
                loose("c_general", "VARCHAR(20) COLLATE utf8mb4_general_ci", WORDS),
                loose("c_unicode", "VARCHAR(20) COLLATE utf8mb4_unicode_ci", WORDS),
                loose("c_520", "VARCHAR(20) COLLATE utf8mb4_unicode_520_ci", WORDS),
                loose("c_nopad", "VARCHAR(20) COLLATE utf8mb4_unicode_nopad_ci", WORDS),
                loose("c_uca", "VARCHAR(20) COLLATE utf8mb4_uca1400_ai_ci", WORDS),
                loose("c_ucas", "VARCHAR(20) COLLATE utf8mb4_uca1400_as_cs", WORDS),
                loose("c_german", "VARCHAR(20) COLLATE utf8mb4_german2_ci", WORDS),
                loose(
                        "c_latin",
                        "VARCHAR(20) CHARACTER SET latin1",
                        "'b'",
                        "'a'",
                        "'B'",
                        "'A'",
                        "'é'",
                        "'e'",
                        "'f'",
                        "'ß'"),
                loose(
                        "c_swedish",
                        "VARCHAR(20) CHARACTER SET latin1 COLLATE latin1_bin",
                        "'b'",
                        "'a'",
                        "'B'",
                        "'A'",
                        "'é'",
                        "'e'",
                        "'f'",
                        "'€'"),
                loose("c_bin", "VARCHAR(20) COLLATE utf8mb4_bin", WORDS),
                loose("c_nopadbin", "VARCHAR(20) COLLATE utf8mb4_nopad_bin", WORDS),
                loose("c_blanks", "VARCHAR(20) COLLATE utf8mb4_general_ci", BLANKS),
                loose("c_blanksb", "VARCHAR(20) COLLATE utf8mb4_bin", BLANKS),
                loose("c_blanksn", "VARCHAR(20) COLLATE utf8mb4_nopad_bin", BLANKS),
                loose("c_blanksu", "VARCHAR(20) COLLATE utf8mb4_unicode_nopad_ci", BLANKS),
                loose("c_blanksa", "VARCHAR(20) COLLATE utf8mb4_uca1400_as_cs", BLANKS),
                loose("c_char", "CHAR(4) COLLATE utf8mb4_general_ci", "'a'", "'a  '", "'b'", "'a\\t'", "''", "'A'"),
                loose("c_charb", "CHAR(4) COLLATE utf8mb4_bin", "'a'", "'a  '", "'b'", "'a\\t'", "''", "'A'"),
                loose(
                        "c_full",
                        "VARCHAR(10) COLLATE utf8mb4_unicode_ci",
                        "'中中中中中中中中中b'",
                        "'中中中中中中中中中a'",
                        "'中中中中中中中中中B'",
                        "'中中中中'",
                        "'中中中中 '",
                        "'中中中中中'",
                        "'中中中中\\t'"),
                loose(
                        "c_long",
                        "VARCHAR(2000) COLLATE utf8mb4_general_ci",
                        "CONCAT(REPEAT('é', 600), 'a')",
                        "CONCAT(REPEAT('é', 600), 'z')",
                        "CONCAT(REPEAT('é', 600), 'Z')",
                        "'b'",
                        "'B '",
                        "'a'"),
                loose(
                        "c_longbytes",
                        "VARBINARY(2000)",
                        "CONCAT(REPEAT('e', 1200), 'a')",
                        "CONCAT(REPEAT('e', 1200), 'z')",
                        "'b'",
                        "'B'"),
                loose("c_text", "TEXT COLLATE utf8mb4_general_ci", WORDS),
                loose("c_textb", "TEXT COLLATE utf8mb4_bin", WORDS),
                exact("c_enum", "ENUM('sad', 'ok', 'happy', 'Angry')", "'ok'", "'happy'", "'sad'", "'Angry'"),
                exact("c_set", "SET('x', 'y', 'z')", "'y'", "'x,z'", "'z'", "''", "'x'"),
                exact("c_json", "JSON", "'1'", "'\"a\"'", "'{\"a\":1}'", "'{\"a\": 1}'", "'2'"),
                looseExpression("UPPER(c_general)"),
                looseExpression("CONCAT(c_general, c_int)"),
                looseExpression("COALESCE(c_general, 'm')"),
                looseExpression("c_unicode COLLATE utf8mb4_bin"),
                looseExpression("CAST(c_int AS CHAR)"),
                looseExpression("LEFT(c_text, 3)"),
                looseExpression("DATE_FORMAT(c_stamp, '%Y-%m')"),
                looseExpression("CASE WHEN c_int > 0 THEN 'yes' ELSE 'no' END"),
                looseExpression("CASE WHEN c_int > 0 THEN c_int ELSE 'no' END"),
                looseExpression("BINARY c_general"),
                expression("c_int / 7"),
                expression("c_int IS NULL"),
                expression("c_uint + 0"),
                expression("YEAR(c_date)"),
                expression("NULL")));
        return columns;
    }
}
