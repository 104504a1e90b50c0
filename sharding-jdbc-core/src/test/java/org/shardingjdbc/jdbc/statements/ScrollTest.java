package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.testkit.DatabaseKind;

/** Scrollable results over several data nodes move as one database's do. */
class ScrollTest {
    private static final List<String> QUERIES = List.of(
            "SELECT order_id, user_id, status, amount FROM t_order ORDER BY order_id",
            "SELECT order_id, status FROM t_order ORDER BY status DESC, order_id LIMIT 5 OFFSET 3",
            "SELECT user_id, COUNT(*), SUM(amount), AVG(amount), MIN(status) FROM t_order GROUP BY user_id ORDER BY user_id",
            "SELECT DISTINCT status FROM t_order ORDER BY status",
            "SELECT COUNT(*), MAX(amount) FROM t_order",
            "SELECT order_id FROM t_order WHERE order_id = 3 AND user_id = 3 ORDER BY order_id",
            "SELECT order_id FROM t_order WHERE order_id < 0 ORDER BY order_id",
            "SELECT o.order_id, p.status FROM t_order o JOIN t_order p ON o.order_id = p.order_id + 1 ORDER BY o.order_id");

    @FunctionalInterface
    private interface Move {
        Object of(ResultSet rows, int argument) throws SQLException;
    }

    private static final List<Move> MOVES = List.of(
            (rows, argument) -> rows.next(),
            (rows, argument) -> rows.previous(),
            (rows, argument) -> rows.absolute(argument),
            (rows, argument) -> rows.relative(argument),
            (rows, argument) -> rows.first(),
            (rows, argument) -> rows.last(),
            (rows, argument) -> {
                rows.beforeFirst();
                return "before";
            },
            (rows, argument) -> {
                rows.afterLast();
                return "after";
            });

    private static void fill(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?, ?)")) {
            for (int i = 1; i <= 12; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i % 4);
                insert.setString(3, i % 5 == 0 ? null : "s" + i % 3);
                insert.setBigDecimal(4, java.math.BigDecimal.valueOf(i * 150L, 2));
                insert.executeUpdate();
            }
        }
    }

    /** Everything that can be seen where the cursor is. */
    private static String look(ResultSet rows) throws SQLException {
        StringBuilder seen = new StringBuilder()
                .append(rows.isBeforeFirst())
                .append(rows.isAfterLast())
                .append(rows.isFirst())
                .append(rows.isLast())
                .append(' ')
                .append(rows.getRow());
        for (int column = 1; column <= rows.getMetaData().getColumnCount(); column++) {
            try {
                seen.append(' ').append(rows.getString(column)).append(rows.wasNull());
            } catch (SQLException e) {
                seen.append(" none");
            }
        }
        return seen.toString();
    }

    private static List<String> walk(Connection connection, String sql, boolean prepared, long seed)
            throws SQLException {
        int type = ResultSet.TYPE_SCROLL_INSENSITIVE;
        List<String> seen = new ArrayList<>();
        Random random = new Random(seed);
        try (Statement statement = prepared
                ? connection.prepareStatement(sql, type, ResultSet.CONCUR_READ_ONLY)
                : connection.createStatement(type, ResultSet.CONCUR_READ_ONLY)) {
            // by which MariaDB's driver streams, and then counts a row behind the last
            boolean streamed = connection instanceof ShardingConnection && seed % 2 == 0;
            statement.setFetchSize(streamed ? 2 : 0);
            ResultSet rows = prepared ? ((PreparedStatement) statement).executeQuery() : statement.executeQuery(sql);
            seen.add("type " + rows.getType() + " " + rows.getConcurrency() + " " + look(rows));
            for (int step = 0; step < 80; step++) {
                int move = random.nextInt(MOVES.size());
                int argument = random.nextInt(17) - 8;
                seen.add(move + "(" + argument + ") " + MOVES.get(move).of(rows, argument) + " " + look(rows));
            }
        }
        return seen;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void movesAreThoseOfOneDatabase(DatabaseKind kind) throws Exception {
        try (StatementShards shards = StatementShards.create(kind, "scroll");
                Connection sharded = shards.sharded().getConnection();
                Connection plain = shards.plain().getConnection()) {
            fill(shards.sharded());
            fill(shards.plain());
            for (String sql : QUERIES) {
                for (int seed = 1; seed <= 2; seed++) {
                    assertThat(walk(sharded, sql, seed == 1, seed))
                            .as("%s, seed %d", sql, seed)
                            .isEqualTo(walk(plain, sql, seed == 1, seed));
                }
            }
            sharded.setAutoCommit(false);
            plain.setAutoCommit(false);
            assertThat(walk(sharded, QUERIES.get(0), true, 7)).isEqualTo(walk(plain, QUERIES.get(0), true, 7));
            sharded.rollback();
            plain.rollback();
        }
    }

    /** Several results on one connection, and fetch sizes, which drivers stream by. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void movesOfSharedConnectionsAreTheSame(DatabaseKind kind) throws Exception {
        try (StatementShards shards =
                        StatementShards.create(kind, "scroll_shared", "max-connections-size-per-query: 1");
                Connection sharded = shards.sharded().getConnection();
                Connection plain = shards.plain().getConnection()) {
            fill(shards.sharded());
            fill(shards.plain());
            for (boolean automatic : List.of(true, false)) {
                sharded.setAutoCommit(automatic);
                plain.setAutoCommit(automatic);
                for (int seed = 3; seed <= 4; seed++) {
                    assertThat(walk(sharded, QUERIES.get(0), seed == 3, seed))
                            .isEqualTo(walk(plain, QUERIES.get(0), seed == 3, seed));
                }
            }
        }
    }

    @Test
    void rowsInMemoryBoundIt() throws Exception {
        try (StatementShards shards =
                StatementShards.create(DatabaseKind.H2, "scroll_bound", "max-rows-in-memory: 5")) {
            fill(shards.sharded());
            try (Connection connection = shards.sharded().getConnection();
                    Statement statement =
                            connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                assertThatThrownBy(() -> statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("max-rows-in-memory");
                try (ResultSet rows =
                        statement.executeQuery("SELECT order_id FROM t_order ORDER BY order_id LIMIT 5")) {
                    assertThat(rows.last()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(5);
                }
            }
        }
    }

    /** Moves of rows that are no database's are those of rows that are. */
    @Test
    void rowsOfOurOwnMoveAsTheOthers() throws Exception {
        String explain = "EXPLAIN SHARDING SELECT * FROM t_order";
        try (StatementShards shards = StatementShards.create(DatabaseKind.H2, "scroll_own");
                Connection sharded = shards.sharded().getConnection();
                Connection plain = shards.plain().getConnection()) {
            int count = 0;
            try (Statement statement = sharded.createStatement();
                    ResultSet rows = statement.executeQuery(explain)) {
                assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
                while (rows.next()) {
                    count++;
                }
            }
            for (int seed = 1; seed <= 2; seed++) {
                List<String> own = places(walk(sharded, explain, seed == 1, seed));
                assertThat(own)
                        .isEqualTo(places(walk(plain, "SELECT x FROM SYSTEM_RANGE(1, " + count + ")", true, seed)));
            }
        }
    }

    /** What was seen without values. */
    private static List<String> places(List<String> seen) {
        return seen.stream()
                .map(each -> String.join(" ", List.of(each.split(" ")).subList(0, 4)))
                .toList();
    }

    @Test
    void updatableResultsOverSeveralNodesAreRefused() throws Exception {
        try (StatementShards shards = StatementShards.create(DatabaseKind.H2, "scroll_update");
                Connection connection = shards.sharded().getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            assertThatThrownBy(() -> statement.executeQuery("SELECT order_id FROM t_order"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("updatable");
        }
    }
}
