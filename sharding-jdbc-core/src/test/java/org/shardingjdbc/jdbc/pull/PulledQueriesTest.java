package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.testkit.DatabaseKind;

/** Queries that are answered from pulled rows behave as any other query does, and leave nothing behind. */
class PulledQueriesTest {
    private static final String NEIGHBOURS = "SELECT o.order_id, n.order_id FROM t_order o"
            + " JOIN t_order n ON n.order_id = o.order_id + 1 ORDER BY o.order_id";
    private static final List<Integer> ALL = List.of(1, 2, 3, 4, 5, 6, 7);

    private static List<Integer> read(ResultSet rows) throws SQLException {
        List<Integer> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getInt(1));
        }
        return values;
    }

    private static List<Integer> query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void holdOneConnectionWhileTheyAreReadAndNoneAfterwards(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 3)) {
            Connection connection = shards.connection();
            try (Statement statement = connection.createStatement()) {
                ResultSet rows = statement.executeQuery(NEIGHBOURS);
                assertThat(shards.active(0) + shards.active(1)).isOne();
                assertThat(read(rows)).isEqualTo(ALL);
                assertThat(statement.getMoreResults()).isFalse();
                assertThat(rows.isClosed()).isTrue();
                assertThat(shards.active(0) + shards.active(1)).isZero();
                statement.closeOnCompletion();
                statement.executeQuery(NEIGHBOURS).close();
                assertThat(statement.isClosed()).isTrue();
            }
            Statement open = connection.createStatement();
            open.executeQuery(NEIGHBOURS);
            connection.close();
            assertThat(open.isClosed()).isTrue();
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void obeyTheSettingsOfTheStatement(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2);
                Connection connection = shards.connection()) {
            String sql = "SELECT o.order_id, ? FROM t_order o WHERE o.order_id > ?"
                    + " AND EXISTS (SELECT 1 FROM t_order n WHERE n.order_id = o.order_id + ?) ORDER BY 1";
            try (PreparedStatement statement =
                    connection.prepareStatement(sql, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                statement.setMaxRows(3);
                statement.setString(1, "x");
                statement.setInt(2, 2);
                statement.setInt(3, 1);
                ResultSet rows = statement.executeQuery();
                assertThat(read(rows)).containsExactly(3, 4, 5);
                assertThat(rows.absolute(2)).isTrue();
                assertThat(rows.getString(2)).isEqualTo("x");
            }
            try (Statement statement =
                    connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE)) {
                assertThatThrownBy(() -> statement.executeQuery(NEIGHBOURS))
                        .isInstanceOf(SQLFeatureNotSupportedException.class);
            }
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nameTheLogicTables(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2);
                Connection connection = shards.connection();
                PreparedStatement statement = connection.prepareStatement(NEIGHBOURS)) {
            assertThat(statement.getMetaData().getColumnCount()).isEqualTo(2);
            ResultSetMetaData columns = statement.executeQuery().getMetaData();
            for (int i = 1; i <= 2; i++) {
                assertThat(columns.getTableName(i).toLowerCase(Locale.ROOT)).isEqualTo("t_order");
                assertThat(columns.getColumnLabel(i).toLowerCase(Locale.ROOT)).isEqualTo("order_id");
                assertThat(columns.getSchemaName(i)).doesNotContain("temp");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void seeWhatTheirTransactionWroteAndOutliveIt(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int id = 9; id < 12; id++) {
                connection
                        .createStatement()
                        .executeUpdate("INSERT INTO t_order VALUES (" + id + ", " + id + ", 'mine')");
            }
            ResultSet rows = statement.executeQuery(NEIGHBOURS);
            assertThat(rows.next()).isTrue();
            connection.rollback();
            List<Integer> rest = read(rows);
            assertThat(rest).hasSize(9).endsWith(8, 9, 10);
            rows.close();
            assertThat(query(connection, NEIGHBOURS)).isEqualTo(ALL);
            connection.commit();
            shards.assertNothingLeft();
        }
    }

    /** The transaction has the only connection of the pool. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void needNoSecondConnectionOfAPoolThatHasOne(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 1)) {
            try (Connection connection = shards.connection()) {
                connection.setAutoCommit(false);
                connection.createStatement().executeUpdate("UPDATE t_order SET name = 'x' WHERE user_id IN (1, 2)");
                for (int i = 0; i < 3; i++) {
                    assertThat(query(connection, NEIGHBOURS)).isEqualTo(ALL);
                }
                connection.commit();
                connection.setAutoCommit(true);
                assertThat(query(connection, NEIGHBOURS)).isEqualTo(ALL);
            }
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void failWhenTheyPullTooManyRows(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2, "max-pulled-rows: 15");
                Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> query(connection, NEIGHBOURS))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(ErrorCode.PULLED_TOO_MUCH.number()))
                    .hasMessageContaining("8 row(s) of t_order")
                    .hasMessageContaining("15 rows")
                    .hasMessageContaining("max-pulled-rows");
            assertThat(query(connection, NEIGHBOURS.replace("ORDER BY", "WHERE o.order_id < 3 ORDER BY")))
                    .containsExactly(1, 2);
            connection.commit();
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void failWhenTheyPullTooManyBytes(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2, "max-pulled-bytes: 300");
                Connection connection = shards.connection()) {
            assertThatThrownBy(() -> query(connection, NEIGHBOURS))
                    .hasMessageContaining("of t_order")
                    .hasMessageContaining("300 bytes")
                    .hasMessageContaining("max-pulled-bytes");
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void areRefusedWhenPullingIsSwitchedOff(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2, "pulling-enabled: false");
                Connection connection = shards.connection()) {
            assertThatThrownBy(() -> query(connection, NEIGHBOURS)).isInstanceOf(SQLFeatureNotSupportedException.class);
        }
    }

    /** As the database does: PostgreSQL refuses everything until the rollback, others go on. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void failAsTheirDatabaseFails(DatabaseKind kind) throws Exception {
        String wrong = "SELECT CAST(o.name AS " + (kind == DatabaseKind.POSTGRESQL ? "INT" : "DATE") + ")"
                + " FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1";
        try (PulledShards shards = new PulledShards(kind, 2);
                Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            connection.createStatement().executeUpdate("UPDATE t_order SET name = 'x' WHERE order_id = 1");
            if (kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL) {
                assertThat(query(connection, "SELECT COUNT(*) FROM t_order")).containsExactly(8);
            } else {
                assertThatThrownBy(() -> query(connection, wrong))
                        .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getSQLState())
                                .startsWith("22"))
                        .hasMessageNotContaining("shd_");
            }
            if (kind == DatabaseKind.POSTGRESQL) {
                assertThatThrownBy(() -> query(connection, "SELECT 1 FROM t_order WHERE order_id = 1"))
                        .hasMessageContaining(ErrorCode.TRANSACTION_FAILED.id());
                connection.rollback();
            } else {
                assertThat(query(connection, "SELECT COUNT(*) FROM t_order")).containsExactly(8);
                connection.commit();
            }
            shards.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void runWithTheSettingsOfTheSession(DatabaseKind kind) throws Exception {
        String set =
                switch (kind) {
                    case H2 -> "SET TIME ZONE '+05:00'";
                    case POSTGRESQL -> "SET TIME ZONE 'Asia/Karachi'";
                    case MARIADB, MYSQL -> "SET time_zone = '+05:00'";
                };
        String hour =
                switch (kind) {
                    case H2, POSTGRESQL -> "EXTRACT(TIMEZONE_HOUR FROM CURRENT_TIMESTAMP)";
                    case MARIADB, MYSQL -> "HOUR(FROM_UNIXTIME(0))";
                };
        try (PulledShards shards = new PulledShards(kind, 2)) {
            Connection connection = shards.connection();
            connection.setReadOnly(true);
            connection.createStatement().execute(set);
            String sql = "SELECT " + hour + " FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1";
            assertThat(query(connection, sql)).hasSize(7).containsOnly(5);
            connection.close();
            shards.assertNothingLeft();
        }
    }

    /** Neither data source has both tables. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void combineTablesOfDifferentDataSources(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 2);
                Connection connection = shards.connection()) {
            String sql = "SELECT h.id FROM t_here h JOIN t_there t ON t.id = h.id WHERE UPPER(h.name) = t.name";
            assertThat(query(connection, sql)).containsExactly(2);
            shards.assertNothingLeft();
        }
    }

    /** A database may run the subquery to know the column, and must not lock the rows for that. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void doNotWaitForWhatTheirOwnTransactionWrote(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 3);
                Connection connection = shards.connection()) {
            connection.setAutoCommit(false);
            connection.createStatement().executeUpdate("INSERT INTO t_here VALUES (9, 'z')");
            String sql = "SELECT d.top FROM t_order o JOIN t_order n ON n.order_id = o.order_id + 1 JOIN"
                    + " (SELECT DISTINCT h.id, (SELECT MAX(id) FROM t_here) AS top FROM t_here h WHERE h.id < 5) d"
                    + " ON d.id = o.order_id";
            assertThat(query(connection, sql)).containsExactly(9, 9);
            connection.rollback();
            shards.assertNothingLeft();
        }
    }

    /** The common table is pulled as a whole; no row of it is wanted, and its table is on one data source only. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void askTheDataSourceThatHasTheTablesOfAPart(DatabaseKind kind) throws Exception {
        try (PulledShards shards = new PulledShards(kind, 3);
                Connection connection = shards.connection()) {
            for (String table : List.of("t_here", "t_there")) {
                String sql = "WITH q AS (SELECT s.id FROM " + table + " s JOIN t_order o ON s.id = o.order_id"
                        + " WHERE o.user_id IS NULL) SELECT o.order_id FROM t_order o"
                        + " JOIN t_order n ON n.order_id = o.order_id + 1 LEFT JOIN q ON q.id = o.order_id";
                assertThat(query(connection, sql)).containsExactlyInAnyOrderElementsOf(ALL);
            }
            shards.assertNothingLeft();
        }
    }
}
