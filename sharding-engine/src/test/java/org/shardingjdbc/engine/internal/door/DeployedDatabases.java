package org.shardingjdbc.engine.internal.door;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.door.Doors;
import org.shardingjdbc.engine.internal.execute.deployment.CachedPlans;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.pull.PullBounds;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.plan.internal.PlanBounds;
import org.shardingjdbc.plan.internal.PlanCounts;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.transaction.TransactionSetup;

/** Two databases of H2, ds_0 and ds_1, deployed by a rule with the engine alone. */
final class DeployedDatabases implements AutoCloseable {
    private static final List<String> NAMES = List.of("ds_0", "ds_1");

    final JdbcProbe probe = new JdbcProbe();
    private final List<HikariDataSource> connections = new ArrayList<>();
    private final List<ShardPool> pools = new ArrayList<>();
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);
    private final Deployments deployments;

    DeployedDatabases(ShardingRuleConfiguration rule) throws SQLException {
        Dialect dialect = Dialects.named("H2");
        for (int i = 0; i < NAMES.size(); i++) {
            pools.add(new ShardPool(i, NAMES.get(i), dialect, connect(i), true));
        }
        Rules rules = RuleCompiler.compile(NAMES, List.of(rule), KeyGenerators.load(() -> 0));
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
        deployments = new Deployments(
                workers,
                new TransactionTypes("LOCAL", null, new TransactionSetup("door", List.of(), Map.of())),
                new Deployment(
                        "logic_db",
                        dialect,
                        new Deployment.Parts(rules, plans.catalog(), plans),
                        pools,
                        new ExecutionProps(
                                4,
                                FanOutMode.ADAPTIVE,
                                true,
                                0,
                                10_000,
                                1000,
                                0,
                                PullBounds.NONE,
                                false,
                                false,
                                false)),
                null);
    }

    private HikariDataSource connect(int number) throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.H2);
        server.createDatabase("door_" + number);
        HikariConfig config = new HikariConfig();
        config.setDataSource(probe.wrap(NAMES.get(number), server.dataSource("door_" + number)));
        config.setMaximumPoolSize(4);
        HikariDataSource pool = new HikariDataSource(config);
        connections.add(pool);
        return pool;
    }

    Doors doors() {
        return new SessionDoors(deployments);
    }

    /** Executes on one of them, past the rules. */
    void execute(int dataSource, String sql) throws SQLException {
        try (Connection connection = connections.get(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** How many rows a table of one of them has. */
    long rows(int dataSource, String table) throws SQLException {
        try (Connection connection = connections.get(dataSource).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** How many connections somebody has. */
    int inUse() {
        return connections.stream()
                .mapToInt(pool -> pool.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    /** As a data source does whose application closes it while sessions are open. */
    void refuseSessions() {
        deployments.close();
    }

    @Override
    public void close() {
        pools.forEach(ShardPool::close);
        workers.close();
    }
}
