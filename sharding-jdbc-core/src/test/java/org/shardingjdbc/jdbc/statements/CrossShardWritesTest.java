package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
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
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

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
            refused(statement, "INSERT INTO t VALUES (0, 'a'), (1, 'b')");
            assertThat(count(statement)).isZero();
            statement.execute("INSERT INTO t VALUES (0, 'a'), (2, 'b')");
            assertThat(count(statement)).isEqualTo(2);
        }
    }

    /** A statement that was refused at its second data source has written to none. */
    @Test
    void aRefusedStatementLeavesTheChoiceOfTheDataSourceOpen() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            refused(statement, "INSERT INTO t VALUES (0, 'a'), (1, 'b')");
            refused(statement, "UPDATE t SET name = 'x'");
            statement.addBatch("INSERT INTO t VALUES (0, 'a')");
            statement.addBatch("INSERT INTO t VALUES (1, 'b')");
            assertThatThrownBy(statement::executeBatch).hasMessageContaining("SHD-6014");
            statement.execute("INSERT INTO t VALUES (1, 'b')");
            refused(statement, "INSERT INTO t VALUES (0, 'a')");
            // what it wrote before the refused one stands
            refused(statement, "INSERT INTO t VALUES (2, 'a'), (3, 'b')");
            refused(statement, "INSERT INTO t VALUES (0, 'a')");
            connection.commit();
            assertThat(count(statement)).isEqualTo(1);
        }
    }

    @Test
    void whatASavepointUndoesIsNotWritten() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            whatASavepointUndoesIsNotWritten(connection, statement);
        }
    }

    private static void whatASavepointUndoesIsNotWritten(Connection connection, Statement statement)
            throws SQLException {
        connection.setAutoCommit(false);
        Savepoint empty = connection.setSavepoint();
        statement.execute("INSERT INTO t VALUES (0, 'a')");
        refused(statement, "INSERT INTO t VALUES (1, 'b')");
        connection.rollback(empty);
        statement.execute("INSERT INTO t VALUES (1, 'b')");
        Savepoint written = connection.setSavepoint();
        statement.execute("INSERT INTO t VALUES (3, 'd')");
        connection.rollback(written);
        // the first row of ds_1 is older than the savepoint
        refused(statement, "INSERT INTO t VALUES (0, 'a')");
        connection.rollback(written);
        connection.rollback(empty);
        statement.execute("SAVEPOINT again");
        statement.execute("INSERT INTO t VALUES (3, 'd')");
        statement.execute("ROLLBACK TO SAVEPOINT again");
        statement.execute("RELEASE SAVEPOINT again");
        statement.execute("INSERT INTO t VALUES (0, 'a')");
        refused(statement, "INSERT INTO t VALUES (1, 'b')");
        connection.rollback(empty);
        statement.execute("INSERT INTO t VALUES (0, 'a')");
        connection.commit();
        assertThat(count(statement)).isEqualTo(1);
    }

    /** Databases roll back to the youngest savepoint of a name, whichever of them is meant. */
    @Test
    void whatIsOlderThanTheYoungestSavepointOfANameIsWritten() throws SQLException {
        for (DatabaseKind kind : new DatabaseKind[] {DatabaseKind.H2, DatabaseKind.POSTGRESQL}) {
            try (ShardingDataSource dataSource = create("refuse", kind);
                    Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                Savepoint first = connection.setSavepoint("s");
                statement.execute("INSERT INTO t VALUES (0, 'a')");
                connection.setSavepoint("s");
                statement.execute("INSERT INTO t VALUES (2, 'c')");
                connection.rollback(first);
                assertThat(count(statement)).isEqualTo(1);
                Savepoint here = connection.setSavepoint();
                refused(statement, "INSERT INTO t VALUES (1, 'b')");
                connection.rollback(here);
                connection.commit();
                assertThat(count(statement)).isEqualTo(1);
            }
        }
    }

    @Test
    void postgreSqlGoesOnElsewhereAfterASavepoint() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse", DatabaseKind.POSTGRESQL);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            whatASavepointUndoesIsNotWritten(connection, statement);
            connection.rollback();
            Savepoint empty = connection.setSavepoint();
            assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (0, 'again')"))
                    .hasMessageContaining("duplicate key");
            connection.rollback(empty);
            statement.execute("INSERT INTO t VALUES (1, 'b')");
            connection.commit();
            assertThat(count(statement)).isEqualTo(2);
        }
    }

    /** What is one statement fails as a whole; of a batch the rows before the one that failed stand. */
    @Test
    void aStatementThatFailedHasNotWritten() throws SQLException {
        try (ShardingDataSource dataSource = create("refuse");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            statement.execute("INSERT INTO t VALUES (0, 'a')");
            connection.setAutoCommit(false);
            for (int seconds : new int[] {0, 60}) {
                statement.setQueryTimeout(seconds);
                assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (2, 'c'), (0, 'again')"))
                        .hasMessageContaining("primary key");
                statement.execute("INSERT INTO t VALUES (1, 'b')");
                connection.rollback();
                // on two actual tables of one data source
                assertThatThrownBy(() -> statement.execute("INSERT INTO t VALUES (2, 'c'), (4, 'again'), (0, 'e')"))
                        .hasMessageContaining("primary key");
                statement.execute("INSERT INTO t VALUES (1, 'b')");
                connection.rollback();
            }
            add(insert, 4);
            add(insert, 0);
            assertThatThrownBy(insert::executeBatch).hasMessageContaining("primary key");
            assertThat(count(statement)).isEqualTo(2);
            refused(statement, "INSERT INTO t VALUES (1, 'b')");
            connection.rollback();
            // in steps, which are undone together
            assertThatThrownBy(() -> statement.execute("INSERT INTO t SELECT id * 0 + 2, name FROM t UNION ALL"
                            + " SELECT id * 0 + 2, name FROM t"))
                    .isInstanceOf(SQLException.class);
            statement.execute("INSERT INTO t VALUES (1, 'b')");
            connection.commit();
            assertThat(count(statement)).isEqualTo(2);
        }
    }

    private static void add(PreparedStatement insert, int id) throws SQLException {
        insert.setInt(1, id);
        insert.setString(2, "x");
        insert.addBatch();
    }

    private static void refused(Statement statement, String sql) {
        assertThatThrownBy(() -> statement.execute(sql))
                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                        .isEqualTo(ErrorCode.CROSS_SHARD_WRITE.number()));
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
        return create(choice, DatabaseKind.H2);
    }

    private static ShardingDataSource create(String choice, DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder();
        for (int i = 0; i < 2; i++) {
            String url = server.createDatabase("cross_" + choice + "_" + i);
            builder.dataSource(
                    "ds_" + i, Map.of("jdbcUrl", url, "username", server.user(), "password", server.password()));
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
