package org.shardingjdbc.transaction.base;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.BinaryOperator;
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
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcProbe;

/** Accounts 0 to 3 with 100 each, even ones in one data source, odd ones in another, in BASE transactions. */
final class BaseAccounts {
    static final String PLAIN = "base_plain";
    static final String PROBED = "base_probed";

    private BaseAccounts() {}

    static ShardingDataSource create(DatabaseKind kind) throws SQLException {
        return create(kind, true);
    }

    /** The same, whose transactions the Seata server rolls back after that time. */
    static ShardingDataSource createWithTimeout(DatabaseKind kind, int seconds) throws SQLException {
        return filled(create(kind, PLAIN, true, accounts(), transactions(seconds), (name, url) -> url));
    }

    static ShardingDataSource create(DatabaseKind kind, boolean withUndoLog) throws SQLException {
        return filled(create(kind, PLAIN, withUndoLog, accounts(), (name, url) -> url));
    }

    /** The same, with the probe around all connections. */
    static ShardingDataSource createProbed(DatabaseKind kind, JdbcProbe probe) throws SQLException {
        FaultyDriver.register(PROBED, probe);
        return filled(create(kind, PROBED, true, accounts(), (name, url) -> FaultyDriver.url(PROBED, name, url)));
    }

    private static ShardingRuleConfiguration accounts() {
        return ShardingRuleConfiguration.builder()
                .autoTable(new AutoTableConfiguration(
                        "t_account", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                .build();
    }

    private static ShardingDataSource filled(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "CREATE TABLE t_account (id INT PRIMARY KEY, balance INT)");
            for (int id = 0; id < 4; id++) {
                execute(connection, "INSERT INTO t_account VALUES (" + id + ", 100)");
            }
        }
        return dataSource;
    }

    /** Hibernate's accounts and entries: databases without them, with the rules of the tables that it makes. */
    static ShardingDataSource createForHibernate(DatabaseKind kind) throws SQLException {
        return create(
                kind,
                "base_jpa",
                true,
                ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_account", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                        .autoTable(new AutoTableConfiguration(
                                        "t_entry", "ds_${0..1}", StrategyConfiguration.standard("account_id", "mod"))
                                .withKeyGenerateStrategy("id", "snowflake"))
                        .bindingTables("t_account", "t_entry")
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "4"))
                        .keyGenerator("snowflake", AlgorithmConfiguration.of("SNOWFLAKE"))
                        .build(),
                (name, url) -> url);
    }

    private static ShardingDataSource create(
            DatabaseKind kind,
            String database,
            boolean withUndoLog,
            ShardingRuleConfiguration rule,
            BinaryOperator<String> url)
            throws SQLException {
        return create(kind, database, withUndoLog, rule, transactions(), url);
    }

    private static ShardingDataSource create(
            DatabaseKind kind,
            String database,
            boolean withUndoLog,
            ShardingRuleConfiguration rule,
            TransactionConfiguration transactions,
            BinaryOperator<String> url)
            throws SQLException {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName(database + "_" + kind);
        for (int i = 0; i < 2; i++) {
            String name = database + i;
            server.createDatabase(name);
            if (withUndoLog) {
                createUndoLog(server, name);
            }
            String dataSource = "ds_" + i;
            builder.dataSource(
                    dataSource,
                    Map.of(
                            "driverClassName",
                                    DriverManager.getDriver(url.apply(dataSource, server.jdbcUrl(name)))
                                            .getClass()
                                            .getName(),
                            "jdbcUrl", url.apply(dataSource, server.jdbcUrl(name)),
                            "username", server.user(),
                            "password", server.password()));
        }
        return ShardingDataSourceFactory.create(
                builder.rule(rule).transaction(transactions).build());
    }

    static TransactionConfiguration transactions() {
        return transactions(10);
    }

    private static TransactionConfiguration transactions(int timeoutSeconds) {
        return new TransactionConfiguration(
                "BASE",
                "Seata",
                Map.of(
                        "server-addresses",
                        SeataServer.shared().address(),
                        "timeout-seconds",
                        String.valueOf(timeoutSeconds),
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

    /**
     * How many records wait in both databases of that name. Others, of status 1, say that a branch was rolled back
     * before it committed, so that it cannot commit any more; they stay until Seata's server has old ones deleted,
     * after days.
     */
    static int undoRecords(DatabaseKind kind, String database) throws SQLException {
        TestServer server = TestServer.of(kind);
        int found = 0;
        for (int i = 0; i < 2; i++) {
            try (Connection connection = DriverManager.getConnection(
                            server.jdbcUrl(database + i), server.user(), server.password());
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM undo_log WHERE log_status = 0")) {
                rows.next();
                found += rows.getInt(1);
            }
        }
        return found;
    }
}
