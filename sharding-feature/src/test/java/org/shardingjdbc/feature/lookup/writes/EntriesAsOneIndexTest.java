package org.shardingjdbc.feature.lookup.writes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Random writes of a table with look-ups beside the same in one database with a unique index: counts, errors and rows
 * are the same, in and out of transactions, and each row has its entry and each entry its row. More of it by
 * {@code -Dlookup.steps=5000 -Dlookup.seed=8}.
 */
@Tag("random")
class EntriesAsOneIndexTest {
    private static final int STEPS = Integer.getInteger("lookup.steps", 300);
    private static final long SEED = Long.getLong("lookup.seed", 7);
    private static final int SHOWN = 30;

    @TempDir
    private static Path logs;

    private final List<String> course = new ArrayList<>();
    private Random random;
    private Connection plain;
    private Connection sharded;
    private boolean postgreSql;
    private int ids;
    private int refused;
    /** Whether a transaction can only be rolled back, as on PostgreSQL after an error. */
    private boolean lost;

    static Stream<Arguments> cells() {
        return Arrays.stream(DatabaseKind.values())
                .flatMap(kind -> Stream.of(Arguments.of(kind, "XA", 2), Arguments.of(kind, "LOCAL", 1)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void writesAreThoseOfOneDatabaseWithAUniqueIndex(DatabaseKind kind, String type, int sources) throws SQLException {
        random = new Random(SEED + kind.ordinal());
        postgreSql = kind == DatabaseKind.POSTGRESQL;
        try (OrdersFixture fixture = OrdersFixture.on(kind, type, sources, logs);
                Connection one = fixture.openPlain();
                Connection many = fixture.open()) {
            plain = one;
            sharded = many;
            for (int step = 1; step <= STEPS; step++) {
                step();
                if (step % 20 == 0) {
                    end();
                    compare();
                }
            }
            assertThat(refused).as("duplicates are met").isGreaterThan(STEPS / 20);
        }
    }

    private void step() throws SQLException {
        if (sharded.getAutoCommit() && random.nextInt(6) == 0) {
            plain.setAutoCommit(false);
            sharded.setAutoCommit(false);
            course.add("BEGIN");
        } else if (!sharded.getAutoCommit() && random.nextInt(6) == 0) {
            end();
        }
        switch (random.nextInt(12)) {
            case 0, 1, 2 ->
                both(
                        "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, ?, ?)",
                        ++ids,
                        user(),
                        number(),
                        mail(),
                        1);
            case 3 ->
                both(
                        "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, ?, 1), (?, ?, ?, 'm', 2)",
                        ++ids,
                        user(),
                        number(),
                        mail(),
                        ++ids,
                        user(),
                        number());
            case 4 -> both("UPDATE t_order SET order_no = ? WHERE user_id = ? AND id > ?", number(), user(), ids - 6);
            case 5 -> both("UPDATE t_order SET order_no = ?, status = 3 WHERE order_no = ?", number(), given());
            case 6 -> both("UPDATE t_order SET user_id = ? WHERE order_no = ?", user(), given());
            case 7 -> both("UPDATE t_order SET status = ? WHERE mail = ?", random.nextInt(5), "m" + random.nextInt(3));
            case 8 -> both("DELETE FROM t_order WHERE order_no = ?", given());
            case 9 -> both("DELETE FROM t_order WHERE user_id = ? AND status > ?", user(), random.nextInt(4));
            case 10 -> thereAndBack();
            default -> batch();
        }
    }

    /** A value that is given up and taken again: by the row that had it, or by another one. */
    private void thereAndBack() throws SQLException {
        String one = given();
        both("UPDATE t_order SET order_no = 'elsewhere' WHERE order_no = ?", one);
        both("UPDATE t_order SET order_no = ? WHERE order_no = 'elsewhere'", one);
        both("DELETE FROM t_order WHERE order_no = ?", one);
        both("INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, NULL, 0)", ++ids, user(), one);
    }

    private void batch() throws SQLException {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            rows.add(new Object[] {++ids, user(), "b" + ids % 9, mail(), i});
        }
        boolean own = sharded.getAutoCommit();
        if (own) {
            // a batch in autocommit mode commits what each driver likes
            plain.setAutoCommit(false);
            sharded.setAutoCommit(false);
        }
        String expected = batch(plain, rows);
        String actual = batch(sharded, rows);
        course.add("batch " + expected);
        assertThat(actual).as(this::course).isEqualTo(expected);
        boolean failed = !expected.startsWith("[");
        end(failed ? 1 : own ? 0 : 2);
    }

    private static String batch(Connection connection, List<Object[]> rows) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, ?, ?)")) {
            for (Object[] row : rows) {
                for (int i = 0; i < row.length; i++) {
                    insert.setObject(i + 1, row[i]);
                }
                insert.addBatch();
            }
            try {
                return Arrays.toString(insert.executeBatch());
            } catch (BatchUpdateException e) {
                return told(e);
            }
        }
    }

    private void both(String sql, Object... parameters) throws SQLException {
        String expected = run(plain, sql, parameters);
        String actual = run(sharded, sql, parameters);
        course.add(sql + " " + Arrays.toString(parameters) + ": " + expected);
        assertThat(actual).as(this::course).isEqualTo(expected);
        if (expected.contains(" ")) {
            refused++;
            lost = postgreSql && !sharded.getAutoCommit();
        }
    }

    private static String run(Connection connection, String sql, Object... parameters) {
        try {
            return String.valueOf(OrdersFixture.update(connection, sql, parameters));
        } catch (SQLException e) {
            return told(e);
        }
    }

    /** PostgreSQL has no numbers for its errors; what refuses statements of a failed transaction has one of its own. */
    private static String told(SQLException e) {
        return e.getSQLState() + " " + (e.getSQLState().equals("25P02") ? 0 : e.getErrorCode());
    }

    private void end() throws SQLException {
        if (!sharded.getAutoCommit()) {
            end(lost || random.nextInt(3) == 0 ? 1 : 0);
        }
    }

    /** @param how 0 for a commit, 1 for a rollback, 2 for none of them */
    private void end(int how) throws SQLException {
        if (how == 2) {
            return;
        }
        for (Connection each : List.of(plain, sharded)) {
            if (how == 1) {
                each.rollback();
            } else {
                each.commit();
            }
            each.setAutoCommit(true);
        }
        lost = false;
        course.add(how == 1 ? "ROLLBACK" : "COMMIT");
    }

    private void compare() throws SQLException {
        assertThat(OrdersFixture.orders(sharded)).as(this::course).isEqualTo(OrdersFixture.orders(plain));
        assertThat(OrdersFixture.strays(sharded)).as(this::course).isEmpty();
        for (int i = 0; i < 5; i++) {
            String sql = "SELECT user_id, id FROM t_order WHERE order_no = 'n" + i + "'";
            assertThat(OrdersFixture.rows(sharded, sql)).as(this::course).isEqualTo(OrdersFixture.rows(plain, sql));
        }
    }

    private String course() {
        return String.join("\n", course.subList(Math.max(0, course.size() - SHOWN), course.size()));
    }

    private int user() {
        return random.nextInt(9);
    }

    private String number() {
        return random.nextInt(5) == 0 ? null : given();
    }

    private String given() {
        return "n" + random.nextInt(12);
    }

    private String mail() {
        return random.nextInt(4) == 0 ? null : "m" + random.nextInt(3);
    }
}
