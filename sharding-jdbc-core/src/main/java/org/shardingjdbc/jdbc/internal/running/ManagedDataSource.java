package org.shardingjdbc.jdbc.internal.running;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.engine.observe.ShardingDataSourceMXBean;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A sharding data source in the platform's MBean server, until it is closed. Safe for all threads. */
final class ManagedDataSource implements ShardingDataSourceMXBean, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ManagedDataSource.class);
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    /** Data sources of one name in one JVM. */
    private static final int MOST_OF_A_NAME = 1_000;

    private final Statistics statistics;
    private final Supplier<List<ShardPool>> pools;
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    /** Null when it could not be registered. */
    private @Nullable ObjectName name;

    private ManagedDataSource(Statistics statistics, Supplier<List<ShardPool>> pools) {
        this.statistics = statistics;
        this.pools = pools;
    }

    /**
     * Registers it. Several of one name are told apart by {@code instance=2} and so on. That it cannot be registered is
     * logged and no reason not to start.
     */
    static ManagedDataSource register(String databaseName, Statistics statistics, Supplier<List<ShardPool>> pools) {
        ManagedDataSource made = new ManagedDataSource(statistics, pools);
        try {
            made.register(databaseName);
        } catch (JMException e) {
            LOG.warn("The sharding data source {} cannot be registered with JMX", databaseName, e);
        }
        return made;
    }

    private void register(String databaseName) throws JMException {
        boolean plain =
                databaseName.chars().allMatch(each -> Character.isLetterOrDigit(each) || "_-.".indexOf(each) >= 0);
        String first = "org.shardingjdbc:type=ShardingDataSource,name="
                + (plain ? databaseName : ObjectName.quote(databaseName));
        for (int instance = 1; instance <= MOST_OF_A_NAME && name == null; instance++) {
            ObjectName tried = new ObjectName(instance == 1 ? first : first + ",instance=" + instance);
            try {
                server.registerMBean(this, tried);
                name = tried;
            } catch (InstanceAlreadyExistsException e) {
                LOG.debug("{} is taken", tried, e);
            }
        }
    }

    private static <T> Map<String, T> byRoute(Function<StatementRoute, T> value) {
        Map<String, T> result = new LinkedHashMap<>();
        for (StatementRoute route : StatementRoute.values()) {
            result.put(route.tag(), value.apply(route));
        }
        return result;
    }

    private Map<String, Integer> byPool(ToIntFunction<ShardPool> value) {
        Map<String, Integer> result = new LinkedHashMap<>();
        pools.get().forEach(pool -> result.put(pool.name(), value.applyAsInt(pool)));
        return result;
    }

    @Override
    public Map<String, Long> getStatements() {
        return byRoute(statistics::statements);
    }

    @Override
    public Map<String, Double> getStatementMillis() {
        return byRoute(route -> statistics.nanos(route) / NANOS_PER_MILLI);
    }

    @Override
    public long getUnits() {
        return statistics.units();
    }

    @Override
    public long getMerges() {
        return statistics.merges();
    }

    @Override
    public double getMergeMillis() {
        return statistics.mergeNanos() / NANOS_PER_MILLI;
    }

    @Override
    public long getPulledRows() {
        return statistics.pulledRows();
    }

    @Override
    public long getPlans() {
        return statistics.plans();
    }

    @Override
    public long getPlanHits() {
        return statistics.planHits();
    }

    @Override
    public long getPlanMisses() {
        return statistics.planMisses();
    }

    @Override
    public Map<String, Long> getRefusals() {
        return statistics.refusals();
    }

    @Override
    public Map<String, Long> getErrors() {
        return statistics.errors();
    }

    @Override
    public Map<String, Integer> getConnectionsInUse() {
        return byPool(ShardPool::inUse);
    }

    @Override
    public Map<String, Integer> getConnectionsAtMost() {
        return byPool(ShardPool::capacity);
    }

    @Override
    public Map<String, String> getMovePhases() {
        Map<String, String> result = new LinkedHashMap<>();
        statistics.moves().forEach(move -> result.put(move.job(), move.phase()));
        return result;
    }

    @Override
    public Map<String, Map<String, Long>> getMoves() {
        Map<String, Map<String, Long>> result = new LinkedHashMap<>();
        for (MoveState move : statistics.moves()) {
            Map<String, Long> numbers = new LinkedHashMap<>();
            numbers.put("rows", move.rows());
            numbers.put("copiedRows", move.copiedRows());
            numbers.put("rowsPerSecond", move.rowsPerSecond());
            numbers.put("lagBytes", move.lagBytes());
            numbers.put("lagMillis", move.lagMillis());
            numbers.put("longestStallMillis", move.longestStallMillis());
            result.put(move.job(), numbers);
        }
        return result;
    }

    @Override
    public void close() {
        ObjectName registered = name;
        name = null;
        if (registered != null) {
            try {
                server.unregisterMBean(registered);
            } catch (JMException e) {
                LOG.debug("{} was unregistered by somebody else", registered, e);
            }
        }
    }
}
