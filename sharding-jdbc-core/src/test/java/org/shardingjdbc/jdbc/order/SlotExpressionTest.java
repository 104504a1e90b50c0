package org.shardingjdbc.jdbc.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.algorithm.HashSlot;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Rows are written through tables with one slot for each data node; then each database computes the slots of what it
 * stores, by the expression that is made for its column, and they are those of the node.
 */
class SlotExpressionTest {
    private static final int SLOTS = 16;
    private static final int ROWS = 150;

    /** A key column, and values for it. */
    private record Key(String type, Function<Random, Object> values) {}

    private static List<Key> keys(DatabaseKind kind) {
        boolean mySql = kind.speaksMySql();
        List<Key> keys = new ArrayList<>(List.of(
                new Key("SMALLINT", random -> random.nextInt(65536) - 32768),
                new Key("INT", random -> random.nextBoolean() ? random.nextInt(400) - 200 : random.nextInt()),
                new Key("BIGINT", SlotExpressionTest::wholeNumber),
                new Key("DECIMAL(10,2)", random -> decimal(random, 9, 2)),
                new Key("DECIMAL(20,0)", random -> decimal(random, 20, 0)),
                new Key("DECIMAL(38,12)", random -> decimal(random, 38, 12)),
                new Key("DATE", SlotExpressionTest::date),
                new Key(mySql ? "DATETIME(6)" : "TIMESTAMP(6)", random -> time(random, 1_000)),
                new Key(mySql ? "DATETIME(3)" : "TIMESTAMP(3)", random -> time(random, 1_000_000)),
                new Key("VARCHAR(60)", random -> text(random, 60)),
                new Key("CHAR(8)", random -> text(random, 8))));
        if (kind != DatabaseKind.POSTGRESQL) {
            keys.add(new Key("VARBINARY(40)", SlotExpressionTest::bytes));
        }
        if (mySql) {
            keys.add(new Key("INT UNSIGNED", random -> random.nextInt() & 0xFFFF_FFFFL));
            keys.add(new Key("BIGINT UNSIGNED", random -> new BigInteger(64, random)));
            keys.add(new Key("TINYINT(1)", random -> random.nextInt(256) - 128));
            keys.add(new Key("BIT(40)", random -> random.nextLong() >>> 24));
            keys.add(new Key("YEAR", random -> 1901 + random.nextInt(255)));
            keys.add(new Key("VARCHAR(60) COLLATE utf8mb4_unicode_ci", random -> text(random, 60)));
            keys.add(new Key("VARCHAR(60) COLLATE utf8mb4_bin", random -> text(random, 60)));
            keys.add(new Key("VARCHAR(60) CHARACTER SET latin1", random -> text(random, 60)
                    .replaceAll("[^ -~\u00a1-\u00ff]", "")));
        } else {
            keys.add(new Key("TIMESTAMP WITH TIME ZONE", random -> time(random, 1_000)
                    .atOffset(ZoneOffset.ofHours(random.nextInt(20) - 10))));
        }
        if (kind != DatabaseKind.MYSQL) {
            keys.add(new Key("UUID", random -> UUID.nameUUIDFromBytes(bytes(random))));
        }
        return keys;
    }

    private static Object wholeNumber(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> random.nextInt(2000) - 1000L;
            case 1 -> Long.MAX_VALUE - random.nextInt(50);
            case 2 -> Long.MIN_VALUE + random.nextInt(50);
            case 3 -> 1L << random.nextInt(63);
            default -> random.nextLong();
        };
    }

    private static BigDecimal decimal(Random random, int digits, int scale) {
        BigInteger unscaled = new BigInteger(1 + random.nextInt(digits * 3), random);
        BigDecimal number = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
        return random.nextInt(3) == 0 ? number.setScale(0, java.math.RoundingMode.FLOOR) : number;
    }

    private static LocalDate date(Random random) {
        return LocalDate.of(1000 + random.nextInt(9000), 1, 1).plusDays(random.nextInt(365));
    }

    private static LocalDateTime time(Random random, int nanos) {
        LocalDateTime second =
                LocalDate.of(1971 + random.nextInt(200), 1, 1).atStartOfDay().plusSeconds(random.nextInt(365 * 86_400));
        return random.nextBoolean() ? second : second.withNano(random.nextInt(1_000_000_000 / nanos) * nanos);
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(length + 1);
        int[] firsts = {' ', 'A', 'a', '0', 0xC0, 0x430, 0x4E00, 0x1F600};
        int first = firsts[random.nextInt(firsts.length)];
        for (int i = 0; i < count; i++) {
            text.appendCodePoint(random.nextInt(4) == 0 ? ' ' + random.nextInt(90) : first + random.nextInt(10));
            // some databases count a character beyond 16 bits twice
            count -= Character.charCount(text.codePointBefore(text.length())) - 1;
        }
        return count + 2 > length ? text.toString() : text + " ".repeat(random.nextInt(3));
    }

    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void databasesComputeTheSlotsThatRowsLieBy(DatabaseKind kind) throws Exception {
        List<Key> keys = keys(kind);
        try (Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "slots").rules(rules(keys.size())).open(ShardingDataSourceFactory::create)) {
            Random random = new Random(20240614);
            for (int i = 0; i < keys.size(); i++) {
                String table = "s" + i;
                shards.onSharded("CREATE TABLE " + table + " (k " + keys.get(i).type() + ", n INT)");
                List<Object> values = new ArrayList<>();
                for (int row = 0; row < ROWS; row++) {
                    values.add(keys.get(i).values().apply(random));
                }
                write(shards.sharded(), table, values);
                check(kind, shards, table, keys.get(i).type());
            }
        }
    }

    private static String rules(int tables) {
        StringBuilder nodes = new StringBuilder();
        for (int slot = 0; slot < SLOTS; slot++) {
            nodes.append("ds_%d.*_%d: %d; ".formatted(slot % 2, slot / 2, slot));
        }
        StringBuilder yaml = new StringBuilder("rules:\n- !SHARDING\n  tables:\n");
        for (int i = 0; i < tables; i++) {
            yaml.append("    s%d:\n      actualDataNodes: ds_${0..1}.s%d_${0..%d}\n".formatted(i, i, SLOTS / 2 - 1));
            yaml.append("      tableStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: slots}}\n");
        }
        return yaml.append("  shardingAlgorithms:\n    slots:\n      type: HASH_SLOT\n      props: {slots: ")
                .append(SLOTS)
                .append(", nodes: '")
                .append(nodes)
                .append("'}\n")
                .toString();
    }

    private static void write(ShardingDataSource sharded, String table, List<Object> values) throws SQLException {
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + table + " (k, n) VALUES (?, ?)")) {
            for (int i = 0; i < values.size(); i++) {
                insert.setObject(1, values.get(i));
                insert.setInt(2, i);
                insert.executeUpdate();
            }
        }
    }

    private static void check(DatabaseKind kind, Fixture<ShardingDataSource> shards, String table, String type)
            throws SQLException {
        int rows = 0;
        int nodesWithRows = 0;
        for (int slot = 0; slot < SLOTS; slot++) {
            String actual = table + "_" + slot / 2;
            try (Connection connection = shards.raw(slot % 2).getConnection()) {
                String expression = HashSlot.expression(kind.name(), "k", column(kind, connection, actual), SLOTS);
                try (PreparedStatement query =
                                connection.prepareStatement("SELECT k, " + expression + " FROM " + actual);
                        ResultSet stored = query.executeQuery()) {
                    int before = rows;
                    while (stored.next()) {
                        rows++;
                        assertThat(stored.getInt(2))
                                .as("slot of %s as %s in %s", stored.getObject(1), type, kind)
                                .isEqualTo(slot);
                    }
                    nodesWithRows += rows > before ? 1 : 0;
                }
            }
        }
        assertThat(rows).as(type).isEqualTo(ROWS);
        assertThat(nodesWithRows).as(type).isGreaterThan(SLOTS * 3 / 4);
    }

    private static ColumnSchema column(DatabaseKind kind, Connection connection, String table) throws SQLException {
        try (ResultSet columns = connection
                .getMetaData()
                .getColumns(
                        connection.getCatalog(), null, kind == DatabaseKind.H2 ? table.toUpperCase() : table, "%")) {
            while (columns.next()) {
                if (columns.getString("COLUMN_NAME").equalsIgnoreCase("k")) {
                    String schema = columns.getString("TABLE_SCHEM");
                    Map<String, String> collations = Dialects.named(kind.name())
                            .catalogs()
                            .collations(
                                    connection,
                                    schema == null ? columns.getString("TABLE_CAT") : schema,
                                    columns.getString("TABLE_NAME"));
                    ColumnSchema column = new ColumnSchema(
                            columns.getString("COLUMN_NAME"),
                            columns.getInt("DATA_TYPE"),
                            columns.getString("TYPE_NAME"),
                            columns.getInt("COLUMN_SIZE"),
                            columns.getInt("DECIMAL_DIGITS"),
                            true,
                            false,
                            collations.get(columns.getString("COLUMN_NAME")));
                    String truth = Dialects.named(kind.name())
                            .catalogs()
                            .shownAsTruth(
                                    connection,
                                    schema == null ? columns.getString("TABLE_CAT") : schema,
                                    columns.getString("TABLE_NAME"))
                            .get(column.name());
                    return truth == null ? column : column.defined(truth);
                }
            }
        }
        throw new SQLException("no column k in " + table);
    }
}
