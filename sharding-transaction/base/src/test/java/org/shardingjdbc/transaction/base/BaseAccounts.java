package org.shardingjdbc.transaction.base;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Accounts 0 to 3 with 100 each, even ones in one data source, odd ones in another, in BASE transactions. */
final class BaseAccounts {
    private BaseAccounts() {}

    static ShardingDataSource create(DatabaseKind kind) throws SQLException {
        return create(kind, true);
    }

    static ShardingDataSource create(DatabaseKind kind, boolean withUndoLog) throws SQLException {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName("base_" + kind);
        for (int i = 0; i < 2; i++) {
            String name = "base_plain" + i;
            server.createDatabase(name);
            if (withUndoLog) {
                createUndoLog(server, name);
            }
            builder.dataSource(
                    "ds_" + i,
                    Map.of("jdbcUrl", server.jdbcUrl(name), "username", server.user(), "password", server.password()));
        }
        ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                                .autoTable(new AutoTableConfiguration(
                                        "t_account", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                                .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                                .build())
                        .transaction(transactions())
                        .build());
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "CREATE TABLE t_account (id INT PRIMARY KEY, balance INT)");
            execute(connection, "INSERT INTO t_account VALUES (0, 100), (1, 100), (2, 100), (3, 100)");
        }
        return dataSource;
    }

    static TransactionConfiguration transactions() {
        return new TransactionConfiguration(
                "BASE",
                "Seata",
                Map.of(
                        "server-addresses",
                        SeataServer.shared().address(),
                        "timeout-seconds",
                        "10",
                        "seata.client.rm.lock.retryTimes",
                        "5"));
    }

    private static void createUndoLog(TestServer server, String name) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl(name), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")
                            ? "CREATE TABLE undo_log (id SERIAL NOT NULL PRIMARY KEY, branch_id BIGINT NOT NULL,"
                                    + " xid VARCHAR(128) NOT NULL, context VARCHAR(128) NOT NULL,"
                                    + " rollback_info BYTEA NOT NULL, log_status INT NOT NULL,"
                                    + " log_created TIMESTAMP(0) NOT NULL, log_modified TIMESTAMP(0) NOT NULL,"
                                    + " CONSTRAINT ux_undo_log UNIQUE (xid, branch_id))"
                            : "CREATE TABLE undo_log (branch_id BIGINT NOT NULL, xid VARCHAR(128) NOT NULL,"
                                    + " context VARCHAR(128) NOT NULL, rollback_info LONGBLOB NOT NULL,"
                                    + " log_status INT NOT NULL, log_created DATETIME(6) NOT NULL,"
                                    + " log_modified DATETIME(6) NOT NULL,"
                                    + " UNIQUE KEY ux_undo_log (xid, branch_id))");
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** -1 when there is none. */
    static int balance(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE id = " + id)) {
            return rows.next() ? rows.getInt(1) : -1;
        }
    }
}
