package org.shardingjdbc.engine.internal.session;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.catalog.JdbcCatalog;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.pull.PullBounds;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.transaction.ShardingTransaction;
import org.shardingjdbc.transaction.TransactionBranch;
import org.shardingjdbc.transaction.TransactionSetup;

/** Data sources with a table {@code t(id, name)} each, and sessions on them, without planning. */
final class Shards implements AutoCloseable {
    /** How long pools let wait where nobody is to wait in vain. */
    static final int PATIENT_MILLIS = 30_000;

    final JdbcProbe probe = new JdbcProbe();
    final DatabaseKind kind;
    final Deployments deployments;
    private final List<ShardPool> pools = new ArrayList<>();
    private final List<HikariDataSource> hikari = new ArrayList<>();
    private final Supplier<Deployment> next;
    private final Workers workers = new Workers("test", 0, WorkerThreads.AUTO);

    Shards(DatabaseKind kind, String name, int dataSources, int poolSize, int maxConnections) throws SQLException {
        this(kind, name, dataSources, poolSize, maxConnections, Map.of());
    }

    /** @param local the properties of transactions */
    Shards(DatabaseKind kind, String name, int dataSources, int poolSize, int maxConnections, Map<String, String> local)
            throws SQLException {
        this.kind = kind;
        TestServer server = TestServer.of(kind);
        Dialect dialect = Dialects.named(kind.name());
        List<String> names = new ArrayList<>();
        for (int i = 0; i < dataSources; i++) {
            String database = name + "_" + i;
            server.createDatabase(database);
            HikariConfig config = new HikariConfig();
            config.setPoolName(database);
            config.setDataSource(probe.wrap("ds_" + i, server.dataSource(database)));
            config.setMaximumPoolSize(poolSize);
            config.setConnectionTimeout(PATIENT_MILLIS);
            HikariDataSource pool = new HikariDataSource(config);
            hikari.add(pool);
            pools.add(new ShardPool(i, "ds_" + i, dialect, pool, true));
            names.add("ds_" + i);
        }
        Rules rules = RuleCompiler.compile(names, List.of(), KeyGenerators.load(null));
        JdbcCatalog catalog = new JdbcCatalog(
                rules, dialect, "logic_db", index -> pools.get(index).openAside());
        Deployment.Parts parts = new Deployment.Parts(rules, catalog, new OnePlan());
        ExecutionProps props = new ExecutionProps(
                maxConnections, FanOutMode.ADAPTIVE, true, 0, 0, 1000, 0, PullBounds.NONE, false, false, false);
        next = () -> new Deployment("logic_db", dialect, parts, pools, props);
        Deployment deployment = next.get();
        deployments = new Deployments(
                workers,
                new TransactionTypes("LOCAL", null, new TransactionSetup("shards", List.of(), local)),
                deployment,
                null);
        for (int i = 0; i < dataSources; i++) {
            raw(i, "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(50))");
        }
    }

    /** Another deployment over the same pools. */
    Deployment next() {
        return next.get();
    }

    Session session() {
        return new Session(deployments);
    }

    ShardPool pool(int index) {
        return pools.get(index);
    }

    /** The driver's connections that a pool has now. */
    List<Connection> pooled(int dataSource) throws SQLException {
        List<Connection> lent = new ArrayList<>();
        List<Connection> found = new ArrayList<>();
        try {
            for (int i = 0; i < hikari.get(dataSource).getMaximumPoolSize(); i++) {
                lent.add(pools.get(dataSource).connections().getConnection());
                found.add(lent.get(i).unwrap(Connection.class));
            }
            return found;
        } finally {
            for (Connection each : lent) {
                each.close();
            }
        }
    }

    /** How long the first pool lets wait. */
    void timeout(long millis) {
        hikari.get(0).setConnectionTimeout(millis);
    }

    /** Runs SQL on a data source behind the session's back. */
    void raw(int dataSource, String sql) throws SQLException {
        try (Connection connection = pools.get(dataSource).connections().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int rows(int dataSource) throws SQLException {
        try (Connection connection = pools.get(dataSource).connections().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    DeployedPlan deployed(String sql) {
        return new DeployedPlan(deployments.current(), null, sql, null, new StatementPlan.CommandPlan(sql, null), null);
    }

    /** Executes {@code sql[i]} on the data source that its prefix {@code 0:} names, and closes. */
    SqlTasks update(Session session, StatementClass statementClass, String... sql) throws SQLException {
        SqlTasks tasks = new SqlTasks(sql);
        GroupedRun run = session.start(deployed(sql[0]), tasks, RunSettings.update(statementClass, 0));
        run.execute();
        run.close();
        return tasks;
    }

    SqlTasks write(Session session, String... sql) throws SQLException {
        return update(session, StatementClass.WRITE, sql);
    }

    /** A statement about the session, as the parser reads it. */
    void say(Session session, String sql) throws SQLException {
        Dialect dialect = deployments.current().dialect();
        new SessionStatements(session, NestedStatement::sql)
                .execute(
                        new org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan(
                                sql, new SqlParser(dialect).parse(sql).statement(), 0, List.of()),
                        new Object[0]);
    }

    /** The session takes part in a transaction that somebody else commits or rolls back. */
    static void join(Session session) {
        session.transactions().join(new LogicTransaction(new Part(), List.of(), SessionVariables.NONE), null);
    }

    /** What somebody else commits or rolls back. */
    private static final class Part implements ShardingTransaction {
        @Override
        public void enlist(TransactionBranch branch) throws SQLException {
            branch.connection().setAutoCommit(false);
        }

        @Override
        public void commit() {
            throw new IllegalStateException();
        }

        @Override
        public void rollback() {
            throw new IllegalStateException();
        }
    }

    int inUse() {
        int inUse = 0;
        for (ShardPool pool : pools) {
            inUse += pool.inUse();
            inUse += hikari.get(pool.id()).getHikariPoolMXBean().getActiveConnections();
        }
        return inUse;
    }

    @Override
    public void close() {
        pools.forEach(ShardPool::close);
        workers.close();
    }
}
