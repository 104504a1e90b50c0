package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** What the prop local-cross-shard makes of transactions that write to a second data source. */
class CrossShardWritesTest {
    @Test
    void refuseLetsATransactionWriteToOneDataSource() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO t VALUES (0, 'a')");
            assertThat(count(statement)).isEqualTo(1);
            assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (1, 'b')"))
                    .isInstanceOfSatisfying(SQLException.class, e -> {
                        assertThat(e.getErrorCode()).isEqualTo(ErrorCode.CROSS_SHARD_WRITE.number());
                        assertThat(e.getMessage()).contains("ds_0").contains("ds_1");
                    });
            statement.execute("INSERT INTO t VALUES (2, 'c')");
            connection.commit();
            assertThat(count(statement)).isEqualTo(2);
        }
    }

    @Test
    void refuseHoldsForOneStatementToo() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (0, 'a'), (1, 'b')"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(ErrorCode.CROSS_SHARD_WRITE.number()));
            assertThat(count(statement)).isZero();
            statement.execute("INSERT INTO t VALUES (0, 'a'), (2, 'b')");
            assertThat(count(statement)).isEqualTo(2);
        }
    }

    @Test
    void warnAndAllowLetItBe() throws SQLException {
        for (String choice : new String[] {"warn", "allow"}) {
            try (ShardingDataSource dataSource = create(choice);
                    Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("INSERT INTO t VALUES (0, 'a')");
                statement.execute("INSERT INTO t VALUES (1, 'b')");
                connection.commit();
                assertThat(count(statement)).isEqualTo(2);
            }
        }
    }

    @Test
    void aTypeWithoutItsJarNamesTheArtifact() {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:missing", "username", "sa"))
                .transaction(new TransactionConfiguration("BASE", null, Map.of()));
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(builder.build()))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("org.shardingjdbc:sharding-transaction-base");
    }

    private static ShardingDataSource create(String choice) throws SQLException {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        for (int i = 0; i < 2; i++) {
            builder.dataSource(
                    "ds_" + i,
                    Map.of("jdbcUrl", "jdbc:h2:mem:cross_" + choice + i + ";DB_CLOSE_DELAY=-1", "username", "sa"));
        }
        ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                                .autoTable(new AutoTableConfiguration(
                                        "t", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                                .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                                .build())
                        .prop(PropKey.LOCAL_CROSS_SHARD, choice)
                        .build());
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(10))");
        }
        return dataSource;
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
