package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The same classes under the same YAML in ShardingSphere 5.5.2 and here: they are asked the same, rows lie in the same
 * tables, and queries find the same. More by {@code -Dshardingsphere.statements=5000}.
 */
@Tag("random")
class SameAsShardingSphereTest {
    private static final int STATEMENTS = Integer.getInteger("shardingsphere.statements", 300);
    private static final long SEED = Long.getLong("shardingsphere.seed", 20261123L);

    private static final List<String> TABLES = new ArrayList<>();

    static {
        for (int i = 0; i < 4; i++) {
            TABLES.add("ds_0.t_number_0" + i + " (id BIGINT PRIMARY KEY, n BIGINT)");
        }
        for (int i = 0; i < 4; i++) {
            TABLES.add("ds_" + i % 2 + ".t_both_" + i / 2 + " (id BIGINT PRIMARY KEY, n BIGINT)");
        }
        for (int i = 1; i <= 3; i++) {
            TABLES.add("ds_0.t_month_20240" + i + " (id BIGINT PRIMARY KEY, at TIMESTAMP)");
            TABLES.add("ds_0.t_text_00" + (i - 1) + " (id BIGINT PRIMARY KEY, s VARCHAR(20))");
        }
        for (int i = 0; i < 5; i++) {
            TABLES.add("ds_0.t_complex_" + i + " (id BIGINT PRIMARY KEY, customer_id BIGINT, order_id BIGINT)");
        }
        for (int i = 0; i < 2; i++) {
            TABLES.add("ds_0.t_hint_" + i + " (id BIGINT PRIMARY KEY)");
            TABLES.add("ds_" + i + ".t_auto_" + i + " (id BIGINT PRIMARY KEY, n INTEGER)");
        }
        TABLES.add("ds_1.plain_t_number (id BIGINT PRIMARY KEY, n BIGINT)");
        TABLES.add("ds_1.plain_t_both (id BIGINT PRIMARY KEY, n BIGINT)");
        TABLES.add("ds_0.t_key_0 (id BIGINT PRIMARY KEY, v INTEGER)");
    }

    private final Random random = new Random(SEED);
    private static Contender ours;
    private static Contender theirs;
    private static List<String> initialized;
    private static long id;

    @BeforeAll
    static void open() throws Exception {
        ours = Contender.ours("ours", Contender.resource("/both.yaml"), TABLES);
        initialized = ours.calls("inOrder");
        theirs = Contender.theirs("theirs", Contender.resource("/both.yaml"), TABLES);
        assertThat(theirs.calls("take")).isEqualTo(initialized);
    }

    @AfterAll
    static void close() throws Exception {
        ours.close();
        theirs.close();
    }

    /** Runs it in both and compares answers and what was asked. */
    private void same(String sql, Object... values) throws Exception {
        List<String> expected = theirs.run(sql, values);
        assertThat(ours.run(sql, values)).as(sql).isEqualTo(expected);
        assertThat(ours.calls("take")).as(sql + " " + List.of(values)).isEqualTo(theirs.calls("take"));
    }

    private void sameTables(String logicTable) throws Exception {
        int rows = 0;
        for (String table : TABLES) {
            String node = table.substring(0, table.indexOf(' '));
            if (!node.startsWith(logicTable + "_", 5)) {
                continue;
            }
            List<String> expected = theirs.held(node);
            assertThat(ours.held(node)).as(node).isEqualTo(expected);
            rows += expected.size();
        }
        assertThat(rows).isPositive();
    }

    @Test
    void numbersByAnyClass() throws Exception {
        for (int i = 0; i < STATEMENTS / 2; i++) {
            String table = random.nextBoolean() ? "t_number" : "t_both";
            String insert = "INSERT INTO " + table + " (id, n) VALUES (?, ?)";
            long number = random.nextInt(60) - 30;
            same(insert, ++id, number);
            ours.runIn(1, insert.replace(table, "plain_" + table), id, number);
            number = random.nextInt(60) - 30;
            same("INSERT INTO " + table + " (id, n) VALUES (" + ++id + ", " + number + ")");
            ours.runIn(1, insert.replace(table, "plain_" + table), id, number);
        }
        sameTables("t_number");
        sameTables("t_both");
        int joined = 0;
        int joinedAndAskedTheSame = 0;
        int theirsWrong = 0;
        for (int i = 0; i < STATEMENTS; i++) {
            List<Object> values = new ArrayList<>();
            String where = condition("n", values, 2);
            String table = random.nextBoolean() ? "t_number" : "t_both";
            String sql = "SELECT id, n FROM " + table + " WHERE " + where;
            if (!where.startsWith("(")) {
                same(sql, values.toArray());
                continue;
            }
            List<String> expected = ours.runIn(1, sql.replace(table, "plain_" + table), values.toArray());
            assertThat(ours.run(sql, values.toArray())).as(sql).isEqualTo(expected);
            joined++;
            theirsWrong += theirs.run(sql, values.toArray()).equals(expected) ? 0 : 1;
            joinedAndAskedTheSame += ours.calls("take").equals(theirs.calls("take")) ? 1 : 0;
        }
        // one that joins points and ranges by AND may be asked of more points here: ranges do not take points away
        System.out.println(joinedAndAskedTheSame + " of " + joined + " joined conditions asked the same, " + theirsWrong
                + " answered otherwise than a plain table by ShardingSphere, 0 here");
        assertThat(joinedAndAskedTheSame).isGreaterThan(joined / 2);
    }

    /** One comparison, or several joined by AND or by OR. */
    private String condition(String column, List<Object> values, int depth) {
        if (depth > 0 && random.nextInt(3) == 0) {
            String word = random.nextBoolean() ? " AND " : " OR ";
            return "(" + condition(column, values, depth - 1) + word + condition(column, values, depth - 1) + ")";
        }
        return switch (random.nextInt(6)) {
            case 0 -> column + " = " + number(values);
            case 1 -> column + " IN (" + number(values) + ", " + number(values) + ", " + number(values) + ")";
            case 2 -> between(column + " BETWEEN ", " AND ", values);
            case 3 -> between(column + " > ", " AND " + column + " <= ", values);
            case 4 -> column + " >= " + number(values);
            default -> column + " < " + number(values);
        };
    }

    /** The bounds in their order: ShardingSphere fails with others. */
    private String between(String front, String middle, List<Object> values) {
        int lower = random.nextInt(60) - 30;
        return front + number(lower, values) + middle + number(lower + 1 + random.nextInt(12), values);
    }

    private String number(List<Object> values) {
        return number(random.nextInt(60) - 30, values);
    }

    private String number(int number, List<Object> values) {
        if (random.nextBoolean()) {
            return "" + number;
        }
        values.add(random.nextBoolean() ? (Object) number : (Object) (long) number);
        return "?";
    }

    @Test
    void timesAsDate() throws Exception {
        for (int i = 0; i < STATEMENTS / 2; i++) {
            same("INSERT INTO t_month (id, at) VALUES (?, ?)", ++id, time());
        }
        sameTables("t_month");
        for (int i = 0; i < STATEMENTS / 2; i++) {
            same("SELECT id FROM t_month WHERE at = ?", time());
            Timestamp from = time();
            Timestamp to = time();
            if (!from.after(to)) {
                same("SELECT id FROM t_month WHERE at BETWEEN ? AND ?", from, to);
                same("SELECT id FROM t_month WHERE at >= ?", from);
                same("SELECT id FROM t_month WHERE at < ?", to);
            }
            if (from.before(to)) {
                same("SELECT id FROM t_month WHERE at > ? AND at <= ?", from, to);
            }
        }
    }

    private Timestamp time() {
        return Timestamp.valueOf(LocalDateTime.of(2024, 1 + random.nextInt(3), 1 + random.nextInt(29), 0, 0)
                .plusSeconds(random.nextInt(86_400)));
    }

    @Test
    void textsByTheTypeOfAServiceFile() throws Exception {
        assertThat(initialized).containsExactly("init {prefix-length=2}");
        for (int i = 0; i < STATEMENTS / 2; i++) {
            same("INSERT INTO t_text (id, s) VALUES (?, ?)", ++id, text());
        }
        sameTables("t_text");
        for (int i = 0; i < STATEMENTS / 2; i++) {
            same("SELECT id FROM t_text WHERE s = ?", text());
            same("SELECT id FROM t_text WHERE s IN ('" + text() + "', ?)", text());
        }
    }

    private String text() {
        return "" + (10 + random.nextInt(90)) + "-" + random.nextInt(20);
    }

    @Test
    void severalColumns() throws Exception {
        for (int i = 0; i < STATEMENTS / 2; i++) {
            long customer = random.nextInt(40);
            same(
                    "INSERT INTO t_complex (id, customer_id, order_id) VALUES (?, ?, ?)",
                    ++id,
                    customer,
                    random.nextInt(20) * 10L + customer % 10);
        }
        sameTables("t_complex");
        for (int i = 0; i < STATEMENTS / 2; i++) {
            long order = random.nextInt(200);
            long customer = random.nextInt(40);
            same("SELECT id FROM t_complex WHERE customer_id = ?", customer);
            same("SELECT id FROM t_complex WHERE ORDER_ID = ?", order);
            same("SELECT id FROM t_complex WHERE order_id = ? AND customer_id = ?", order, order % 10);
            same("SELECT id FROM t_complex WHERE order_id IN (?, ?) AND customer_id > ?", order, order + 1, customer);
            same("SELECT id FROM t_complex WHERE order_id = ? OR customer_id = ?", order, customer);
            same(
                    "SELECT id FROM t_complex WHERE order_id BETWEEN ? AND ? AND customer_id = ?",
                    order,
                    order + 5,
                    customer);
        }
    }

    @Test
    void hintsOfComments() throws Exception {
        for (int i = 0; i < 20; i++) {
            same("/* SHARDINGSPHERE_HINT: t_hint.SHARDING_TABLE_VALUE=" + i + " */ INSERT INTO t_hint (id) VALUES (" + i
                    + ")");
        }
        sameTables("t_hint");
        for (int i = 0; i < 20; i++) {
            same("/* SHARDINGSPHERE_HINT: t_hint.SHARDING_TABLE_VALUE=" + i + " */ SELECT id FROM t_hint");
        }
        same("SELECT id FROM t_hint");
    }

    @Test
    void autoTables() throws Exception {
        for (int i = -20; i < 20; i++) {
            same("INSERT INTO t_auto (id, n) VALUES (?, ?)", ++id, i);
            same("SELECT id FROM t_auto WHERE n = ?", i);
        }
        sameTables("t_auto");
    }

    @Test
    void keysOfRowsAndBatches() throws Exception {
        same("INSERT INTO t_key (v) VALUES (1), (2), (3)");
        same("INSERT INTO t_key (v) VALUES (?)", 4);
        assertThat(batch(ours)).isEqualTo(batch(theirs)).hasSize(3);
        assertThat(ours.calls("inOrder"))
                .isEqualTo(theirs.calls("inOrder"))
                .containsExactly("keys logic_db t_key id 1", "keys logic_db t_key id 1", "keys logic_db t_key id 1");
        sameTables("t_key");
    }

    private static List<Long> batch(Contender contender) throws SQLException {
        List<Long> keys = new ArrayList<>();
        try (PreparedStatement statement = contender
                .session()
                .prepareStatement("INSERT INTO t_key (v) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < 3; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            statement.executeBatch();
            ResultSet rows = statement.getGeneratedKeys();
            while (rows.next()) {
                keys.add(rows.getLong(1));
            }
        }
        return keys;
    }
}
