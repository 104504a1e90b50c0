package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * ShardingSphere's own algorithms under the same YAML in 5.5.2 and here: each row lies in the same table, and queries
 * find the same. More rows by {@code -Dshardingsphere.rows=500}.
 */
@Tag("random")
class SamePlacementsTest {
    private static final int ROWS = Integer.getInteger("shardingsphere.rows", 40);
    private static final List<String> TABLES = new ArrayList<>();

    static {
        auto("t_mod_int", "INT", 7);
        auto("t_mod_text", "VARCHAR(30)", 4);
        auto("t_hash_long", "BIGINT", 5);
        auto("t_hash_text", "VARCHAR(5000)", 5);
        auto("t_hash_time", "TIMESTAMP", 5);
        auto("t_volume", "BIGINT", 9);
        auto("t_boundary", "DECIMAL(20, 0)", 5);
        auto("t_auto_interval", "TIMESTAMP", 8);
        for (String month : List.of("202312", "202401", "202402", "202403", "202404")) {
            TABLES.add("ds_0.t_month_" + month + columns("TIMESTAMP(3)"));
            TABLES.add("ds_0.t_number_day_" + month + columns("INT"));
            TABLES.add("ds_0.t_forty_days_" + month + columns("VARCHAR(10)"));
        }
        for (int i = 0; i < 8; i++) {
            TABLES.add("ds_" + i % 2 + ".t_inline_" + i / 2 + columns("VARCHAR(5000)"));
            TABLES.add("ds_" + i % 2 + ".t_complex_" + i / 2 + columns("BIGINT"));
            TABLES.add("ds_" + i % 2 + ".t_hint_" + i / 2 + columns("BIGINT"));
        }
    }

    private final Random random = new Random(Long.getLong("shardingsphere.seed", 20261126L));
    private static Contender ours;
    private static Contender theirs;
    private static long id;

    private static void auto(String table, String type, int count) {
        for (int i = 0; i < count; i++) {
            TABLES.add("ds_" + i % 2 + "." + table + "_" + i + columns(type));
        }
    }

    private static String columns(String type) {
        return " (id BIGINT PRIMARY KEY, n " + type + ")";
    }

    @BeforeAll
    static void open() throws Exception {
        String rules = Contender.resource("/builtins.yaml");
        ours = Contender.ours("ours_builtin", rules, TABLES);
        theirs = Contender.theirs("theirs_builtin", rules, TABLES);
    }

    @AfterAll
    static void close() throws Exception {
        ours.close();
        theirs.close();
    }

    /** Rows of such values lie alike, and are found alike by each comparison that ShardingSphere can answer. */
    private void same(String table, Function<Random, Object> values) throws Exception {
        List<Object> written = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            Object value = values.apply(random);
            written.add(value);
            same("INSERT INTO " + table + " (id, n) VALUES (?, ?)", ++id, value);
        }
        sameTables(table);
        int answered = 0;
        for (int i = 0; i < ROWS; i++) {
            Object value = written.get(random.nextInt(ROWS));
            same("SELECT id FROM " + table + " WHERE n = ?", value);
            same("SELECT id FROM " + table + " WHERE n IN (?, ?)", value, values.apply(random));
            answered += sameIfAnswered("SELECT id FROM " + table + " WHERE n BETWEEN ? AND ?", value, value);
            answered += sameIfAnswered("SELECT id FROM " + table + " WHERE n >= ?", value);
            answered += sameIfAnswered("SELECT id FROM " + table + " WHERE n < ?", value);
        }
        assertThat(answered).isPositive();
    }

    private static void same(String sql, Object... values) throws Exception {
        List<String> expected = theirs.run(sql, values);
        assertThat(ours.run(sql, values)).as(sql + " " + List.of(values)).isEqualTo(expected);
    }

    private static int sameIfAnswered(String sql, Object... values) throws Exception {
        List<String> expected;
        try {
            expected = theirs.run(sql, values);
        } catch (SQLException | RuntimeException e) {
            ours.run(sql, values);
            return 0;
        }
        assertThat(ours.run(sql, values)).as(sql + " " + List.of(values)).isEqualTo(expected);
        return 1;
    }

    private static void sameTables(String logicTable) throws Exception {
        int rows = 0;
        int used = 0;
        for (String table : TABLES) {
            String node = table.substring(0, table.indexOf(' '));
            if (node.startsWith(logicTable + "_", 5)) {
                List<String> expected = theirs.held(node);
                assertThat(ours.held(node)).as(node).isEqualTo(expected);
                rows += expected.size();
                used += expected.isEmpty() ? 0 : 1;
            }
        }
        assertThat(rows).isGreaterThanOrEqualTo(ROWS);
        assertThat(used).isGreaterThan(1);
    }

    private static int number(Random random) {
        return random.nextInt(4) == 0 ? random.nextInt() : random.nextInt(20_000) - 10_000;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(30) == 0 ? 3000 : random.nextInt(12);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(random.nextInt(8) == 0 ? 0x1F600 + random.nextInt(40) : ' ' + random.nextInt(600));
        }
        return text.toString();
    }

    private static LocalDateTime time(Random random) {
        LocalDateTime day = LocalDateTime.of(2023, 12, 1, 0, 0).plusDays(random.nextInt(150));
        return random.nextInt(5) == 0 ? day : day.plusSeconds(random.nextInt(86_400));
    }

    @Test
    void numbersModuloACount() throws Exception {
        same("t_mod_int", random -> random.nextBoolean() ? (Object) number(random) : (Object) (long) number(random));
        same("t_mod_text", random -> "ab-" + random.nextInt(10_000) + "-x");
    }

    @Test
    void hashCodesModuloACount() throws Exception {
        same("t_hash_long", random -> random.nextBoolean() ? random.nextLong() : (long) number(random));
        same("t_hash_text", SamePlacementsTest::text);
        same("t_hash_time", SamePlacementsTest::time);
    }

    @Test
    void intervalsOfNumbers() throws Exception {
        same("t_volume", random -> (long) number(random));
        same("t_boundary", random -> random.nextBoolean() ? (Object) number(random) : "" + number(random));
    }

    @Test
    void periods() throws Exception {
        same("t_auto_interval", random -> Timestamp.valueOf(time(random)));
        same("t_month", random -> random.nextBoolean() ? time(random) : Timestamp.valueOf(time(random)));
        same("t_forty_days", random -> time(random).toLocalDate().toString());
    }

    @Test
    void periodsOfDaysThatAreNumbers() throws Exception {
        same("t_number_day", random -> {
            LocalDate day = time(random).toLocalDate();
            return day.getYear() * 10_000 + day.getMonthValue() * 100 + day.getDayOfMonth();
        });
    }

    @Test
    void expressions() throws Exception {
        same("t_inline", SamePlacementsTest::text);
        for (int i = 0; i < ROWS; i++) {
            long number = number(random);
            same("INSERT INTO t_complex (id, n) VALUES (?, ?)", ++id, number);
            same("SELECT id FROM t_complex WHERE n = ? AND id = ?", number, id);
            int hint = random.nextInt(100);
            String comment = "/* SHARDINGSPHERE_HINT: t_hint.SHARDING_TABLE_VALUE=" + hint + " */ ";
            same(comment + "INSERT INTO t_hint (id, n) VALUES (" + id + ", 1)");
            same(comment + "SELECT id FROM t_hint WHERE id = " + id);
        }
        sameTables("t_complex");
        sameTables("t_hint");
    }
}
