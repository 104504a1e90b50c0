package org.shardingjdbc.transaction.xa.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
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

    /** The branches that are prepared on both, by their names. */
    List<BranchId> inDoubt(DatabaseKind kind) throws SQLException {
        TwoPhaseCommit commands = Dialects.named(kind.name()).twoPhaseCommit();
        List<BranchId> found = new ArrayList<>();
        for (String url : urls) {
            try (Connection connection = new DriverDataSource(url, user, password).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(commands.prepared())) {
                while (rows.next()) {
                    found.add(commands.prepared(rows));
                }
            }
        }
        return found;
    }

    /** Waits until nothing is prepared any more. */
    void awaitNothingInDoubt(DatabaseKind kind, Duration longest) throws Exception {
        long deadline = System.nanoTime() + longest.toNanos();
        List<BranchId> left = inDoubt(kind);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(50);
            left = inDoubt(kind);
        }
        assertThat(left).as("in doubt after %s", longest).isEmpty();
    }

    /**
     * Nothing is half done, and nothing is lost.
     *
     * @param most how many others may be there, of which nobody said whether they are
     */
    static void check(DataSource dataSource, Collection<Integer> acknowledged, int most, String what)
            throws SQLException {
        State state = read(dataSource);
        for (int number : acknowledged) {
            assertThat(state.marks()).as(what).contains(2 * number, 2 * number + 1);
        }
        for (int mark : state.marks()) {
            assertThat(state.marks()).as(what).contains(mark ^ 1);
        }
        int transfers = state.marks().size() / 2;
        assertThat(state.first()).as(what).isEqualTo(START - transfers);
        assertThat(state.second()).as(what).isEqualTo(START + transfers);
        assertThat(transfers - acknowledged.size()).as(what).isBetween(0, most);
    }

    /**
     * @param first the balance on the first data source
     * @param second the balance on the second data source
     * @param marks of both
     */
    record State(int first, int second, Set<Integer> marks) {}
}
