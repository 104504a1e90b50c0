package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What may be changed by updatable results without rows that are looked for elsewhere. */
class UpdatableRowsTest {
    private static final List<String> NAMES = List.of("updatable_0", "updatable_1");

    private static ShardingDataSource open(DatabaseKind kind) throws SQLException {
        for (String name : NAMES) {
            TestServer.of(kind).createDatabase(name);
        }
        return ShardingDataSourceFactory.create(configuration(kind, "4"));
    }

    private static ShardingConfiguration configuration(DatabaseKind kind, String count) {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        for (String name : NAMES) {
            builder.dataSource(
                    name,
                    Map.of("jdbcUrl", server.jdbcUrl(name), "username", server.user(), "password", server.password()));
        }
        return builder.rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_order", "updatable_0,updatable_1", StrategyConfiguration.standard("id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", count))
                        .build())
                .rule(new BroadcastRuleConfiguration(List.of("t_kind")))
                .build();
    }

    private static ResultSet updatable(Statement statement, String sql) throws SQLException {
        ResultSet rows = statement.executeQuery(sql);
        assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_UPDATABLE);
        assertThat(rows.next()).isTrue();
        return rows;
    }

    private static void assertRefused(ThrowingCallable change, String... told) {
        assertThatThrownBy(change)
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageContainingAll(told);
    }

    /** Rows that were read by the rules of before may lie elsewhere by those of now. */
    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void nothingIsChangedByTheRulesOfBefore(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                Statement updating =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            statement.execute("CREATE TABLE t_order (id INT PRIMARY KEY, note VARCHAR(20))");
            statement.execute("INSERT INTO t_order VALUES (5, 'before')");
            ResultSet rows = updatable(updating, "SELECT id, note FROM t_order WHERE id = 5");
            rows.updateString("note", "changed");
            rows.updateRow();
            dataSource.reconfigure(configuration(kind, "2"));
            rows.updateString("note", "lost");
            assertRefused(rows::updateRow, "updateRow on an updatable result", "the configuration was changed");
            assertRefused(rows::deleteRow, "deleteRow on an updatable result", "the configuration was changed");
            statement.execute("DROP TABLE t_order");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aRowStaysWhereItsShardingColumnSays(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                Statement updating =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            statement.execute("CREATE TABLE t_order (id INT PRIMARY KEY, note VARCHAR(20))");
            statement.execute("INSERT INTO t_order VALUES (1, 'a'), (2, 'b')");
            try (ResultSet rows = updatable(updating, "SELECT id, note FROM t_order WHERE id = 1")) {
                assertRefused(() -> rows.updateInt(1, 2), "updateInt of sharding column", "t_order", "UPDATE");
                assertRefused(() -> rows.updateObject("ID", 2), "updateObject", "t_order");
                rows.updateString("note", "changed");
                rows.updateRow();
                rows.moveToInsertRow();
                rows.updateString(2, "new");
                assertRefused(rows::insertRow, "insertRow", "t_order", "INSERT");
            }
            try (ResultSet rows = updatable(updating, "SELECT id AS number, note FROM t_order WHERE id = 2")) {
                assertRefused(() -> rows.updateInt("number", 3), "updateInt of sharding column", "t_order");
            }
            try (ResultSet rows = statement.executeQuery("SELECT note FROM t_order ORDER BY id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("changed");
            }
            try (ResultSet rows = updatable(updating, "SELECT id, note FROM t_order WHERE id = 2")) {
                rows.deleteRow();
            }
            try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL"})
    void copiesOfARowStayAlike(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = open(kind);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                Statement updating =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            statement.execute("CREATE TABLE t_kind (id INT PRIMARY KEY, note VARCHAR(20))");
            statement.execute("INSERT INTO t_kind VALUES (1, 'a')");
            updating.setFetchSize(10);
            try (ResultSet rows = updatable(updating, "SELECT id, note FROM t_kind")) {
                assertRefused(() -> rows.updateString("note", "b"), "broadcast table t_kind", "UPDATE");
                assertRefused(rows::deleteRow, "deleteRow", "broadcast table t_kind");
                assertRefused(rows::insertRow, "insertRow", "broadcast table t_kind");
            }
        }
    }
}
