package org.shardingjdbc.jdbc.internal.running;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.observe.StatementLog;
import org.shardingjdbc.engine.internal.observe.Tally;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.plan.internal.PlanCounts;

/**
 * What can be seen of a sharding data source from outside, as the props say. One per data source; safe for all threads:
 * whoever wants to know comes at any time, also while a configuration is being changed.
 */
public final class DataSourceObservation implements AutoCloseable {
    private final Deployments deployments;
    private final Supplier<List<ShardPool>> pools;
    private final PlanCounts planCounts;
    private final Supplier<List<MoveState>> moves;
    /** Null until somebody wants to know. */
    private @Nullable DataSourceStatistics statistics;
    /** Null where no MBean server shows it. */
    private @Nullable ManagedDataSource managed;

    /**
     * @param pools those of now
     * @param moves the jobs of now
     */
    DataSourceObservation(
            Deployments deployments,
            Supplier<List<ShardPool>> pools,
            PlanCounts planCounts,
            Supplier<List<MoveState>> moves) {
        this.moves = moves;
        this.deployments = deployments;
        this.pools = pools;
        this.planCounts = planCounts;
    }

    /** The first configuration is deployed; {@code beginNanos} by {@link System#nanoTime()}. */
    void started(Deployment first, long beginNanos) {
        StartLine.log(first, beginNanos);
    }

    /** A configuration with these props is the current one from now on. */
    synchronized void configured(ShardingProps props) {
        boolean shown = props.flag(PropKey.JMX_ENABLED);
        if (managed != null && !shown) {
            managed.close();
            managed = null;
        }
        if (managed == null && shown) {
            managed = ManagedDataSource.register(deployments.current().databaseName(), statistics(), pools);
        }
        deployments
                .tally()
                .observers()
                .log(new StatementLog(
                        props.flag(PropKey.SQL_SHOW),
                        TimeUnit.MILLISECONDS.toNanos(props.number(PropKey.SLOW_STATEMENT_MILLISECONDS))));
        if (props.flag(PropKey.STATISTICS_ENABLED)) {
            statistics();
        }
    }

    /** Counts from the first call on. */
    public synchronized Statistics statistics() {
        if (statistics == null) {
            statistics = new DataSourceStatistics(deployments, pools, planCounts, moves);
        }
        return statistics;
    }

    /** Tells somebody of statements, until the registration is closed. */
    public ObserverRegistration observe(StatementObserver observer) {
        Tally.Observers observers = deployments.tally().observers();
        observers.add(observer);
        return () -> observers.remove(observer);
    }

    /** A pool is replaced; what it counted stays counted. */
    synchronized void retired(ShardPool pool) {
        if (statistics != null) {
            statistics.retired(pool);
        }
    }

    @Override
    public synchronized void close() {
        if (managed != null) {
            managed.close();
        }
    }
}
