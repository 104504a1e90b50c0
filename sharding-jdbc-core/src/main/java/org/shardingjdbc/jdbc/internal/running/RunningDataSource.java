package org.shardingjdbc.jdbc.internal.running;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.transactiontype.TransactionTypes;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.Governance;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.Handover;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.jdbc.internal.command.AllowedCommands;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.jdbc.internal.deploy.TransactionPools;
import org.shardingjdbc.parser.internal.EarlyParser;
import org.shardingjdbc.rule.internal.WatchRules;

/**
 * All that is open for a sharding data source, and how one configuration follows another: because the application says
 * so, or the registry. Safe for all threads; one for each sharding data source. Its methods throw
 * {@link ShardingException} or {@link SQLException}.
 */
public final class RunningDataSource implements GovernedDataSource, AutoCloseable {
    private final Deployments deployments;
    private final DataSourceObservation observation;
    private final Workers workers;
    private final RegistryLink registered;
    private final Deployer deployer;
    private final TransactionTypes transactions;
    private final Companions companions = new Companions();
    private volatile ShardingConfiguration configuration;
    /** Those of the last configuration; whoever looks at them does not wait for the next one. */
    private volatile List<ShardPool> pools;

    /**
     * Whether it takes part in a handover that another instance began. Written by the thread of that handover alone,
     * before it takes the lock and when it has left it; who waits for the lock looks at it first, and need not wait.
     */
    private volatile boolean joined;

    private volatile boolean closed;
    /** Whether all is closed; under the lock. */
    private boolean ended;

    /** Held for a moment by who switches data sources off and on, which must not wait for a change. */
    private final Object switching = new Object();
    /** Null while none is about to count; under {@link #switching}. */
    private @Nullable Upcoming upcoming;

    /** What is about to count, and is switched off and on with what does. */
    private record Upcoming(List<ShardPool> pools, WatchRules rules) {}

    /** Opens what a configuration says; nothing is open when it fails. */
    public RunningDataSource(ShardingConfiguration given) throws SQLException {
        long begin = System.nanoTime();
        // In the order in which they are closed again when something fails.
        Deque<Runnable> opened = new ArrayDeque<>();
        try {
            this.registered = RegistryLink.of(given);
            opened.push(registered::close);
            this.deployer = new Deployer(registered::workerIds, registered::takeNumbers, registered::agree);
            opened.push(deployer::close);
            this.configuration = registered.first();
            Deployment first = deployEarly();
            this.pools = deployer.pools();
            this.workers = workers(configuration);
            opened.push(workers::close);
            this.transactions = deployer.startTransactions(configuration);
            opened.push(transactions::close);
            deployer.surroundConnections(transactions.byDefault());
            this.deployments = new Deployments(workers, transactions, first, RegistryFence.of(registered.fence()));
            this.observation =
                    new DataSourceObservation(deployments, this::pools, deployer.planCounts(), companions::moves);
            opened.push(observation::close);
            observation.configured(configuration.props());
            observation.started(first, begin);
        } catch (SQLException | RuntimeException | Error e) {
            Closing.after(e, List.copyOf(opened));
            throw e;
        }
    }

    /** Not before the registry has answered, which is waited for in few seconds, also where many start at a time. */
    private Deployment deployEarly() throws SQLException {
        EarlyParser early = EarlyParser.start(Dialects.all().get(0));
        try {
            return deployer.deploy(configuration, (deployment, pools, begin) -> begin.run());
        } finally {
            early.await();
        }
    }

    /** The threads that a configuration asks for. */
    private static Workers workers(ShardingConfiguration configuration) {
        return new Workers(
                configuration.databaseName(),
                configuration.props().number(PropKey.KERNEL_EXECUTOR_SIZE),
                WorkerThreads.of(configuration.props().text(PropKey.WORKER_THREADS)));
    }

    /** Lets the registry tell it what changes, where there is one; closes all when that fails. */
    public synchronized void start() {
        deployments.commands(new AllowedCommands(commands()));
        try {
            registered.start(this);
        } catch (RuntimeException | Error e) {
            Closing.after(e, List.of(this::close));
            throw e;
        }
    }

    /** What commands are about. */
    public CommandTarget commands() {
        return new ConfigurationCommands(this);
    }

    Companions companions() {
        return companions;
    }

    public Deployments deployments() {
        return deployments;
    }

    public DataSourceObservation observation() {
        return observation;
    }

    /** Not under the lock: who watches must not wait for a data source that a change connects to. */
    public List<ShardPool> pools() {
        return pools;
    }

    public String writesToken() throws SQLException {
        return deployer.writesToken();
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    public ShardingConfiguration configuration() {
        return configuration;
    }

    public Governance governance() {
        return registered.session("governance()");
    }

    /**
     * Goes over to a configuration, and has it written into the registry, where there is one. Where options say so,
     * waits for what runs by the one of before, and for the other instances.
     */
    public void reconfigure(ShardingConfiguration next, ReconfigureOptions options) throws SQLException {
        reconfigure(now -> next, options);
    }

    /** The same of what becomes of the configuration of that moment, as nobody changes it meanwhile. */
    void reconfigure(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options) throws SQLException {
        requireNotJoined();
        if (options.instances() == null) {
            publish(change, options);
            return;
        }
        ClusterChange.carryThrough(
                registered.session("a change of all instances"), options, new ClusterChange.Change() {
                    @Override
                    public ClusterChange.Step make() throws SQLException {
                        return changed(change, options);
                    }

                    @Override
                    public ClusterChange.@Nullable Step undo(ClusterChange.Step step) throws SQLException {
                        return undone(step, options);
                    }
                });
    }

    private synchronized void publish(UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options)
            throws SQLException {
        ShardingConfiguration next = change.apply(configuration);
        if (options.newcomers() == Newcomers.WAIT && options.instances() != null) {
            GovernanceSession session = registered.session("a handover of all instances");
            String text = registered.text(next);
            Handover handover = session.handOver(text, registered.running().version(), options);
            handOver(next, text, handover);
        } else {
            replace(next, HandoverSteps.here(deployments, () -> registered.publish(next), options));
        }
    }

    @Override
    public void handOver(String text, Handover handover) throws SQLException {
        joined = true;
        try {
            synchronized (this) {
                handOver(registered.readNext(text), text, handover);
            }
        } finally {
            joined = false;
        }
    }

    /** A handover that another instance began may last until somebody decides it: nobody waits for that here. */
    private void requireNotJoined() {
        if (joined) {
            throw new ShardingException(
                    ErrorCode.CHANGE_OVERTAKEN,
                    "The configuration",
                    registered.session("a handover of all instances").version());
        }
    }

    private void handOver(ShardingConfiguration next, String text, Handover handover) throws SQLException {
        replace(
                next,
                HandoverSteps.everywhere(
                        deployments, version -> registered.takes(new GovernedDocument(text, version)), handover));
    }

    @Override
    public synchronized void renumber(long version) {
        GovernedDocument now = registered.running();
        if (version > now.version()) {
            registered.takes(new GovernedDocument(now.text(), version));
        }
    }

    /** Not under the lock, which the handover has. */
    @Override
    public void undecided(@Nullable String why) {
        deployments.undecided(why);
    }

    private synchronized ClusterChange.@Nullable Step undone(ClusterChange.Step step, ReconfigureOptions options)
            throws SQLException {
        boolean last = registered.running().version() == step.after().version();
        return last ? changed(now -> registered.read(step.before()), options) : null;
    }

    private synchronized ClusterChange.Step changed(
            UnaryOperator<ShardingConfiguration> change, ReconfigureOptions options) throws SQLException {
        GovernedDocument before = registered.running();
        publish(change, options);
        return new ClusterChange.Step(before, registered.running());
    }

    @Override
    public synchronized void take(GovernedDocument document) {
        if (closed || document.version() <= registered.running().version()) {
            return;
        }
        try {
            replace(
                    registered.read(document),
                    HandoverSteps.here(deployments, () -> registered.takes(document), ReconfigureOptions.AT_ONCE));
        } catch (SQLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, "The configuration", e.getMessage());
        }
    }

    @Override
    public Set<String> dataSourceNames() {
        return configuration.dataSources().keySet();
    }

    @Override
    public boolean mayMove() {
        return deployments.current().watchRules().mayMove();
    }

    /** Not under the lock: where rows are written now must not wait for a change of the configuration. */
    @Override
    public void agree() {
        registered.agree(deployments.current().watchRules());
    }

    /** Not under the lock: what is switched off by hand is off at once. */
    @Override
    public void switchedTo(Switches switches) {
        synchronized (switching) {
            registered.switchTo(switches, pools, deployments.current().watchRules());
            if (upcoming != null) {
                registered.switchAll(upcoming.pools(), upcoming.rules());
            }
        }
    }

    private void replace(ShardingConfiguration wanted, HandoverSteps handover) throws SQLException {
        List<ShardPool> before = deployer.pools();
        Deployment deployed;
        try {
            if (closed) {
                throw SqlErrors.of(ErrorCode.CLOSED, "data source");
            }
            deployed = deployer.deploy(wanted, (next, pools, begin) -> count(handover, next, pools, begin, before));
        } catch (SQLException | RuntimeException e) {
            nothingComes();
            handover.failed(e);
            throw e;
        } catch (Error e) {
            nothingComes();
            handover.failed(new IllegalStateException(e));
            throw e;
        }
        try {
            handover.finish(deployed);
        } finally {
            counted(wanted, before);
        }
    }

    /** Lets it count, or nothing has changed for the transactions. */
    private void count(
            HandoverSteps handover,
            Deployment next,
            Collection<ShardPool> nextPools,
            Runnable begin,
            List<ShardPool> before)
            throws SQLException {
        try {
            transactions.changed(TransactionPools.sources(nextPools));
            handover.decide(next, () -> {
                begin.run();
                ready(next, nextPools);
            });
        } catch (SQLException | RuntimeException | Error e) {
            try {
                transactions.changed(TransactionPools.sources(before));
            } catch (SQLException | RuntimeException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
    }

    /** It counts: whatever fails of this, the rest is done. */
    private void counted(ShardingConfiguration wanted, List<ShardPool> before) {
        configuration = wanted;
        List<ShardPool> now = deployer.pools();
        synchronized (switching) {
            pools = now;
            upcoming = null;
        }
        List<Runnable> steps = new ArrayList<>();
        steps.add(() -> observation.configured(wanted.props()));
        for (ShardPool pool : before) {
            if (!now.contains(pool)) {
                steps.add(() -> observation.retired(pool));
                steps.add(pool::retire);
            }
        }
        steps.add(registered::announce);
        Closing.all(steps);
    }

    private void nothingComes() {
        synchronized (switching) {
            upcoming = null;
        }
    }

    /** What is done before the first statement of a deployment. */
    private void ready(Deployment next, Collection<ShardPool> nextPools) {
        TransactionPools.surround(nextPools, transactions.byDefault());
        synchronized (switching) {
            upcoming = new Upcoming(List.copyOf(nextPools), next.watchRules());
            registered.switchAll(upcoming.pools(), upcoming.rules());
        }
    }

    /** Closes all of it, whatever fails meanwhile. Who waits until nothing runs by a configuration waits no longer. */
    @Override
    public void close() {
        closed = true;
        // a companion may be waiting for a handover, which ends with the deployments and holds the lock until then
        Closing.all(deployments::close, companions::close, this::end);
    }

    private synchronized void end() {
        if (ended) {
            return;
        }
        ended = true;
        Closing.all(observation::close, transactions::close, deployer::close, registered::close, workers::close);
    }
}
