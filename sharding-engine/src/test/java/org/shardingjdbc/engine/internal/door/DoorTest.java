package org.shardingjdbc.engine.internal.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.execute.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.CachedPlans;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.pull.PullBounds;
import org.shardingjdbc.engine.internal.transaction.TransactionTypes;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.PlanBounds;
import org.shardingjdbc.plan.internal.PlanCounts;
import org.shardingjdbc.plan.internal.step.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.transaction.TransactionSetup;

/** All that another face needs is in the engine: this one has no class of the module that JDBC is a face in. */
class DoorTest {
    private static final String INSERT = "INSERT INTO t_order (order_id, amount) VALUES (?, ?)";

    private final List<ShardPool> pools = new ArrayList<>();
    private final List<HikariDataSource> connections = new ArrayList<>();
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);
    private Door door;

    @BeforeEach
    void open() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.H2);
        Dialect dialect = Dialects.named("H2");
        List<String> names = List.of("ds_0", "ds_1");
        for (int i = 0; i < names.size(); i++) {
            server.createDatabase("door_" + i);
            HikariConfig config = new HikariConfig();
            config.setDataSource(server.dataSource("door_" + i));
            config.setMaximumPoolSize(4);
            connections.add(new HikariDataSource(config));
            pools.add(new ShardPool(i, names.get(i), dialect, connections.get(i), true));
            raw(i, "CREATE TABLE t_order_" + i + " (order_id BIGINT PRIMARY KEY, amount INT NOT NULL)");
            raw(i, "CREATE TABLE t_keyed_" + i + " (id BIGINT PRIMARY KEY, amount INT)");
        }
        Rules rules = RuleCompiler.compile(
                names,
                List.of(ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t_order", "ds_0, ds_1", StrategyConfiguration.standard("order_id", "by_number")))
                        .autoTable(new AutoTableConfiguration(
                                "t_keyed",
                                "ds_0, ds_1",
                                StrategyConfiguration.standard("id", "by_number"),
                                new KeyGenerateConfiguration("id", "snowflake"),
                                null))
                        .shardingAlgorithm("by_number", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                        .keyGenerator("snowflake", AlgorithmConfiguration.of("SNOWFLAKE"))
                        .build()),
                KeyGenerators.load(() -> 0));
        CachedPlans plans = CachedPlans.of(
                new CachedPlans.Planning(
                        rules,
                        dialect,
                        "logic_db",
                        new PlannerOptions(true, UnionBounds.NEVER),
                        new PlanBounds(100, 1_000_000),
                        false,
                        new PlanCounts()),
                index -> pools.get(index).openAside());
        Deployment deployment = new Deployment(
                "logic_db",
                dialect,
                new Deployment.Parts(rules, plans.catalog(), plans),
                pools,
                new ExecutionProps(
                        4, FanOutMode.ADAPTIVE, true, 0, 10_000, 1000, 0, PullBounds.NONE, false, false, false));
        door = Door.open(new Deployments(
                workers,
                new TransactionTypes("LOCAL", null, new TransactionSetup("door", List.of(), Map.of())),
                deployment,
                null));
    }

    private void raw(int dataSource, String sql) throws SQLException {
        try (Connection connection = connections.get(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @AfterEach
    void close() throws SQLException {
        door.close();
        connections.forEach(pool ->
                assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero());
        pools.forEach(ShardPool::close);
        workers.close();
    }

    private PreparedSql prepare(String sql) throws SQLException {
        return door.prepare(sql, GeneratedKeyRequest.NONE);
    }

    private static List<List<Object>> all(DoorRows rows) throws SQLException {
        List<List<Object>> all = new ArrayList<>();
        while (rows.next()) {
            List<Object> row = new ArrayList<>();
            for (int i = 1; i <= rows.columns().size(); i++) {
                row.add(rows.value(i));
            }
            all.add(row);
        }
        return all;
    }

    private List<List<Object>> orders() throws SQLException {
        try (PreparedSql read = prepare("SELECT order_id, amount FROM t_order ORDER BY order_id");
                DoorRows rows = (DoorRows) door.execute(read, List.of(), Door.Limits.NONE)) {
            return all(rows);
        }
    }

    @Test
    void eachRowOfABatchIsCountedWhereverItGoes() throws SQLException {
        try (PreparedSql insert = prepare(INSERT);
                PreparedSql update = prepare("UPDATE t_order SET amount = ? WHERE order_id >= ?")) {
            BatchReply written = door.executeBatch(
                    insert, List.of(List.of(1L, 10), List.of(2L, 20), List.of(3L, 30)), Door.Limits.NONE);
            assertThat(written.counts()).containsExactly(1L, 1L, 1L);
            assertThat(all(written.keys())).isEmpty();

            BatchReply changed = door.executeBatch(update, List.of(List.of(11, 2L), List.of(12, 3L)), Door.Limits.NONE);
            assertThat(changed.counts()).containsExactly(2L, 1L);
        }
        assertThat(orders()).containsExactly(List.of(1L, 10), List.of(2L, 11), List.of(3L, 12));
    }

    @Test
    void keysOfABatchAreInTheOrderOfItsRows() throws SQLException {
        try (PreparedSql insert =
                        door.prepare("INSERT INTO t_keyed (amount) VALUES (?)", GeneratedKeyRequest.GENERATED);
                PreparedSql read = prepare("SELECT id FROM t_keyed ORDER BY amount")) {
            BatchReply written =
                    door.executeBatch(insert, List.of(List.of(1), List.of(2), List.of(3)), Door.Limits.NONE);
            List<List<Object>> keys = all(written.keys());
            assertThat(keys).hasSize(3).doesNotHaveDuplicates();
            assertThat(all((DoorRows) door.execute(read, List.of(), Door.Limits.NONE)))
                    .isEqualTo(keys);
        }
    }

    @Test
    void ofABatchWhoseRowFailsNothingIsWrittenOnAnyNode() throws SQLException {
        try (PreparedSql insert = prepare(INSERT)) {
            door.execute(insert, List.of(4L, 40), Door.Limits.NONE);
            BatchUpdateException failure = catchThrowableOfType(
                    BatchUpdateException.class,
                    () -> door.executeBatch(
                            insert, List.of(List.of(1L, 10), List.of(4L, 41), List.of(2L, 20)), Door.Limits.NONE));
            assertThat(failure.getSQLState()).startsWith("23");
            assertThat(failure.getLargeUpdateCounts())
                    .containsExactly(Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED, Statement.EXECUTE_FAILED);
            assertThat(orders()).containsExactly(List.of(4L, 40));

            assertThat(door.executeBatch(insert, List.of(List.of(5L, 50)), Door.Limits.NONE)
                            .counts())
                    .containsExactly(1L);
        }
    }

    @Test
    void aBatchIsPartOfTheSessionsTransaction() throws SQLException {
        try (PreparedSql insert = prepare(INSERT)) {
            door.session().transactions().autoCommit(false);
            door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L, 20)), Door.Limits.NONE);
            assertThat(orders()).hasSize(2);
            door.session().transactions().rollback();
            assertThat(orders()).isEmpty();
        }
    }

    @Test
    void aBatchWithoutRowsDoesNothing() throws SQLException {
        try (PreparedSql insert = prepare(INSERT)) {
            BatchReply reply = door.executeBatch(insert, List.of(), Door.Limits.NONE);
            assertThat(reply.counts()).isEmpty();
            assertThat(all(reply.keys())).isEmpty();
        }
    }

    @Test
    void rowsWithTooFewValuesAreRefusedBeforeAnyIsWritten() throws SQLException {
        try (PreparedSql insert = prepare(INSERT)) {
            assertThatThrownBy(() -> door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L)), Door.Limits.NONE))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-" + ErrorCode.PARAMETER_MISSING.number());
        }
        assertThat(orders()).isEmpty();
    }

    @Test
    void aQueryIsNoBatch() throws SQLException {
        try (PreparedSql read = prepare("SELECT amount FROM t_order WHERE order_id = ?")) {
            assertThatThrownBy(() -> door.executeBatch(read, List.of(List.of(1L)), Door.Limits.NONE))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-" + ErrorCode.RESULT_IS_ROWS.number());
        }
    }

    @Test
    void aBatchClosesTheRowsThatAreRead() throws SQLException {
        try (PreparedSql insert = prepare(INSERT);
                PreparedSql read = prepare("SELECT amount FROM t_order")) {
            door.executeBatch(insert, List.of(List.of(1L, 10), List.of(2L, 20)), Door.Limits.NONE);
            DoorRows rows = (DoorRows) door.execute(read, List.of(), Door.Limits.NONE);
            assertThat(rows.next()).isTrue();
            door.executeBatch(insert, List.of(List.of(3L, 30)), Door.Limits.NONE);
            assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
        }
    }
}
