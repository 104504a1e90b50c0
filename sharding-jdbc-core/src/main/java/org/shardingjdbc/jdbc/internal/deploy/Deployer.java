package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.engine.internal.watch.Watches;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.internal.check.SameDatabases;
import org.shardingjdbc.jdbc.internal.document.ConfigurationChecks;
import org.shardingjdbc.jdbc.internal.library.Libraries;
import org.shardingjdbc.jdbc.internal.sequence.SequenceTable;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds;
import org.shardingjdbc.plan.internal.PlanCounts;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.problem.Problems;
import org.shardingjdbc.transaction.TransactionProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes deployments of configurations, and keeps what one hands on to the next: pools of data sources that stay as they
 * were configured, key generators. One per sharding data source, used under its lock.
 */
public final class Deployer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deployer.class);

    private final LeasedWorkerIds workerIds;
    private final KeyGenerators keyGenerators;
    private final WarmUp warmUp = new WarmUp();
    /** Lets rules agree with those of other instances. */
    private final Consumer<Rules> agreement;

    private final PlanCounts planCounts = new PlanCounts();
    private final Map<String, DataSourceConfiguration> configured = new LinkedHashMap<>();
    private final Map<String, ShardPool> pools = new LinkedHashMap<>();
    /** Those that no configuration names any more, as long as they are in use. */
    private final List<ShardPool> former = new ArrayList<>();
    /** Where worker ids are leased. */
    private volatile @Nullable Supplier<ShardPool> workerIdPool;

    /** Those of the last configuration by name, for threads that do not hold the lock. */
    private volatile Map<String, ShardPool> counting = Map.of();

    private volatile Watches watches = Watches.NONE;
    private int nextPoolId;

    /** Who works with the data sources of a configuration besides its deployment. */
    @FunctionalInterface
    public interface NextSources {
        /**
         * @param deployment what is deployed, used by nobody yet
         * @param pools its own
         * @param begin to be called before its first statement, as the last that may fail here
         * @throws SQLException when it cannot; then the configuration is not deployed
         */
        void use(Deployment deployment, Collection<ShardPool> pools, Runnable begin) throws SQLException;
    }

    /** Those of the next rules: lets them begin, and takes that back where the rules do not count in the end. */
    private final class GuardsAndWatches {
        private final Rules rules;
        private final Set<String> kept;
        private final List<ShardPool> all;
        /** What guarded the pools of before. */
        private final List<@Nullable DataSourceGuard> guards = new ArrayList<>();

        private Watches begun = Watches.NONE;

        /** @param all by the indexes of their data sources */
        GuardsAndWatches(Rules rules, Set<String> kept, List<ShardPool> all) {
            this.rules = rules;
            this.kept = kept;
            this.all = all;
        }

        void begin() {
            List<String> names = rules.allDataSourceNames();
            for (int i = 0; i < names.size(); i++) {
                guards.add(all.get(i).ruled());
                all.get(i).ruledBy(rules.dataSourceGuard(names.get(i)));
            }
            // again, as much may be known by now that was not
            watches.handOver(rules, kept);
            begun = Watches.start(rules, all);
        }

        void takeBack() {
            for (int i = 0; i < guards.size(); i++) {
                all.get(i).ruledBy(guards.get(i));
            }
            begun.close();
        }
    }

    /**
     * @param ids leases worker ids, in the registry or in the pool that it is given
     * @param registry blocks of sequences in the registry
     * @param agreement lets rules agree with those of other instances, before their databases are connected to
     */
    public Deployer(
            Function<Supplier<ShardPool>, LeasedWorkerIds> ids, NumberBlocks registry, Consumer<Rules> agreement) {
        this.agreement = agreement;
        this.workerIds = ids.apply(() -> Objects.requireNonNull(workerIdPool, "no configuration is deployed")
                .get());
        NumberBlocks tables = new SequenceTable(this::openAside);
        this.keyGenerators = KeyGenerators.load(
                workerIds,
                (sequence, mayBegin) -> (sequence.dataSource() == null ? registry : tables).take(sequence, mayBegin));
    }

    /** A connection of nobody's transaction. */
    private Connection openAside(String dataSource) throws SQLException {
        ShardPool pool = counting.get(dataSource);
        if (pool == null) {
            throw new SQLException("data source " + dataSource + " is not open", "08003");
        }
        return pool.openAside();
    }

    /**
     * The rules of a configuration, compiled; opens nothing.
     *
     * @throws ShardingException with every mistake of the configuration, or when a library is too old
     */
    public static Rules compile(ShardingConfiguration configuration, KeyGeneratorSource keyGenerators) {
        Libraries.check();
        ConfigurationChecks checks = (ConfigurationChecks) configuration;
        Problems problems = new Problems();
        checks.addMistakes(problems);
        Rules compiled =
                RuleCompiler.compile(configuration.dataSourceNames(), configuration.rules(), keyGenerators, problems);
        checks.raise(problems);
        return Objects.requireNonNull(compiled, "rules that are wrong for no reason");
    }

    /**
     * Compiles a configuration and opens the pools that are new in it. When it fails, everything is as before.
     *
     * @param next told of the data sources when nothing else can fail any more but what it begins
     * @throws ShardingException when the configuration has mistakes, or a data source cannot be connected to
     */
    public Deployment deploy(ShardingConfiguration configuration, NextSources next) throws SQLException {
        Rules rules = compile(configuration, keyGenerators);
        agreement.accept(rules);
        Map<String, ShardPool> used = new LinkedHashMap<>();
        List<ShardPool> opened = new ArrayList<>();
        List<Runnable> undone = new ArrayList<>();
        boolean lazy = configuration.props().flag(PropKey.LAZY_DATA_SOURCES);
        SameDatabases.refuseAlike(configuration.dataSources());
        try {
            configuration.dataSources().forEach((name, source) -> {
                ShardPool kept = source.equals(configured.get(name)) ? pools.get(name) : null;
                if (kept == null) {
                    kept = PoolOpener.open(nextPoolId, name, source, lazy, mayBeAway(rules, name));
                    nextPoolId++;
                    opened.add(kept);
                }
                used.put(name, kept);
            });
            Set<String> kept = new HashSet<>(used.keySet());
            kept.removeIf(name -> used.get(name) != pools.get(name));
            watches.handOver(rules, kept);
            List<ShardPool> all = DeploymentBuilder.inOrder(used, rules);
            SameDatabases.refuse(all);
            DifferingSettings.warn(all);
            Deployment deployment = DeploymentBuilder.build(configuration, rules, all, planCounts);
            if (all.subList(0, deployment.dataSources()).stream().allMatch(SameDatabases::connects)) {
                // read now, so that a data source which is down later is not asked for its name
                deployment.catalog().databases();
            }
            warmUp.start(configuration.props().text(PropKey.WARM_UP), deployment);
            GuardsAndWatches started = new GuardsAndWatches(rules, kept, all);
            undone.add(started::takeBack);
            next.use(deployment, used.values(), started::begin);
            counts(configuration, used, started.begun);
            workerIdPool = () -> deployment.home(0);
            return deployment;
        } catch (SQLException | RuntimeException | Error e) {
            undone.addAll(closingOf(opened));
            Closing.after(e, undone);
            throw e;
        }
    }

    /** It is deployed: nothing of this may fail. */
    private void counts(ShardingConfiguration configuration, Map<String, ShardPool> used, Watches started) {
        Watches ending = watches;
        watches = started;
        started.listen();
        former.addAll(pools.values());
        pools.clear();
        pools.putAll(used);
        counting = Map.copyOf(used);
        former.removeIf(pool -> pool.isClosed() || pools.containsValue(pool));
        configured.clear();
        configured.putAll(configuration.dataSources());
        try {
            ending.close();
        } catch (RuntimeException | Error e) {
            LOG.warn("What watched over the databases of the configuration before could not be ended", e);
        }
    }

    private static boolean mayBeAway(Rules rules, String name) {
        int index = rules.allDataSourceNames().indexOf(name);
        return index >= 0 && Watches.mayBeAway(rules, index);
    }

    /** Puts what the configured type of transactions wants around the connections of all pools. */
    public void surroundConnections(TransactionProvider provider) {
        TransactionPools.surround(pools.values(), provider);
    }

    /** How often plans were found and made, of all configurations. */
    public PlanCounts planCounts() {
        return planCounts;
    }

    /**
     * A token of what is written so far in the groups that rules watch over.
     *
     * @throws SQLException when one of them does not answer
     */
    public String writesToken() throws SQLException {
        return watches.written();
    }

    /** The pools of the last configuration. */
    public List<ShardPool> pools() {
        return List.copyOf(pools.values());
    }

    /**
     * Starts the configured type of transactions.
     *
     * @throws SQLException when it cannot start
     */
    public TransactionTypes startTransactions(ShardingConfiguration configuration) throws SQLException {
        return TransactionPools.start(configuration, pools.values());
    }

    /** Closes all pools, those of earlier configurations and of connections in use too, whatever fails meanwhile. */
    @Override
    public void close() {
        List<Runnable> steps = new ArrayList<>(List.of(watches::close, warmUp::close, workerIds::close));
        steps.addAll(closingOf(pools.values()));
        steps.addAll(closingOf(former));
        Closing.all(steps);
    }

    private static List<Runnable> closingOf(Collection<ShardPool> closed) {
        List<Runnable> steps = new ArrayList<>();
        closed.forEach(pool -> steps.add(pool::close));
        return steps;
    }
}
