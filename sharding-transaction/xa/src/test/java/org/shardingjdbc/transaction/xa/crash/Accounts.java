package org.shardingjdbc.transaction.xa.crash;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DriverDataSource;

/**
 * Two data sources with an account and marks on each. A transfer takes one from the account on the first, gives it to
 * the account on the second, and marks both with its number: it is whole when both marks are there.
 *
 * @param urls of the two databases
 */
record Accounts(String[] urls, String user, String password) {
    static final int START = 100_000;

    ShardingDataSource open(TransactionConfiguration transactions, UnaryOperator<DataSource> around)
            throws SQLException {
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName("crash");
        for (int i = 0; i < urls.length; i++) {
            builder.dataSource("ds_" + i, around.apply(new DriverDataSource(urls[i], user, password)));
        }
        return ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                        .autoTable(table("t_account"))
                        .autoTable(table("t_mark"))
                        .shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                        .build())
                .transaction(transactions)
                .build());
    }

    private static AutoTableConfiguration table(String name) {
        return new AutoTableConfiguration(name, "ds_${0..1}", StrategyConfiguration.standard("id", "mod"));
    }

    static void create(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_account (id INT PRIMARY KEY, balance INT NOT NULL)");
            statement.execute("CREATE TABLE t_mark (id INT PRIMARY KEY)");
            statement.execute("INSERT INTO t_account VALUES (0, " + START + "), (1, " + START + ")");
        }
    }

    static void transfer(Connection connection, int number) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE t_account SET balance = balance - 1 WHERE id = 0");
            statement.execute("UPDATE t_account SET balance = balance + 1 WHERE id = 1");
            statement.execute("INSERT INTO t_mark VALUES (" + 2 * number + ")");
            statement.execute("INSERT INTO t_mark VALUES (" + (2 * number + 1) + ")");
        }
        connection.commit();
    }

    /** What is there. */
    static State read(DataSource dataSource) throws SQLException {
        Set<Integer> marks = new TreeSet<>();
        int[] balances = new int[2];
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            try (ResultSet rows = statement.executeQuery("SELECT id, balance FROM t_account ORDER BY id")) {
                while (rows.next()) {
                    balances[rows.getInt(1)] = rows.getInt(2);
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT id FROM t_mark")) {
                while (rows.next()) {
                    marks.add(rows.getInt(1));
                }
            }
        }
        return new State(balances[0], balances[1], marks);
    }

    /**
     * @param first the balance on the first data source
     * @param second the balance on the second data source
     * @param marks of both
     */
    record State(int first, int second, Set<Integer> marks) {}
}
