package org.shardingjdbc.transaction.xa;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;

/** What the databases are told of a transaction: two phases only where two were written. */
class XaProtocolTest {
    private static final String NAME = "xa_protocol";
    private static final String PREPARE = "PREPARE TRANSACTION";
    private static final String COMMIT = "COMMIT PREPARED";

    @TempDir
    private static Path logs;

    private final List<String> told = new CopyOnWriteArrayList<>();
    private Consumer<String> before = sql -> {};

    @ParameterizedTest
    @EnumSource
    void twoThatWereWrittenArePreparedAndCommitted(XaProvider provider) throws SQLException {
        run(provider, "UPDATE t SET n = 1 WHERE id = 0", "UPDATE t SET n = 1 WHERE id = 1");
        assertThat(prepares()).isEqualTo(2);
        assertThat(commits()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWasWrittenCommitsAtOnce(XaProvider provider) throws SQLException {
        run(provider, "SELECT n FROM t WHERE id = 0", "UPDATE t SET n = 1 WHERE id = 1");
        assertThat(prepares()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void whatWasOnlyReadIsNotPrepared(XaProvider provider) throws SQLException {
        run(provider, "SELECT n FROM t WHERE id = 0", "SELECT n FROM t WHERE id = 1");
        assertThat(prepares()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void locksHoldUntilAllIsDecided(XaProvider provider) throws SQLException {
        run(provider, "SELECT n FROM t WHERE id = 0 FOR UPDATE", "UPDATE t SET n = 1 WHERE id = 1");
        assertThat(prepares()).isEqualTo(2);
        assertThat(commits()).isEqualTo(2);
    }

    /** Whoever dies between the two commits finds it there. */
    @Test
    void nothingIsCommittedBeforeItsDecisionIsInTheLog() throws SQLException {
        List<Boolean> found = new CopyOnWriteArrayList<>();
        before = sql -> {
            if (sql.startsWith(COMMIT)) {
                found.add(isInLog(new String(Base64.getDecoder().decode(sql.split("_")[1]), ISO_8859_1)));
            }
        };
        run(XaProvider.ATOMIKOS, "UPDATE t SET n = 1 WHERE id = 0", "UPDATE t SET n = 1 WHERE id = 1");
        // those of what it inserts before, too
        assertThat(found).hasSizeGreaterThan(1).containsOnly(true);
    }

    private static boolean isInLog(String transaction) {
        try {
            return Files.readString(logs.resolve("decisions"), ISO_8859_1).contains(transaction + " ");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Each commit begins only when the other has: one after the other they would wait for ever. */
    @Test
    void slowBranchesAreCommittedAtTheSameTime() throws SQLException {
        CyclicBarrier both = new CyclicBarrier(2);
        before = sql -> {
            try {
                if (sql.startsWith(PREPARE)) {
                    // as a database that is far away
                    Thread.sleep(20);
                } else if (sql.startsWith(COMMIT)) {
                    both.await(30, TimeUnit.SECONDS);
                }
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        };
        run(XaProvider.ATOMIKOS, "UPDATE t SET n = 1 WHERE id = 0", "UPDATE t SET n = 1 WHERE id = 1");
        assertThat(both.isBroken()).isFalse();
        assertThat(commits()).isEqualTo(2);
    }

    private long prepares() {
        return told.stream().filter(sql -> sql.startsWith(PREPARE)).count();
    }

    private long commits() {
        return told.stream().filter(sql -> sql.startsWith(COMMIT)).count();
    }

    private void run(XaProvider provider, String... texts) throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().databaseName(NAME);
        ToldStatements statements = new ToldStatements(sql -> before.accept(sql), told::add);
        for (int i = 0; i < 2; i++) {
            String url = server.createDatabase(NAME + i);
            builder.dataSource("ds_" + i, statements.of(new DriverDataSource(url, server.user(), server.password())));
        }
        try (ShardingDataSource dataSource =
                        ShardingDataSourceFactory.create(builder.rule(ShardingRuleConfiguration.builder()
                                        .autoTable(new AutoTableConfiguration(
                                                "t", "ds_${0..1}", StrategyConfiguration.standard("id", "mod")))
                                        .shardingAlgorithm(
                                                "mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                                        .build())
                                .transaction(provider.configuration(logs, NAME, Map.of()))
                                .build());
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, n INT)");
            statement.execute("INSERT INTO t VALUES (0, 0), (1, 0)");
            told.clear();
            connection.setAutoCommit(false);
            for (String text : texts) {
                statement.execute(text);
            }
            connection.commit();
            connection.setAutoCommit(true);
            try (ResultSet rows = statement.executeQuery("SELECT n FROM t WHERE id = 1")) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(texts[1].startsWith("UPDATE") ? 1 : 0);
            }
        }
    }
}
