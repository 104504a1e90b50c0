package org.shardingjdbc.feature.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Random statements with and without marks, in and out of transactions: each must answer what the plain database of its
 * side answers, and in the end production holds exactly what a database holds that was given those without marks only.
 * More of them by {@code -Dshadow.statements=5000}.
 */
@Tag("random")
class RandomShadowTest {
    private static final int STATEMENTS = Integer.getInteger("shadow.statements", 250);
    private static final long SEED = Long.getLong("shadow.seed", 20261123L);
    private static final String HINT = "/* SHARDING_HINT: SHADOW=true */ ";
    private static final int TEST_USER = 9;

    /** How a statement tells where it belongs. */
    private enum Mark {
        /** By the user that it names, who is a test or not. */
        COLUMN,
        COMMENT,
        SCOPE,
        /** Not at all. */
        NONE
    }

    /** A statement, and the side that it names. */
    private record Case(String sql, Mark mark, boolean shadow) {}

    private Random random;
    private ShadowFixture fixture;
    private ShadowModel model;
    private Connection connection;
    private long nextId;
    /** Null out of transactions, and before the first statement of one. */
    private Boolean side;

    private int answered;
    private int refused;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void bothSidesHoldWhatWasMeantForThem(DatabaseKind kind) throws SQLException {
        random = new Random(SEED);
        try (ShadowFixture opened = ShadowFixture.on(kind, "shadow_random");
                ShadowModel plain = new ShadowModel(
                        TestServer.of(kind), "shadow_model_" + kind.name().toLowerCase(Locale.ROOT) + "_");
                Connection session = opened.dataSource().getConnection()) {
            fixture = opened;
            model = plain;
            connection = session;
            int done = 0;
            while (done < STATEMENTS) {
                done += random.nextInt(3) == 0 ? transaction() : one();
                if (done % 50 < 3) {
                    compare();
                }
            }
            compare();
        }
        assertThat(answered).isGreaterThan(STATEMENTS / 2);
        assertThat(refused).isPositive();
        System.out.println(kind + ": " + answered + " answered, " + refused + " refused, 0 different");
    }

    private int one() throws SQLException {
        int form = random.nextInt(8);
        if (form == 0) {
            return preparedBatch();
        }
        return form == 1 ? textBatch() : run(next());
    }

    /** Some statements that are committed or rolled back. */
    private int transaction() throws SQLException {
        connection.setAutoCommit(false);
        model.of(false).setAutoCommit(false);
        model.of(true).setAutoCommit(false);
        int count = 1 + random.nextInt(5);
        boolean shadow = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            Case next = next();
            // mostly of one side, so that most is answered
            for (int tries = 0; tries < 3 && next.mark() != Mark.NONE && next.shadow() != shadow; tries++) {
                next = next();
            }
            run(next);
        }
        boolean commit = random.nextBoolean();
        for (Connection each : List.of(connection, model.of(false), model.of(true))) {
            if (commit) {
                each.commit();
            } else {
                each.rollback();
            }
            each.setAutoCommit(true);
        }
        side = null;
        return count;
    }

    private Case next() {
        Mark mark = Mark.values()[random.nextInt(Mark.values().length)];
        if (mark == Mark.COLUMN) {
            boolean shadow = random.nextBoolean();
            return new Case(ofUser(shadow ? TEST_USER : 1 + random.nextInt(8)), mark, shadow);
        }
        String sql = random.nextInt(3) == 0 && mark != Mark.NONE ? ofUser(1 + random.nextInt(8)) : ofNobody();
        return new Case(sql, mark, mark != Mark.NONE);
    }

    private String ofUser(int user) {
        String table = random.nextBoolean() ? "t_order" : "t_item";
        String is = random.nextInt(3) == 0 ? " IN (" + user + ", " + user + ")" : " = " + user;
        return switch (random.nextInt(9)) {
            case 0, 1 -> "INSERT INTO " + table + " (id, user_id, note) VALUES " + row(user);
            case 2 -> "INSERT INTO " + table + " VALUES " + row(user) + ", " + row(user) + ", " + row(user);
            case 3 ->
                "UPDATE " + table + " SET note = '" + note() + "' WHERE user_id" + is + " AND id > "
                        + random.nextLong(nextId + 1);
            case 4 -> "DELETE FROM " + table + " WHERE id < " + random.nextLong(nextId + 1) / 4 + " AND user_id" + is;
            case 5 -> "SELECT id, user_id, note FROM " + table + " WHERE user_id" + is + " ORDER BY id";
            case 6 ->
                "SELECT o.id, i.id FROM t_order o JOIN t_item i ON o.note = i.note WHERE o.user_id" + is
                        + " ORDER BY o.id, i.id LIMIT 20";
            case 7 ->
                "SELECT note, COUNT(*) FROM t_order WHERE id IN (SELECT id + 1 FROM t_item WHERE user_id" + is
                        + ") GROUP BY note ORDER BY note";
            default ->
                "INSERT INTO t_one (id, note) SELECT id + " + (nextId += 1000) + ", note FROM " + table
                        + " WHERE user_id" + is + " AND id < " + random.nextLong(nextId) / 8;
        };
    }

    private String ofNobody() {
        return switch (random.nextInt(7)) {
            case 0 -> "INSERT INTO t_one (id, note) VALUES (" + ++nextId + ", '" + note() + "')";
            case 1 -> "INSERT INTO t_country (id, note) VALUES (" + ++nextId + ", '" + note() + "')";
            case 2 -> "UPDATE t_one SET note = '" + note() + "' WHERE id < " + random.nextLong(nextId + 1);
            case 3 -> "UPDATE t_order SET note = '" + note() + "' WHERE id = " + random.nextLong(nextId + 1);
            case 4 -> "DELETE FROM t_country WHERE id < " + random.nextLong(nextId + 1) / 3;
            case 5 ->
                "SELECT o.id, c.note FROM t_order o JOIN t_country c ON o.note = c.note ORDER BY o.id, c.id LIMIT 20";
            default -> "SELECT note, COUNT(*), MAX(id) FROM t_order GROUP BY note ORDER BY note";
        };
    }

    private String row(int user) {
        return "(" + ++nextId + ", " + user + ", '" + note() + "')";
    }

    private String note() {
        return "n" + random.nextInt(12);
    }

    /** Runs a statement on both, or sees that it is refused because its transaction is on the other side. */
    private int run(Case next) throws SQLException {
        boolean inTransaction = !connection.getAutoCommit();
        boolean shadow = next.mark() == Mark.NONE && side != null ? side : next.shadow();
        String sql = (next.mark() == Mark.COMMENT ? HINT : "") + next.sql();
        List<String> found;
        try (Statement statement = connection.createStatement()) {
            if (next.mark() == Mark.SCOPE) {
                try (ShardingHint scope = ShardingHint.open().setSide(Side.SHADOW)) {
                    assertThat(scope).isNotNull();
                    found = result(statement, sql);
                }
            } else {
                found = result(statement, sql);
            }
        } catch (SQLException e) {
            assertThat(e.getMessage()).as(sql).contains("the transaction began on");
            assertThat(side).as(sql).isNotNull().isNotEqualTo(shadow);
            refused++;
            return 1;
        }
        assertThat(side == null || side == shadow).as(sql).isTrue();
        try (Statement statement = model.of(shadow).createStatement()) {
            assertThat(found).as(next + " seed " + SEED).isEqualTo(result(statement, next.sql()));
        }
        answered++;
        if (inTransaction) {
            side = shadow;
        }
        return 1;
    }

    private int preparedBatch() throws SQLException {
        boolean shadow = random.nextBoolean();
        String sql = "INSERT INTO t_order (id, user_id, note) VALUES (?, ?, ?)";
        try (PreparedStatement sharded = connection.prepareStatement(sql);
                PreparedStatement plain = model.of(shadow).prepareStatement(sql)) {
            for (int i = random.nextInt(4); i >= 0; i--) {
                long id = ++nextId;
                int user = shadow ? TEST_USER : 1 + random.nextInt(8);
                String note = note();
                for (PreparedStatement each : List.of(sharded, plain)) {
                    each.setLong(1, id);
                    each.setInt(2, user);
                    each.setString(3, note);
                    each.addBatch();
                }
            }
            assertThat(sharded.executeBatch()).hasSameSizeAs(plain.executeBatch());
        }
        answered++;
        return 1;
    }

    private int textBatch() throws SQLException {
        try (Statement sharded = connection.createStatement()) {
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                boolean shadow = random.nextBoolean();
                String sql = "INSERT INTO t_one (id, note) VALUES (" + ++nextId + ", '" + note() + "')";
                sharded.addBatch((shadow ? HINT : "") + sql);
                try (Statement plain = model.of(shadow).createStatement()) {
                    plain.execute(sql);
                }
            }
            assertThat(sharded.executeBatch()).hasSize(count);
        }
        answered++;
        return 1;
    }

    private void compare() throws SQLException {
        for (String table : ShadowModel.TABLES) {
            assertThat(ShadowModel.rows(connection, "", table))
                    .as(table)
                    .isEqualTo(ShadowModel.rows(model.of(false), "", table));
            assertThat(ShadowModel.rows(connection, HINT, table))
                    .as("shadow of " + table)
                    .isEqualTo(ShadowModel.rows(model.of(true), "", table));
        }
        // as the databases themselves see it
        for (boolean shadow : List.of(false, true)) {
            int rows = 0;
            for (int i = 0; i < 2; i++) {
                for (String actual : List.of("t_order_0", "t_order_1")) {
                    rows += Integer.parseInt(fixture.on((shadow ? "s_" : "p_") + i, "SELECT COUNT(*) FROM " + actual)
                            .get(0));
                }
            }
            assertThat(rows)
                    .isEqualTo(ShadowModel.rows(model.of(shadow), "", "t_order").size());
        }
    }

    /** Rows, each as a text, or the update count. */
    static List<String> result(Statement statement, String sql) throws SQLException {
        if (!statement.execute(sql)) {
            return List.of("count " + statement.getUpdateCount());
        }
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }
}
