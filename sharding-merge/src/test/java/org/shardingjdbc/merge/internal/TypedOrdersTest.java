package org.shardingjdbc.merge.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.group.Aggregate;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.merge.internal.group.Grouping;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.ColumnOrders;
import org.shardingjdbc.merge.internal.value.ColumnType;
import org.shardingjdbc.testkit.DatabaseKind;

/** Values of every type are sorted, told apart, and picked by MIN and MAX as the database does it. */
class TypedOrdersTest {
    private static final int SHARDS = 3;

    /** MySQL has the types of MariaDB; as times its driver takes those of one day. */
    static Stream<Arguments> types() {
        Stream<Arguments> mySql = typesOfEach()
                .map(Arguments::get)
                .filter(type -> type[0] == DatabaseKind.MARIADB && !type[1].equals("TIME(6)"))
                .map(type -> Arguments.of(DatabaseKind.MYSQL, type[1], type[2]));
        return Stream.of(
                        typesOfEach(),
                        mySql,
                        Stream.of(
                                type(DatabaseKind.MYSQL, "TIME(6)", "'23:59:59.000001'", "'00:00:01'", "'00:00:00'"),
                                type(DatabaseKind.MYSQL, "TINYINT(1)", "7", "10", "-100", "7")))
                .flatMap(each -> each);
    }

    private static Stream<Arguments> typesOfEach() {
        return Stream.of(
                type(DatabaseKind.H2, "BOOLEAN", "TRUE", "FALSE", "TRUE"),
                type(DatabaseKind.H2, "TINYINT", "-5", "7", "0", "7"),
                type(DatabaseKind.H2, "BIGINT", "9223372036854775807", "-9223372036854775808", "0", "1"),
                type(DatabaseKind.H2, "NUMERIC(20,3)", "1.5", "-1.5", "99999999999999999.999", "1.500"),
                type(DatabaseKind.H2, "DECFLOAT(20)", "1.50", "1.5", "1E20", "-3E-9"),
                type(
                        DatabaseKind.H2,
                        "DOUBLE PRECISION",
                        "1.5",
                        "CAST('NaN' AS DOUBLE PRECISION)",
                        "-1e300",
                        "0.0",
                        "CAST('Infinity' AS DOUBLE PRECISION)"),
                type(DatabaseKind.H2, "REAL", "1.5", "0.1", "-1e30"),
                type(DatabaseKind.H2, "DATE", "DATE '2024-02-29'", "DATE '1200-01-01'", "DATE '2024-02-29'"),
                type(DatabaseKind.H2, "TIME(9)", "TIME '23:59:59.999999999'", "TIME '00:00:00'", "TIME '12:00:00'"),
                type(
                        DatabaseKind.H2,
                        "TIME WITH TIME ZONE",
                        "TIME WITH TIME ZONE '10:00:00+02'",
                        "TIME WITH TIME ZONE '09:00:00+01'",
                        "TIME WITH TIME ZONE '09:00:00-05'"),
                type(
                        DatabaseKind.H2,
                        "TIMESTAMP(9)",
                        "TIMESTAMP '2024-03-31 02:30:00.000000001'",
                        "TIMESTAMP '2024-03-31 02:30:00'",
                        "TIMESTAMP '0001-01-01 00:00:00'"),
                type(
                        DatabaseKind.H2,
                        "TIMESTAMP WITH TIME ZONE",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 10:00:00+02'",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 09:30:00+01'",
                        "TIMESTAMP WITH TIME ZONE '2024-03-31 09:00:00+01'"),
                type(DatabaseKind.H2, "VARBINARY(5)", "X'ff'", "X'00'", "X'7f80'", "X''", "X'7f'", "X'ff'"),
                type(DatabaseKind.H2, "BINARY(2)", "X'ff00'", "X'0001'", "X'7f80'"),
                type(
                        DatabaseKind.H2,
                        "UUID",
                        "UUID 'f0000000-0000-0000-0000-000000000000'",
                        "UUID '00000000-0000-0000-f000-000000000000'",
                        "UUID '70000000-0000-0000-0000-000000000000'"),
                type(DatabaseKind.POSTGRESQL, "BOOLEAN", "TRUE", "FALSE", "TRUE"),
                type(DatabaseKind.POSTGRESQL, "BIGINT", "9223372036854775807", "-9223372036854775808", "0", "0"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "NUMERIC",
                        "1.5",
                        "'NaN'",
                        "'Infinity'",
                        "'-Infinity'",
                        "1.50",
                        "1e20",
                        "'NaN'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "DOUBLE PRECISION",
                        "1.5",
                        "'NaN'",
                        "'Infinity'",
                        "-1e300",
                        "0.0",
                        "'-0'",
                        "'NaN'"),
                type(DatabaseKind.POSTGRESQL, "REAL", "1.5", "'NaN'", "0.1"),
                type(DatabaseKind.POSTGRESQL, "OID", "4294967295", "0", "7"),
                type(DatabaseKind.POSTGRESQL, "DATE", "'2024-02-29'", "'infinity'", "'0044-03-15 BC'", "'2024-02-29'"),
                type(DatabaseKind.POSTGRESQL, "TIME", "'23:59:59.999999'", "'00:00'", "'12:00'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "TIMETZ",
                        "'10:00+02'",
                        "'09:00+01'",
                        "'09:00-05'",
                        "'08:00+00'",
                        "'10:00+02'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "TIMESTAMP",
                        "'2024-03-31 02:30:00.000001'",
                        "'infinity'",
                        "'-infinity'",
                        "'2024-03-31 02:30'",
                        "'0044-03-15 BC'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "TIMESTAMPTZ",
                        "'2024-03-31 10:00+02'",
                        "'2024-03-31 09:30+01'",
                        "'infinity'",
                        "'2024-03-31 09:00+01'",
                        "'-infinity'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "BYTEA",
                        "'\\xff'",
                        "'\\x00'",
                        "'\\x7f80'",
                        "'\\x'",
                        "'\\x7f'",
                        "'\\xff'"),
                type(
                        DatabaseKind.POSTGRESQL,
                        "UUID",
                        "'f0000000-0000-0000-0000-000000000000'",
                        "'00000000-0000-0000-f000-000000000000'",
                        "'70000000-0000-0000-0000-000000000000'"),
                type(DatabaseKind.POSTGRESQL, "BIT(3)", "B'101'", "B'011'", "B'101'"),
                type(DatabaseKind.POSTGRESQL, "BIT(1)", "B'1'", "B'0'", "B'1'"),
                type(DatabaseKind.POSTGRESQL, "VARBIT", "B'101'", "B'10'", "B'1'", "B'011'"),
                type(DatabaseKind.MARIADB, "BOOLEAN", "TRUE", "FALSE", "2", "-1", "TRUE", "2"),
                type(DatabaseKind.MARIADB, "TINYINT", "-5", "7", "0", "7"),
                type(DatabaseKind.MARIADB, "INT UNSIGNED", "4294967295", "7", "0", "7"),
                type(DatabaseKind.MARIADB, "BIGINT UNSIGNED", "18446744073709551615", "9223372036854775808", "0", "7"),
                type(DatabaseKind.MARIADB, "DECIMAL(20,3)", "1.5", "-1.5", "99999999999999999.999", "1.500"),
                type(DatabaseKind.MARIADB, "DOUBLE", "1.5", "-1e300", "0.0", "1e300"),
                type(DatabaseKind.MARIADB, "FLOAT", "1.5", "0.1", "-1e30"),
                type(DatabaseKind.MARIADB, "DATE", "'2024-02-29'", "'1200-01-01'", "'2024-02-29'"),
                type(
                        DatabaseKind.MARIADB,
                        "TIME(6)",
                        "'-838:59:59'",
                        "'25:00:00.000001'",
                        "'-00:00:01'",
                        "'00:00:00'",
                        "'25:00:00'"),
                type(
                        DatabaseKind.MARIADB,
                        "DATETIME(6)",
                        "'2024-03-31 02:30:00.000001'",
                        "'2024-03-31 02:30'",
                        "'1001-01-01 00:00:00'"),
                type(
                        DatabaseKind.MARIADB,
                        "TIMESTAMP(3) NULL",
                        "'2024-03-31 12:30:00.001'",
                        "'2024-03-31 12:30'",
                        "'1990-01-01 00:00:00'"),
                type(DatabaseKind.MARIADB, "YEAR", "2024", "1999", "2024"),
                type(DatabaseKind.MARIADB, "VARBINARY(5)", "X'ff'", "X'00'", "X'7f80'", "X''", "X'7f'", "X'ff'"),
                type(DatabaseKind.MARIADB, "BLOB", "X'ff'", "X'00'", "X'7f80'", "X''", "X'7f'", "X'ff'"),
                type(DatabaseKind.MARIADB, "BIT(1)", "b'1'", "b'0'", "b'1'"),
                type(DatabaseKind.MARIADB, "BIT(9)", "b'100000000'", "b'11'", "b'10'", "b'11'"));
    }

    private static Arguments type(DatabaseKind kind, String type, String... values) {
        return Arguments.of(kind, type, List.of(values));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("types")
    void followTheDatabase(DatabaseKind kind, String type, List<String> values) throws SQLException {
        try (SplitTable table = SplitTable.create(kind, "merge_types", "id INT, c " + type, SHARDS)) {
            List<String> all = new ArrayList<>(values);
            all.add("NULL");
            all.addAll(values);
            for (int id = 0; id < all.size(); id++) {
                int shard = (id * 7 + id / 3) % SHARDS;
                table.execute("INSERT INTO t VALUES (" + id + ", " + all.get(id) + ")");
                table.execute("INSERT INTO t_" + shard + " VALUES (" + id + ", " + all.get(id) + ")");
            }
            sorts(table, false);
            sorts(table, true);
            groups(table, true);
            groups(table, false);
            if (!type.startsWith("BIT")
                    && !type.equals("VARBIT")
                    && !type.equals("BOOLEAN")
                    && hasExtremes(kind, type)) {
                findsExtremes(table);
            }
        }
    }

    /** PostgreSQL 17 has no MIN of a uuid or a bytea. */
    private static boolean hasExtremes(DatabaseKind kind, String type) {
        return kind != DatabaseKind.POSTGRESQL || !type.equals("UUID") && !type.equals("BYTEA");
    }

    private static SortKey key(SplitTable table, int column, boolean descending) {
        boolean nullsLow = table.dialect() != Dialects.POSTGRESQL;
        return new SortKey(column, descending, nullsLow != descending, ValueOrder.BY_TYPE);
    }

    private static void sorts(SplitTable table, boolean descending) throws SQLException {
        String sql = "SELECT c, id FROM t_ ORDER BY c" + (descending ? " DESC" : "") + ", id";
        MergePlan plan = MergePlans.of(
                0,
                List.of(key(table, 1, descending), key(table, 2, false)),
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                false);
        List<String> expected = texts(table.whole(sql.replace("t_", "t")), 2);
        MergedRows rows = Merger.merge(plan, table.shards(sql), MergeBounds.NONE, new Object[0], table.dialect());
        assertThat(texts(rows, 2)).isEqualTo(expected);
        table.closeResults();
    }

    private static void groups(SplitTable table, boolean streaming) throws SQLException {
        String sql = "SELECT COUNT(*), c FROM t_ GROUP BY c ORDER BY c";
        List<SortKey> keys = List.of(key(table, 2, false));
        List<Aggregate> count = List.of(new Aggregate(AggregateKind.COUNT, 1, 0, 0, ValueOrder.BY_TYPE));
        MergePlan plan = MergePlans.of(
                0,
                keys,
                new Grouping(keys, count, streaming),
                null,
                List.of(),
                List.of(),
                streaming ? List.of() : keys,
                false);
        List<String> expected = texts(table.whole(sql.replace("t_", "t")), 1);
        MergedRows rows = Merger.merge(plan, table.shards(sql), MergeBounds.NONE, new Object[0], table.dialect());
        assertThat(texts(rows, 1)).as(streaming ? "streaming" : "held").isEqualTo(expected);
        table.closeResults();
    }

    private static void findsExtremes(SplitTable table) throws SQLException {
        String sql = "SELECT MIN(c), MAX(c) FROM t_";
        List<Aggregate> both = List.of(
                new Aggregate(AggregateKind.MIN, 1, 0, 0, ValueOrder.BY_TYPE),
                new Aggregate(AggregateKind.MAX, 2, 0, 0, ValueOrder.BY_TYPE));
        MergePlan plan = MergePlans.of(
                0, List.of(), new Grouping(List.of(), both, true), null, List.of(), List.of(), List.of(), false);
        ResultSet whole = table.whole(sql.replace("t_", "t"));
        MergedRows rows = Merger.merge(plan, table.shards(sql), MergeBounds.NONE, new Object[0], table.dialect());
        assertThat(whole.next()).isTrue();
        assertThat(rows.next()).isTrue();
        for (int column = 1; column <= 2; column++) {
            // Instants and numbers may be equal and yet be written differently; either is right.
            ColumnType type = ColumnType.of(whole.getMetaData(), column, table.dialect());
            ColumnOrder order = ColumnOrders.forSorting(ValueOrder.BY_TYPE, type);
            assertThat(order.compare(
                            Objects.requireNonNull(order.read(rows, column)),
                            Objects.requireNonNull(order.read(whole, column))))
                    .isZero();
        }
        assertThat(rows.next()).isFalse();
        table.closeResults();
    }

    private static List<String> texts(ResultSet result, int column) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (result.next()) {
            texts.add(result.getString(column));
        }
        return texts;
    }

    private static List<String> texts(MergedRows rows, int column) throws SQLException {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
            texts.add(String.valueOf(MergedValues.object(rows, column)));
        }
        return texts;
    }

    static Stream<Arguments> typesOfUnknownOrder() {
        return Stream.of(
                Arguments.of(DatabaseKind.H2, "VARCHAR(9)"),
                Arguments.of(DatabaseKind.H2, "VARCHAR_IGNORECASE(9)"),
                Arguments.of(DatabaseKind.H2, "ENUM('a', 'b')"),
                Arguments.of(DatabaseKind.H2, "INTERVAL DAY TO SECOND"),
                Arguments.of(DatabaseKind.H2, "INT ARRAY"),
                Arguments.of(DatabaseKind.POSTGRESQL, "TEXT"),
                Arguments.of(DatabaseKind.POSTGRESQL, "INTERVAL"),
                Arguments.of(DatabaseKind.POSTGRESQL, "JSONB"),
                Arguments.of(DatabaseKind.POSTGRESQL, "INET"),
                Arguments.of(DatabaseKind.POSTGRESQL, "MONEY"),
                Arguments.of(DatabaseKind.MARIADB, "VARCHAR(9)"),
                Arguments.of(DatabaseKind.MARIADB, "ENUM('a', 'b')"),
                Arguments.of(DatabaseKind.MARIADB, "UUID"),
                Arguments.of(DatabaseKind.MARIADB, "INET6"),
                Arguments.of(DatabaseKind.MYSQL, "VARCHAR(9)"),
                Arguments.of(DatabaseKind.MYSQL, "ENUM('a', 'b')"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("typesOfUnknownOrder")
    void areRefusedWhenTheOrderIsNotKnown(DatabaseKind kind, String type) throws SQLException {
        try (SplitTable table = SplitTable.create(kind, "merge_types", "c " + type, SHARDS)) {
            MergePlan plan =
                    MergePlans.of(0, List.of(key(table, 1, false)), null, null, List.of(), List.of(), List.of(), false);
            List<ResultSet> shards = table.shards("SELECT c FROM t_ ORDER BY c");
            assertThatThrownBy(() -> Merger.merge(plan, shards, MergeBounds.NONE, new Object[0], table.dialect()))
                    .isInstanceOfSatisfying(ShardingException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.MERGE_ORDER_UNKNOWN));
        }
    }
}
