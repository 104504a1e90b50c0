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
import org.shardingjdbc.rule.internal.ExecutionRules;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.WatchRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Everything that follows from one configuration. Shared by all threads; a reconfiguration makes a new one, while
 * executions that run end on the one that they began with.
 */
public final class Deployment {
    private static final long LOOK_AGAIN_NANOS = 1_000_000_000;
    /** After which actual tables that were waited for in vain are waited for again. */
    private static final long FORGOTTEN_NANOS = 60_000_000_000L;

    /** What a configuration is compiled to, besides its pools. */
    public record Parts(Rules rules, Catalog catalog, PlanSource plans) {}

    /** Makes and keeps plans. */
    public interface PlanSource {
        /** The plans that are kept, as they are deployed; null where none are. */
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
         * The plan of a statement that is executed on behalf of another.
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

        /** How many plans are kept. */
        default long kept() {
            return 0;
        }

        /** Over as soon as plans of before are not to be used again. */
        Plans.Epoch epoch();

        /** Whether views still mean what they meant when plans were made of them; asked of their databases. */
        boolean isCurrent(List<LogicView> views);

        /**
         * Definitions of these logic tables changed, or of any table when the list is empty: plans of before are not
         * used again.
         */
        void invalidate(List<String> logicTables);

        /**
         * Reads the definitions of these logic tables again. Where they differ from what was known, plans of before are
         * not used again.
         *
         * @return whether they differ
         */
        boolean refresh(List<String> logicTables);

        /** Plans that know the definitions as these connections see them; nothing of them is kept for others. */
        PlanSource asSeenBy(ConnectionSource connections);

        /** Plans of sessions that look names up elsewhere; these connections are there. */
        PlanSource elsewhere(ConnectionSource connections);
    }

    /** How many schemas have plans at a time. */
    private static final int MAX_SCHEMAS = 64;

    private final String databaseName;
    private final Dialect dialect;
    private final Rules rules;
    private final Catalog catalog;
    /** For its own schemas. */
    final PlanSource plans;
    /** Those of the plans that are kept; null where none are. */
    final @Nullable Plans<DeployedPlan> cache;
    /** Null as long as it is not left for another one. */
    volatile @Nullable DeploymentExit exit;
    /** By data source; behind them those that are only chosen. */
    final ShardPool[] pools;

    private final @Nullable DataSourceChoice choice;
    private final boolean watched;
    private final boolean plain;
    private final ExecutionProps props;

    final ShardResultNames names;
    /** Plans as they are deployed here. */
    final Plans.Form<DeployedPlan> deployed = this::deployed;

    private final Map<Object, PlanSource> plansBySchema = new ConcurrentHashMap<>();
    /** How much is under way that is more than one execution. */
    private final AtomicInteger stays = new AtomicInteger();

    private volatile @Nullable ConnectionDefaults defaults;
    private volatile @Nullable Holdabilities holdabilities;
    /** Null until it is asked for. */
    private volatile @Nullable Boolean takesSeveralStatements;

    /** When refused statements let definitions be looked at last, by {@link System#nanoTime()}; 0 for never. */
    private final AtomicLong looked = new AtomicLong();
    /** By logic tables, when it was given up to wait until their actual tables are alike. */
    private final Map<List<String>, Long> awaitedInVain = new ConcurrentHashMap<>();
    /** The columns of actual tables that are in another order than those of the catalog. */
    private final Map<DifferingTable, List<String>> differing = new ConcurrentHashMap<>();

    /** @param epoch of the plans that count on the catalog: a query means another table in another schema */
    private record DifferingTable(Object epoch, String query) {}

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
     * Whether the drivers take texts of several statements, as that of the first data source says. Asked once, beside
     * whatever is executed.
     */
    public boolean takesSeveralStatements() throws SQLException {
        Boolean known = takesSeveralStatements;
        if (known == null) {
            known = MultiQuerySupport.takesSeveralStatements(dialect, home(0));
            takesSeveralStatements = known;
        }
        return known;
    }

    /** How it is left for another one; null as long as it is not. */
    public @Nullable DeploymentExit exit() {
        return exit;
    }

    /** It is left, or, where that came to nothing, null. */
    void leave(@Nullable DeploymentExit how) {
        exit = how;
    }

    /**
     * Something begins that consists of several executions, or that is none: it is by this deployment until
     * {@link #ended}.
     *
     * @return false where nothing of it may run any more; then nothing has begun
     */
    public boolean begin() {
        stays.incrementAndGet();
        DeploymentExit left = exit;
        if (left == null || left.admits()) {
            return true;
        }
        stays.decrementAndGet();
        return false;
    }

    /** What has begun is over; once for each {@link #begin} that was true. */
    public void ended() {
        stays.decrementAndGet();
    }

    /**
     * Tells how much is under way on those that are left for the next one, or on their pools by another deployment than
     * that. They share pools, of which each is asked once.
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

    /** What all its data sources have in common; facts of one data source are its pool's. */
    public Dialect dialect() {
        return dialect;
    }

    /** Where its tables are, and what planning asks of the rules. */
    public PlanningRules rules() {
        return rules;
    }

    /** What executions and checks ask of the rules. */
    public ExecutionRules executionRules() {
        return rules;
    }

    /** What is asked and told of the databases that rules watch over. */
    public WatchRules watchRules() {
        return rules;
    }

    /**
     * Whether a failed statement leaves a transaction in which nothing but a rollback is possible. Not where the
     * database would have it so and the drivers of all data sources take back what the statement did.
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

    /** What the rules place under a name without a schema; null where they place nothing. */
    public @Nullable LogicTable table(String name) {
        return catalog.own(rules.table(name));
    }

    /** From actual names back to logic names. */
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
     * It is about to be the current one: its pools let connections linger as its props have it.
     *
     * @param clock what ends that
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
        return ChosenPools.home(this, dataSource, false);
    }

    /** Which database stands for a data source, an index of {@link #pool}; null where no rule has a say in it. */
    public @Nullable DataSourceChoice choice() {
        return choice;
    }

    /** Whether a rule watches over databases, so that another may stand for one that was lost. */
    public boolean isWatched() {
        return watched;
    }

    /**
     * Whether executions have nothing around them that follows from the configuration: no rule chooses databases or
     * watches over them, and no SQL is shown.
     */
    boolean isPlain() {
        return plain;
    }

    /** The data sources that hold tables, by index. */
    public List<String> dataSourceNames() {
        return rules.dataSourceNames();
    }

    /** Where the rows of a logic table are, as {@code ds_0.t_order_1} with the names of pools, in configured order. */
    public List<String> dataNodes(String table) {
        return new DataNodeNames(rules, catalog, index -> pools[index].name()).of(table);
    }

    /** How many data sources hold tables; pools of those that are only chosen come after theirs. */
    public int dataSources() {
        return rules.dataSourceNames().size();
    }

    /**
     * The plan of a SQL text, from the cache where it is there.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(String sql) {
        Plans.Epoch before = plans.epoch();
        return new DeployedPlan(this, plans, sql, null, plans.plan(sql), before);
    }

    /**
     * The plan of a statement that is executed on behalf of another: the one that it carries, as long as that holds.
     *
     * @throws org.shardingjdbc.error.ShardingException when it is wrong or refused
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
     * @param schema equal for those that look names up alike
     * @param connections those that are there, asked for when plans of the schema are first needed
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

    /** Who has plans of them learns that they are not current. */
    private void forgetSchemas() {
        plansBySchema.values().forEach(each -> each.invalidate(List.of()));
        plansBySchema.clear();
    }

    /** What connections say when nothing was set on them; asked once. */
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

    /** What drivers say of the holdability that is set on connections and statements. */
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
     * Definitions changed: what is known of these tables is read again, and plans are made anew. Empty for any table.
     */
    public void definitionsChanged(List<String> logicTables) {
        plans.invalidate(logicTables);
        forgetSchemas();
        differing.clear();
    }

    /**
     * Whether definitions may be looked at because a statement is refused with what is known of them; once in a while,
     * as an application may go on executing it.
     */
    public boolean mayLookAgain() {
        long now = System.nanoTime();
        long last = looked.get();
        return (last == 0 || now - last > LOOK_AGAIN_NANOS) && looked.compareAndSet(last, now == 0 ? 1 : now);
    }

    /**
     * Whether the actual tables of these logic tables may differ because somebody is altering one after the other just
     * now; false where somebody waited for that in vain a short time ago.
     */
    public boolean mayBeAltering(List<String> logicTables) {
        Long since = awaitedInVain.get(logicTables);
        return since == null || System.nanoTime() - since > FORGOTTEN_NANOS;
    }

    /** The actual tables of these logic tables were waited for, and still differ. */
    public void awaitedInVain(List<String> logicTables) {
        awaitedInVain.put(logicTables, System.nanoTime());
    }

    /**
     * Whether an actual table is known to have these columns although the catalog's first one has others.
     *
     * @param epoch of the plan that counts on the catalog's
     */
    public boolean isKnownToDiffer(Object epoch, String query, List<String> columns) {
        return columns.equals(differing.get(new DifferingTable(epoch, query)));
    }

    /** An actual table has these columns, and the catalog's first one others, as plans of that epoch count on. */
    public void knownToDiffer(Object epoch, String query, List<String> columns) {
        differing.put(new DifferingTable(epoch, query), columns);
    }

    /** {@link DeployedPlan#definitionsDiffer}, of what a plan was made by. */
    boolean definitionsDiffer(PlanSource source, List<String> logicTables) {
        boolean differ = source.refresh(logicTables);
        if (differ) {
            differing.clear();
            // they are being redefined now, so it is worthwhile again to wait until all of them are
            awaitedInVain.remove(logicTables);
        }
        return differ;
    }
}
