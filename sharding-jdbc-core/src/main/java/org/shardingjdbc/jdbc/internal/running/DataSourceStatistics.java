package org.shardingjdbc.jdbc.internal.running;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.observe.Tally;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.plan.internal.PlanCounts;

/** What one sharding data source has done. Made when somebody asks for it first: from then on it counts. */
final class DataSourceStatistics implements Statistics {
    private final Deployments deployments;
    private final Supplier<List<ShardPool>> pools;
    private final Tally tally;
    private final Counters counters;
    private final PlanCounts planCounts;
    /** Of pools that are no more. */
    private final Map<String, Long> errorsBefore = new ConcurrentHashMap<>();

    private final Supplier<List<MoveState>> moves;

    DataSourceStatistics(
            Deployments deployments,
            Supplier<List<ShardPool>> pools,
            PlanCounts planCounts,
            Supplier<List<MoveState>> moves) {
        this.moves = moves;
        this.deployments = deployments;
        this.pools = pools;
        this.tally = deployments.tally();
        this.counters = tally.start();
        this.planCounts = planCounts;
        planCounts.countHits();
    }

    /** A pool is replaced; what it counted stays counted. */
    void retired(ShardPool pool) {
        errorsBefore.merge(pool.name(), pool.errors(), Long::sum);
    }

    @Override
    public long statements(StatementRoute route) {
        return counters.statements(route);
    }

    @Override
    public long nanos(StatementRoute route) {
        return counters.nanos(route);
    }

    @Override
    public long takeLongestNanos(StatementRoute route) {
        return counters.takeLongest(route);
    }

    @Override
    public long units() {
        return counters.units();
    }

    @Override
    public long mergeNanos() {
        return counters.mergeNanos();
    }

    @Override
    public long merges() {
        return counters.mergeCount();
    }

    @Override
    public long pulledRows() {
        return counters.pulledRows();
    }

    @Override
    public long plans() {
        return deployments.current().keptPlans();
    }

    @Override
    public long planHits() {
        return planCounts.hits();
    }

    @Override
    public long planMisses() {
        return planCounts.misses();
    }

    @Override
    public Map<String, Long> refusals() {
        return tally.refusals();
    }

    @Override
    public ObserverRegistration eachRefusalCode(Consumer<String> told) {
        return tally.eachRefusalCode(told);
    }

    @Override
    public Map<String, Long> errors() {
        Map<String, Long> result = new LinkedHashMap<>(errorsBefore);
        pools.get().forEach(pool -> result.merge(pool.name(), pool.errors(), Long::sum));
        return result;
    }

    @Override
    public List<MoveState> moves() {
        return moves.get();
    }
}
