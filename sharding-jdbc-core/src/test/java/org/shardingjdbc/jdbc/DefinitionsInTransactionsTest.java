package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Schema migrations as tools run them on PostgreSQL: definitions and rows in one transaction. */
@Timeout(300)
final class DefinitionsInTransactionsTest {
    private ShardingDataSource dataSource;
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        for (int i = 0; i < 2; i++) {
            builder.dataSource(
                    "ds_" + i,
                    Map.of(
                            "jdbcUrl",
                            server.createDatabase("migrated_" + i),
                            "username",
                            server.user(),
                            "password",
                            server.password(),
                            "maximumPoolSize",
                            "1"));
        }
        dataSource = ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_order", "ds_${0..1}", StrategyConfiguration.standard("order_id", "mod")))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                        .build())
                .rule(new SingleRuleConfiguration(List.of("*.*.*"), "ds_0"))
                .build());
        connection = dataSource.getConnection();
        statement = connection.createStatement();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        connection.rollback();
        connection.close();
        dataSource.close();
    }

    private long count(String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Test
    void newTableIsUsedBeforeTheCommit() throws SQLException {
        statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
        statement.executeUpdate("INSERT INTO t_order VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        assertThat(count("SELECT COUNT(*) FROM t_order")).isEqualTo(3);
        statement.execute("ALTER TABLE t_order ADD COLUMN more INT");
        statement.executeUpdate("UPDATE t_order SET more = 7 WHERE order_id IN (1, 2)");
        assertThat(count("SELECT SUM(more) FROM t_order")).isEqualTo(14);
        connection.commit();
        assertThat(count("SELECT COUNT(*) FROM t_order")).isEqualTo(3);
    }

    @Test
    void rollbackMakesTheTableUnknownAgain() throws SQLException {
        statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
        statement.executeUpdate("INSERT INTO t_order VALUES (1, 'a')");
        connection.rollback();
        assertThatThrownBy(() -> count("SELECT COUNT(*) FROM t_order")).isInstanceOf(SQLException.class);
        connection.rollback();
        statement.execute("CREATE TABLE t_order (order_id INT PRIMARY KEY)");
        statement.executeUpdate("INSERT INTO t_order VALUES (1), (2)");
        assertThat(count("SELECT COUNT(*) FROM t_order")).isEqualTo(2);
    }

    @Test
    void singleTablesToo() throws SQLException {
        statement.execute("CREATE TABLE t_history (id INT PRIMARY KEY)");
        statement.executeUpdate("INSERT INTO t_history VALUES (1)");
        assertThat(count("SELECT COUNT(*) FROM t_history")).isEqualTo(1);
        connection.commit();
        assertThat(count("SELECT COUNT(*) FROM t_history")).isEqualTo(1);
    }
}
