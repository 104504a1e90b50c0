package org.shardingjdbc.testkit.oracle.internal.schema;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;

/**
 * Types and values of generated columns in the words of a dialect. A column takes its values from a few literals, so
 * that they repeat and meet those of other tables. Immutable.
 */
public record ColumnPool(DatabaseKind kind) {
    private static final List<String> WHOLE =
            List.of("1", "0", "2", "3", "5", "7", "10", "-1", "-4", "12", "20", "42", "100", "-100", "999");
    private static final List<String> WHOLE_EXTREMES = List.of("2147483647", "-2147483647");
    private static final List<String> LONG_EXTREMES = List.of("9223372036854775807", "-9223372036854775807");
    private static final List<String> DECIMALS = List.of(
            "1.00", "0.00", "2.50", "-1.25", "10.00", "9.99", "100.10", "-0.01", "33.33", "66.67", "1234.56", "0.10");
    private static final List<String> DECIMAL_EXTREMES = List.of("9999999999.99", "-9999999999.99");
    /** Exact in binary, so that sums do not depend on the order of addition. */
    private static final List<String> DOUBLES = List.of(
            "1.0", "0.0", "0.5", "-2.25", "3.125", "10.0", "1024.5", "-0.75", "7.0", "100.0625", "2.5", "-64.0");

    private static final List<String> TEXTS = List.of(
            "ann",
            "bob",
            "Ann",
            "eve",
            "",
            "ANN",
            "Bob",
            "zoe",
            "bob ",
            "Zoë",
            "äpfel",
            "apfel",
            "Äpfel",
            "a_b",
            "a%b",
            "o''brien",
            " lead",
            "10",
            "9",
            "straße",
            "strasse",
            "x  ",
            "émile",
            "日本",
            "zebra",
            "eve  ");
    private static final List<String> CODES = List.of("a", "b", "A", "ab", "c", "B", "abc", "", "x y", "ä", "zz", "1");
    private static final List<String> DAYS = List.of(
            "2024-01-15",
            "2024-02-29",
            "2024-03-01",
            "2024-01-31",
            "2023-12-31",
            "2024-04-30",
            "2024-05-05",
            "2000-01-01",
            "2024-06-01");
    private static final List<String> DAY_EXTREMES = List.of("0001-01-01", "9999-12-31");
    private static final List<String> TIMES = List.of(
            "2024-01-15 10:00:00",
            "2024-01-15 10:00:01",
            "2024-02-29 23:59:59",
            "2024-03-31 02:30:00",
            "2023-12-31 00:00:00",
            "2024-05-05 12:34:56",
            "2000-01-01 00:00:00",
            "2024-01-15 22:00:00");
    private static final List<String> FINE_TIMES = List.of(
            "2024-01-15 10:00:00.5",
            "2024-01-15 10:00:00.123456",
            "2024-01-15 10:00:00",
            "2024-02-29 23:59:59.999999",
            "2023-12-31 00:00:00.000001");
    private static final List<String> BYTES = List.of("00", "01", "0aff", "", "ff", "0a", "deadbeef", "7f80");
    private static final List<String> DOCUMENTS =
            List.of("{\"a\": 1}", "{\"a\": 2}", "[1, 2]", "{}", "{\"a\": {\"b\": \"x\"}}", "\"text\"", "7", "null");
    private static final List<String> UUIDS = List.of(
            "00000000-0000-0000-0000-000000000001",
            "f47ac10b-58cc-4372-a567-0e02b2c3d479",
            "00000000-0000-0000-0000-000000000002",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "7d444840-9dc0-11d1-b245-5ffdce74fad2");

    /** The type of a column, in the dialect's own words. */
    String type(ColumnKind column, RandomChoices choices) {
        return switch (column) {
            case INTEGER -> "INT";
            case LONG -> "BIGINT";
            case DECIMAL -> "DECIMAL(12, 2)";
            case DOUBLE -> isMySqlFamily() ? "DOUBLE" : "DOUBLE PRECISION";
            case TEXT -> text(choices);
            case CHAR -> "CHAR(4)";
            case DATE -> "DATE";
            case TIMESTAMP -> isMySqlFamily() ? "DATETIME(6)" : choices.pick("TIMESTAMP", "TIMESTAMP(6)");
            case TIMESTAMP_WITH_ZONE -> isMySqlFamily() ? "TIMESTAMP(6)" : "TIMESTAMP WITH TIME ZONE";
            case BOOLEAN -> "BOOLEAN";
            case BINARY -> kind == DatabaseKind.POSTGRESQL ? "BYTEA" : "VARBINARY(16)";
            case JSON -> kind == DatabaseKind.POSTGRESQL ? "JSONB" : "JSON";
            case UUID -> "UUID";
        };
    }

    private String text(RandomChoices choices) {
        return switch (kind) {
            case MARIADB, MYSQL ->
                choices.pick(
                        "VARCHAR(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                        "VARCHAR(30)",
                        "VARCHAR(30) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci");
            case POSTGRESQL -> choices.pick("VARCHAR(30)", "TEXT", "VARCHAR(30) COLLATE \"C\"");
            case H2 -> choices.pick("VARCHAR(30)", "VARCHAR(30)", "VARCHAR(30)", "VARCHAR_IGNORECASE(30)");
        };
    }

    /** Whether the dialect has such columns. */
    public boolean has(ColumnKind column) {
        return column != ColumnKind.UUID || kind != DatabaseKind.MYSQL;
    }

    /** Some literals for a column, different ones, at least one. */
    public List<String> literals(ColumnKind column, RandomChoices choices) {
        List<String> all = new ArrayList<>(values(column));
        if (choices.chance(12)) {
            all.addAll(0, extremes(column));
        }
        if (column == ColumnKind.TIMESTAMP && choices.chance(50)) {
            all.addAll(0, FINE_TIMES);
        }
        int count = Math.min(all.size(), 3 + choices.next(8));
        List<String> some = new ArrayList<>();
        int start = choices.next(3);
        for (int i = 0; i < count; i++) {
            int at = i < 3 ? Math.min(start, all.size() - 1) : choices.next(all.size());
            some.add(literal(column, all.remove(at)));
        }
        return some;
    }

    private static List<String> values(ColumnKind column) {
        return switch (column) {
            case INTEGER, LONG -> WHOLE;
            case DECIMAL -> DECIMALS;
            case DOUBLE -> DOUBLES;
            case TEXT -> TEXTS;
            case CHAR -> CODES;
            case DATE -> DAYS;
            case TIMESTAMP -> TIMES;
            case TIMESTAMP_WITH_ZONE ->
                TIMES.stream().filter(t -> !t.contains("03-31")).toList();
            case BOOLEAN -> List.of("TRUE", "FALSE");
            case BINARY -> BYTES;
            case JSON -> DOCUMENTS;
            case UUID -> UUIDS;
        };
    }

    private static List<String> extremes(ColumnKind column) {
        return switch (column) {
            case INTEGER -> WHOLE_EXTREMES;
            case LONG -> LONG_EXTREMES;
            case DECIMAL -> DECIMAL_EXTREMES;
            case DATE -> DAY_EXTREMES;
            default -> List.of();
        };
    }

    /** A value as the dialect writes it. */
    public String literal(ColumnKind column, String value) {
        return switch (column) {
            case INTEGER, LONG, DECIMAL, DOUBLE, BOOLEAN -> value;
            case TEXT, CHAR -> "'" + value + "'";
            case DATE -> "DATE '" + value + "'";
            case TIMESTAMP -> "TIMESTAMP '" + value + "'";
            case TIMESTAMP_WITH_ZONE ->
                isMySqlFamily() ? "TIMESTAMP '" + value + "'" : "TIMESTAMP WITH TIME ZONE '" + value + "+00'";
            case BINARY -> kind == DatabaseKind.POSTGRESQL ? "'\\x" + value + "'::bytea" : "X'" + value + "'";
            case JSON ->
                switch (kind) {
                    case H2 -> "JSON '" + value + "'";
                    case POSTGRESQL -> "'" + value + "'::jsonb";
                    case MARIADB, MYSQL -> "'" + value + "'";
                };
            case UUID ->
                switch (kind) {
                    case H2 -> "UUID '" + value + "'";
                    case POSTGRESQL -> "'" + value + "'::uuid";
                    case MARIADB, MYSQL -> "'" + value + "'";
                };
        };
    }

    private boolean isMySqlFamily() {
        return kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
    }
}
