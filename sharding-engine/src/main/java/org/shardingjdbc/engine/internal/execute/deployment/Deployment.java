package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.catalog.ConnectionSource;
import org.shardingjdbc.engine.internal.catalog.DataNodeNames;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.result.label.ShardResultNames;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.ExecutionRules;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.WatchRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Everything that follows from one configuration. Shared by all threads. A reconfiguration makes a new deployment,
 * while running executions end by the one that they began with.
 */
public final class Deployment {
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000;
    /** After a vain wait for actual tables, that time passes before they are waited for again. */
    private static final long FORGOTTEN_NANOS = 60_000_000_000L;

    /** The results of compiling a configuration, besides its pools. */
    public record Parts(Rules rules, Catalog catalog, PlanSource plans) {}

    /** Makes and keeps plans. */
    public interface PlanSource {
        /** The cached plans, in their deployed form; null where none are cached. */
        default @Nullable Plans<DeployedPlan> cache() {
            return null;
        }

        /**
         * The plan of a SQL text.
         *
         * @throws org.shardingjdbc.error.ShardingException when there is none
         */
        StatementPlan plan(String sql);

        /**
         * The plan of a statement that is executed on behalf of another one.
         *
         * @throws org.shardingjdbc.error.ShardingException when there is none
         */
        StatementPlan plan(NestedStatement step);

        /**
         * A plan for one execution of a SQL text without parameters.
         *
         * @throws org.shardingjdbc.error.ShardingException when there is none
         */
        default StatementPlan planOnce(String sql) {
            return plan(sql);
        }

        /** How many plans are cached. */
        default long kept() {
            return 0;
        }

        /** The present epoch of the plans. It is over as soon as plans made in it must not be used again. */
        Plans.Epoch epoch();

        /** Whether views still mean what they meant when plans were made of them. Asks their databases. */
        boolean isCurrent(List<LogicView> views);

        /**
         * Definitions of these logic tables changed, or of any table when the list is empty: earlier plans are not used
         * again.
         */
        void invalidate(List<String> logicTables);

        /**
         * Reads the definitions of these logic tables again. Where they have changed, earlier plans are not used again.
         *
         * @return whether they have changed
         */
        boolean refresh(List<String> logicTables);

        /** Plans for the definitions that these connections see; nothing of them is kept for others. */
        PlanSource asSeenBy(ConnectionSource connections);

        /** Plans of sessions that look up names in other schemas, which these connections are in. */
        PlanSource elsewhere(ConnectionSource connections);
    }

    /** How many schemas have plans at the same time. */
    private static final int MAX_SCHEMAS = 64;

    private final String databaseName;
    private final Dialect dialect;
    private final Rules rules;
    private final Catalog catalog;
    /** The plans for the configuration's own schemas. */
    final PlanSource plans;
    /** The cached ones of these plans; null where none are cached. */
    final @Nullable Plans<DeployedPlan> cache;
    /** Null as long as the deployment is not left for another one. */
    volatile @Nullable DeploymentExit exit;
    /** By the index of the data source that holds tables; after these come databases that rules only choose. */
    final ShardPool[] pools;

    private final @Nullable DataSourceChoice choice;
    private final boolean watched;
    private final boolean plain;
    private final ExecutionProps props;

    final ShardResultNames names;
    /** Makes the deployed form of plans. */
    final Plans.Form<DeployedPlan> deployed = this::deployed;

    private final Map<Object, PlanSource> plansBySchema = new ConcurrentHashMap<>();
    /** How many stays are open, that is, uses of this deployment by more than one execution. */
    private final AtomicInteger stays = new AtomicInteger();

    private volatile @Nullable ConnectionDefaults defaults;
    private volatile @Nullable Holdabilities holdabilities;
    /** Null until it is asked for. */
    private volatile @Nullable Boolean takesSeveralStatements;

    /** When definitions were read again for a refused statement, by {@link System#nanoTime()}; 0 for never. */
    private final AtomicLong looked = new AtomicLong();
    /** By logic tables, when a wait until their actual tables are alike was given up. */
    private final Map<List<String>, Long> awaitedInVain = new ConcurrentHashMap<>();
    /** The columns of actual tables that have them in another order than the catalog has. */
    private final Map<DifferingTable, List<String>> differing = new ConcurrentHashMap<>();

    /** @param epoch of the plans that rely on the catalog: a query means another table in another schema */
    private record DifferingTable(@Nullable Object epoch, String query) {}

    public Deployment(String databaseName, Dialect dialect, Parts parts, List<ShardPool> pools, ExecutionProps props) {
        this.databaseName = databaseName;
        this.dialect = dialect;
        this.rules = parts.rules();
        this.catalog = parts.catalog();
        this.plans = parts.plans();
        this.cache = plans.cache();
        this.pools = pools.toArray(new ShardPool[0]);
        this.choice = rules.dataSourceChoice();
        this.watched = rules.watchDatabases();
        this.props = props;
        this.plain = choice == null && !watched && !props.showSql();
        this.names = new ShardResultNames(rules, dialect.naming(), () -> catalog.databases());
    }

    /**
     * Whether the drivers accept texts of several statements, as the driver of the first data source does. Tried once,
     * apart from all executions.
     */
    public boolean takesSeveralStatements() throws SQLException {
        Boolean known = takesSeveralStatements;
        if (known == null) {
            known = MultiQuerySupport.takesSeveralStatements(dialect, home(0));
            takesSeveralStatements = known;
        }
        return known;
    }

    /** How the deployment is left for another one; null as long as it is not left. */
    public @Nullable DeploymentExit exit() {
        return exit;
    }

    /** The deployment is left; null where it stays after all. */
    void leave(@Nullable DeploymentExit how) {
        exit = how;
    }

    /**
     * Begins something that consists of several executions, or of none. It belongs to this deployment until
     * {@link #endStay}.
     *
     * @return false where nothing may run by this deployment any more; then nothing has begun
     */
    public boolean beginStay() {
        stays.incrementAndGet();
        DeploymentExit left = exit;
        if (left == null || left.admits()) {
            return true;
        }
        stays.decrementAndGet();
        return false;
    }

    /** Ends what has begun; called once for each {@link #beginStay} that returned true. */
    public void endStay() {
        stays.decrementAndGet();
    }

    /**
     * Counts what still runs by the deployments that are left for the next one, and on their pools by any deployment
     * but the next. The deployments share pools; each pool is counted once.
     */
    static IntSupplier uses(List<Deployment> left, Deployment next) {
        Set<ShardPool> shared = new LinkedHashSet<>();
        left.forEach(each -> shared.addAll(List.of(each.pools)));
        return () -> left.stream().mapToInt(each -> each.stays.get()).sum()
                + shared.stream().mapToInt(pool -> pool.ofOthers(next)).sum();
    }

    /** The name of the logic database. */
    public String databaseName() {
        return databaseName;
    }

    /** What all data sources of the deployment have in common; each pool has the facts of its own data source. */
    public Dialect dialect() {
        return dialect;
    }

    /** The rules as planning uses them: where tables are, and more. */
    public PlanningRules rules() {
        return rules;
    }

    /** The rules as executions and checks use them. */
    public ExecutionRules executionRules() {
        return rules;
    }

    /** The rules as the watch over databases uses them. */
    public WatchRules watchRules() {
        return rules;
    }

    /**
     * Whether after a failed statement only a rollback is possible in a transaction. Not where the drivers of all data
     * sources undo a failed statement for such a database.
     */
    public boolean failureAbortsTransaction() {
        if (dialect.sessions().failureAbortsTransaction()) {
            for (int i = 0; i < dataSources(); i++) {
                if (home(i).failureAbortsTransaction()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The table that the rules place under a name without a schema; null where they place none. */
    public @Nullable LogicTable table(String name) {
        return catalog.own(rules.table(name));
    }

    /** Maps actual names in results back to logic names. */
    public ShardResultNames names() {
        return names;
    }

    public Catalog catalog() {
        return catalog;
    }

    public ExecutionProps props() {
        return props;
    }

    /**
     * The deployment is about to become the current one: its pools let connections linger as its props say.
     *
     * @param clock runs the timer that ends lingering
     */
    void lingering(Workers clock) {
        for (ShardPool pool : pools) {
            pool.lingering(props.lingerNanos(), clock);
        }
    }

    /** The pool of a data source, by its index, where no rule chooses another database for it. */
    public ShardPool pool(int dataSource) {
        return pools[dataSource];
    }

    /** The pool of the database where a data source is written. */
    public ShardPool home(int dataSource) {
        return ChosenPools.home(this, dataSource, Side.PRODUCTION);
    }

    /** Chooses the database that stands for a data source, as an index of {@link #pool}; null where no rule chooses. */
    public @Nullable DataSourceChoice choice() {
        return choice;
    }

    /** Whether a rule watches databases, so that another one may stand for a lost one. */
    public boolean isWatched() {
        return watched;
    }

    /**
     * Whether the configuration adds nothing to executions: no rule chooses databases or watches them, and no SQL is
     * logged.
     */
    boolean isPlain() {
        return plain;
    }

    /** The data sources that hold tables, by index. */
    public List<String> dataSourceNames() {
        return rules.dataSourceNames();
    }

    /** The data nodes of a logic table, as {@code ds_0.t_order_1} with the names of pools, in configured order. */
    public List<String> dataNodes(String table) {
        return new DataNodeNames(rules, catalog, index -> pools[index].name()).of(table);
    }

    /** How many data sources hold tables. The pools of databases that are only chosen come after theirs. */
    public int dataSources() {
        return rules.dataSourceNames().size();
    }

    /**
     * The plan of a SQL text, from the cache if it is there.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(String sql) {
        Plans.Epoch before = plans.epoch();
        return new DeployedPlan(this, plans, sql, null, plans.plan(sql), before);
    }

    /**
     * The plan of a statement that is executed on behalf of another one: the plan that the statement carries, as long
     * as that is current.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(NestedStatement step) {
        Plans.Epoch before = plans.epoch();
        return new DeployedPlan(this, plans, step.sql(), step, plans.plan(step), before);
    }

    /**
     * A plan for one execution of a SQL text without parameters.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan planOnce(String sql) {
        if (cache != null) {
            return cache.once(sql, deployed);
        }
        Plans.Epoch before = plans.epoch();
        return new DeployedPlan(this, plans, sql, null, plans.planOnce(sql), before);
    }

    private DeployedPlan deployed(String sql, StatementPlan plan, Plans.Epoch epoch) {
        return new DeployedPlan(this, plans, sql, null, plan, epoch);
    }

    /** How many plans are kept for all sessions. */
    public long keptPlans() {
        return plans.kept();
    }

    /** Plans for a transaction that changed definitions which only its own connections see. */
    public PlanSource plansAsSeenBy(ConnectionSource connections) {
        return plans.asSeenBy(connections);
    }

    /**
     * Plans of sessions that were switched to another catalog or schema.
     *
     * @param schema equal for sessions that look up names alike
     * @param connections connections in that schema; called when plans of the schema are first needed
     */
    public PlanSource plansIn(Object schema, Supplier<ConnectionSource> connections) {
        PlanSource known = plansBySchema.get(schema);
        if (known != null) {
            return known;
        }
        if (plansBySchema.size() >= MAX_SCHEMAS) {
            forgetSchemas();
        }
        return plansBySchema.computeIfAbsent(schema, unknown -> plans.elsewhere(connections.get()));
    }

    /** Forgets the plans of other schemas. Sessions that have such plans find that they are not current any more. */
    private void forgetSchemas() {
        plansBySchema.values().forEach(each -> each.invalidate(List.of()));
        plansBySchema.clear();
    }

    /** The attributes of a connection on which nothing was set; read once. */
    public ConnectionDefaults defaults() throws SQLException {
        ConnectionDefaults known = defaults;
        if (known == null) {
            try (Connection connection = home(rules.defaultDataSource()).openAside()) {
                known = ConnectionDefaults.of(connection);
            }
            defaults = known;
        }
        return known;
    }

    /** What drivers return for a holdability that is set on connections and statements; read once. */
    public Holdabilities holdabilities() throws SQLException {
        Holdabilities known = holdabilities;
        if (known == null) {
            try (Connection connection = home(rules.defaultDataSource()).openAside()) {
                known = Holdabilities.of(connection);
            }
            holdabilities = known;
        }
        return known;
    }

    /**
     * Definitions of these logic tables changed, or of any table when the list is empty: they are read again, and plans
     * are made anew.
     */
    public void definitionsChanged(List<String> logicTables) {
        plans.invalidate(logicTables);
        forgetSchemas();
        differing.clear();
    }

    /**
     * Whether definitions may be read again because a statement is refused by what is known of them. Only once in a
     * while, as an application may go on executing that statement.
     */
    public boolean mayLookAgain() {
        long now = System.nanoTime();
        long last = looked.get();
        return (last == 0 || now - last > LOOK_AGAIN_NANOS) && looked.compareAndSet(last, now == 0 ? 1 : now);
    }

    /**
     * Whether the actual tables of these logic tables may differ because somebody is altering one after the other just
     * now. False where a wait for that was in vain a short time ago.
     */
    public boolean mayBeAltering(List<String> logicTables) {
        Long since = awaitedInVain.get(logicTables);
        return since == null || System.nanoTime() - since > FORGOTTEN_NANOS;
    }

    /** A wait for the actual tables of these logic tables was in vain: they still differ. */
    public void awaitedInVain(List<String> logicTables) {
        awaitedInVain.put(logicTables, System.nanoTime());
    }

    /**
     * Whether an actual table is known to have these columns, in another order than the catalog has them.
     *
     * @param epoch of the plan that relies on the catalog
     */
    public boolean isKnownToDiffer(@Nullable Object epoch, String query, List<String> columns) {
        return columns.equals(differing.get(new DifferingTable(epoch, query)));
    }

    /**
     * Notes that an actual table has these columns, in another order than the catalog has them for plans of that epoch.
     */
    public void knownToDiffer(@Nullable Object epoch, String query, List<String> columns) {
        differing.put(new DifferingTable(epoch, query), columns);
    }

    /** {@link DeployedPlan#definitionsDiffer}, for a plan of that source. */
    boolean definitionsDiffer(PlanSource source, List<String> logicTables) {
        boolean differ = source.refresh(logicTables);
        if (differ) {
            differing.clear();
            // the tables are being redefined now, so it is worthwhile again to wait until all of them are alike
            awaitedInVain.remove(logicTables);
        }
        return differ;
    }
}
