package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Holdability is what the drivers say, and rows that are read after a commit are all rows, or an error. */
class HoldabilityTest {
    private static final int ROWS = 2000;
    private static final List<Integer> BOTH =
            List.of(ResultSet.HOLD_CURSORS_OVER_COMMIT, ResultSet.CLOSE_CURSORS_AT_COMMIT);

    private static Fixture<ShardingDataSource> fixture(DatabaseKind kind, String name) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, name + kind.name().toLowerCase(Locale.ROOT))
                .sharded("t", "id", 4)
                .open(ShardingDataSourceFactory::create);
        fixture.onBoth("CREATE TABLE t (id INT PRIMARY KEY, x INT)");
        StringBuilder rows = new StringBuilder("INSERT INTO t (id, x) VALUES ");
        for (int i = 0; i < ROWS; i++) {
            rows.append(i == 0 ? "" : ", ").append("(").append(i).append(", 1)");
        }
        fixture.onBoth(rows.toString());
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void itIsWhatTheDriverSays(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = fixture(kind, "holdability_said_");
                Connection plain = fixture.plain().getConnection();
                Connection sharded = fixture.sharded().getConnection()) {
            assertThat(said(sharded)).as("unset").isEqualTo(said(plain));
            for (int wanted : BOTH) {
                plain.setHoldability(wanted);
                sharded.setHoldability(wanted);
                assertThat(said(sharded)).as("set to " + wanted).isEqualTo(said(plain));
            }
        }
    }

    private static List<Integer> said(Connection connection) throws SQLException {
        List<Integer> said = new ArrayList<>();
        said.add(connection.getHoldability());
        said.add(connection.getMetaData().getResultSetHoldability());
        for (int wanted : BOTH) {
            said.add(connection.getMetaData().supportsResultSetHoldability(wanted) ? 1 : 0);
            try (Statement statement =
                    connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, wanted)) {
                said.add(statement.getResultSetHoldability());
                statement.executeQuery("SELECT x FROM t WHERE id < 10").close();
                said.add(statement.getResultSetHoldability());
            }
        }
        try (Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT x FROM t")) {
            said.add(statement.getResultSetHoldability());
            said.add(prepared.getResultSetHoldability());
        }
        return said;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsAfterACommitAreAllRowsOrAnError(DatabaseKind kind) throws Exception {
        int held = 0;
        try (Fixture<ShardingDataSource> fixture = fixture(kind, "holdability_held_")) {
            for (String sql : List.of(
                    "SELECT id FROM t",
                    "SELECT id FROM t ORDER BY id",
                    "SELECT id FROM t WHERE id IN (1, 5, 9, 13, 17)",
                    "SELECT x, COUNT(*) FROM t GROUP BY x",
                    "SELECT id FROM t ORDER BY id LIMIT 900")) {
                for (int wanted : BOTH) {
                    for (int fetchSize : new int[] {0, 1, 50, Integer.MIN_VALUE}) {
                        for (boolean rollback : new boolean[] {false, true}) {
                            held += isHeld(fixture, sql, wanted, fetchSize, rollback) ? 1 : 0;
                        }
                    }
                }
            }
        }
        assertThat(held).isPositive();
    }

    /** Whether all rows come though the transaction ends after the first one, and others change the rows meanwhile. */
    private static boolean isHeld(
            Fixture<ShardingDataSource> fixture, String sql, int wanted, int fetchSize, boolean rollback)
            throws Exception {
        List<Integer> all = new ArrayList<>();
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                all.add(rows.getInt(1));
            }
        }
        String what = sql + ", holdability " + wanted + ", fetch size " + fetchSize;
        List<Integer> read = new ArrayList<>();
        try (Connection connection = fixture.sharded().getConnection()) {
            connection.setAutoCommit(false);
            try (Statement statement =
                    connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY, wanted)) {
                setFetchSize(statement, fetchSize);
                ResultSet rows = statement.executeQuery(sql);
                rows.next();
                read.add(rows.getInt(1));
                if (rollback) {
                    connection.rollback();
                } else {
                    connection.commit();
                }
                fixture.onSharded("UPDATE t SET x = x + 1");
                boolean open = !rows.isClosed();
                while (open && rows.next()) {
                    read.add(rows.getInt(1));
                }
                if (!open) {
                    return false;
                }
            } catch (SQLException refused) {
                return false;
            } finally {
                connection.rollback();
            }
        } finally {
            fixture.onSharded("UPDATE t SET x = 1");
        }
        assertThat(read).as(what).containsExactlyInAnyOrderElementsOf(all);
        return true;
    }

    private static void setFetchSize(Statement statement, int fetchSize) {
        try {
            statement.setFetchSize(fetchSize);
        } catch (SQLException unknown) {
            // as the driver has it
            return;
        }
    }
}
