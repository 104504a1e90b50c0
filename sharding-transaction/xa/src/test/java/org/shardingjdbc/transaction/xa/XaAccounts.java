package org.shardingjdbc.transaction.xa;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
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

/** Accounts 0 to 3 with 100 each, even ones in one data source, odd ones in another. */
public final class XaAccounts {
    private XaAccounts() {}

    /** Accounts whose transactions are of type XA. */
    static ShardingDataSource create(DatabaseKind kind, Path logs) throws SQLException {
        return create(kind, xa(logs));
    }

    static TransactionConfiguration xa(Path logs) {
        return XaProvider.ATOMIKOS.configuration(logs);
    }

    public static ShardingDataSource create(DatabaseKind kind, TransactionConfiguration transactions)
            throws SQLException {
        return create(kind, transactions, UnaryOperator.identity());
    }

    /** @param with what else is configured */
    static ShardingDataSource create(
            DatabaseKind kind, TransactionConfiguration transactions, UnaryOperator<ShardingConfiguration.Builder> with)
            throws SQLException {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName("xa_" + kind);
        for (int i = 0; i < 2; i++) {
            String name = ("accounts_" + transactions.defaultType() + "_" + transactions.providerType() + i)
                    .toLowerCase(Locale.ROOT);
            server.createDatabase(name);
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
                        .transaction(transactions)
                        .with(with)
                        .build());
        try (Connection connection = dataSource.getConnection()) {
            execute(connection, "CREATE TABLE t_account (id INT PRIMARY KEY, balance INT)");
            for (int id = 0; id < 4; id++) {
                execute(connection, "INSERT INTO t_account VALUES (" + id + ", 100)");
            }
        }
        return dataSource;
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** -1 when there is none. */
    public static int balance(Connection connection, int id) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT balance FROM t_account WHERE id = " + id)) {
            return rows.next() ? rows.getInt(1) : -1;
        }
    }
}
