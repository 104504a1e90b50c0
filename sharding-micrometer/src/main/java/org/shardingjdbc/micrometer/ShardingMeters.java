package org.shardingjdbc.micrometer;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.MetricsTrackerFactory;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import javax.sql.DataSource;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.ShardingDataSource;

/**
 * The meters of one sharding data source; each has the tag {@code database} with its database name. They read what the
 * data source counts anyway, so that a statement pays nothing for Micrometer. Safe for all threads.
 *
 * <pre>{@code
 * new ShardingMeters(dataSource).bindTo(registry);
 * }</pre>
 */
public final class ShardingMeters implements MeterBinder, AutoCloseable {
    /** Statements by {@code route}: how many, and how long they took. */
    public static final String STATEMENTS = "sharding.statements";

    /** The longest statement since the meter was read last, by {@code route}. */
    public static final String LONGEST = "sharding.statements.longest";

    /** Execution units. */
    public static final String UNITS = "sharding.units";

    /** Merged results: how many, and how long their rows took. */
    public static final String MERGES = "sharding.merges";

    /** Rows that were pulled together. */
    public static final String PULLED_ROWS = "sharding.pulled.rows";

    /** Plans that are kept. */
    public static final String PLANS = "sharding.plans";

    /** Look-ups of plans by {@code result}: hit or miss. */
    public static final String PLAN_LOOKUPS = "sharding.plan.lookups";

    /** What was refused or wrong, by {@code code}. */
    public static final String REFUSALS = "sharding.refusals";

    /** Errors of drivers by {@code datasource}. */
    public static final String ERRORS = "sharding.errors";

    /** Jobs that move rows here. */
    public static final String MOVES = "sharding.moves";

    /** Rows that they have copied. */
    public static final String MOVED_ROWS = "sharding.moves.rows";

    /** Rows that they have to copy, as far as that is known. */
    public static final String ROWS_TO_MOVE = "sharding.moves.rows.left";

    /** How far behind the databases' logs they are. */
    public static final String MOVE_LAG = "sharding.moves.lag";

    /** The same in bytes. */
    public static final String MOVE_LAG_BYTES = "sharding.moves.lag.bytes";

    /** For how long statements waited at most when one of them switched. */
    public static final String MOVE_STALL = "sharding.moves.stall";

    /** The tag that tells sharded databases apart: the {@code databaseName} of each, unless another value is given. */
    public static final String DATABASE = "database";

    /** One of HikariCP's, which each of its pools has. */
    private static final String POOL = "hikaricp.connections";

    private final ShardingDataSource dataSource;
    private final Tags tags;
    /** Guarded by this, as is the next. */
    private final BoundMeters bound = new BoundMeters();
    /** By which each registry gets a meter for a code that occurs for the first time. */
    private final Map<MeterRegistry, ObserverRegistration> codes = new HashMap<>();

    /** Without tags but those of its own. */
    public ShardingMeters(ShardingDataSource dataSource) {
        this(dataSource, List.of());
    }

    /** @param tags of every meter, besides its own; {@link #DATABASE} takes the place of the one that it has */
    public ShardingMeters(ShardingDataSource dataSource, Iterable<Tag> tags) {
        this.dataSource = dataSource;
        this.tags = Tags.of(DATABASE, dataSource.databaseName()).and(tags);
    }

    /**
     * Registers the meters, and those of HikariCP for each pool that has none yet: by the name of the data source, or
     * {@code database.name} where the registry has another pool of that name. Counting begins. The pools of data
     * sources that a reconfiguration adds later are bound by calling it again.
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Statistics statistics = dataSource.statistics();
        for (StatementRoute route : StatementRoute.values()) {
            bindRoute(registry, statistics, route);
        }
        bound.add(
                registry,
                FunctionCounter.builder(UNITS, statistics, Statistics::units)
                        .description("Execution units of all statements")
                        .tags(tags)
                        .register(registry));
        bound.add(
                registry,
                FunctionTimer.builder(
                                MERGES, statistics, Statistics::merges, Statistics::mergeNanos, TimeUnit.NANOSECONDS)
                        .description("Merged results, and how long their rows took")
                        .tags(tags)
                        .register(registry));
        bound.add(
                registry,
                FunctionCounter.builder(PULLED_ROWS, statistics, Statistics::pulledRows)
                        .description("Rows pulled together for statements that no data node can answer alone")
                        .tags(tags)
                        .register(registry));
        bindPlans(registry, statistics);
        bindMoves(registry, statistics);
        ObserverRegistration before = codes.remove(registry);
        if (before != null) {
            before.close();
        }
        codes.put(registry, statistics.eachRefusalCode(code -> bindRefusals(registry, statistics, code)));
        dataSource.dataSources().forEach((name, pool) -> bindDataSource(registry, statistics, name, pool));
    }

    /** A code may be passed on by a thread that is just about it when these meters are closed. */
    private synchronized void bindRefusals(MeterRegistry registry, Statistics statistics, String code) {
        if (bound.areIn(registry)) {
            bound.add(
                    registry,
                    FunctionCounter.builder(
                                    REFUSALS, statistics, all -> all.refusals().getOrDefault(code, 0L))
                            .description("Statements that were refused or wrong")
                            .tags(tags.and("code", code))
                            .register(registry));
        }
    }

    private void bindRoute(MeterRegistry registry, Statistics statistics, StatementRoute route) {
        Tags own = tags.and("route", route.tag());
        bound.add(
                registry,
                FunctionTimer.builder(
                                STATEMENTS,
                                statistics,
                                all -> all.statements(route),
                                all -> all.nanos(route),
                                TimeUnit.NANOSECONDS)
                        .description("Statements by where they go")
                        .tags(own)
                        .register(registry));
        bound.add(
                registry,
                TimeGauge.builder(LONGEST, statistics, TimeUnit.NANOSECONDS, all -> all.takeLongestNanos(route))
                        .description("The longest statement since this was read last")
                        .tags(own)
                        .register(registry));
    }

    private void bindPlans(MeterRegistry registry, Statistics statistics) {
        bound.add(
                registry,
                Gauge.builder(PLANS, statistics, Statistics::plans)
                        .description("Plans that are kept")
                        .tags(tags)
                        .register(registry));
        bound.add(
                registry,
                FunctionCounter.builder(PLAN_LOOKUPS, statistics, Statistics::planHits)
                        .description("Look-ups of plans")
                        .tags(tags.and("result", "hit"))
                        .register(registry));
        bound.add(
                registry,
                FunctionCounter.builder(PLAN_LOOKUPS, statistics, Statistics::planMisses)
                        .description("Look-ups of plans")
                        .tags(tags.and("result", "miss"))
                        .register(registry));
    }

    /** Few jobs run at a time, and mostly one: their sums, and the worst of them. */
    private void bindMoves(MeterRegistry registry, Statistics statistics) {
        bindMoves(registry, statistics, MOVES, "Jobs that move rows", List::size);
        bindMoves(registry, statistics, MOVED_ROWS, "Rows that are copied by jobs", moves -> moves.stream()
                .mapToLong(MoveState::copiedRows)
                .sum());
        bindMoves(registry, statistics, ROWS_TO_MOVE, "Rows that jobs have to copy yet", moves -> moves.stream()
                .mapToLong(move -> move.rows() - move.copiedRows())
                .sum());
        bindMoves(
                registry,
                statistics,
                MOVE_LAG_BYTES,
                "Bytes of the databases' logs that jobs have not written yet",
                moves -> moves.stream().mapToLong(MoveState::lagBytes).sum());
        bindMoveTime(registry, statistics, MOVE_LAG, "How far behind jobs are", MoveState::lagMillis);
        bindMoveTime(
                registry,
                statistics,
                MOVE_STALL,
                "How long statements waited at most when a job switched",
                MoveState::longestStallMillis);
    }

    private void bindMoves(
            MeterRegistry registry,
            Statistics statistics,
            String name,
            String description,
            ToDoubleFunction<List<MoveState>> value) {
        bound.add(
                registry,
                Gauge.builder(name, statistics, all -> value.applyAsDouble(all.moves()))
                        .description(description)
                        .tags(tags)
                        .register(registry));
    }

    private void bindMoveTime(
            MeterRegistry registry,
            Statistics statistics,
            String name,
            String description,
            ToLongFunction<MoveState> millis) {
        bound.add(
                registry,
                TimeGauge.builder(name, statistics, TimeUnit.MILLISECONDS, all -> all.moves().stream()
                                .mapToLong(millis)
                                .max()
                                .orElse(0))
                        .description(description)
                        .tags(tags)
                        .register(registry));
    }

    private void bindDataSource(MeterRegistry registry, Statistics statistics, String name, DataSource pool) {
        bound.add(
                registry,
                FunctionCounter.builder(ERRORS, statistics, all -> all.errors().getOrDefault(name, 0L))
                        .description("Errors of drivers, and failures to get a connection")
                        .tags(tags.and("datasource", name))
                        .register(registry));
        if (pool instanceof HikariDataSource hikari
                && hikari.getMetricRegistry() == null
                && hikari.getMetricsTrackerFactory() == null) {
            if (registry.find(POOL).tag("pool", name).meter() == null) {
                hikari.setMetricRegistry(registry);
                return;
            }
            // another sharded database has a pool of that name
            MetricsTrackerFactory own = new MicrometerMetricsTrackerFactory(registry);
            hikari.setMetricsTrackerFactory((pooled, stats) -> own.create(database() + "." + pooled, stats));
        }
    }

    private String database() {
        return tags.stream()
                .filter(tag -> tag.getKey().equals(DATABASE))
                .map(Tag::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Removes the meters, and adds none for what is refused later; those of HikariCP go with their pools. */
    @Override
    public synchronized void close() {
        codes.values().forEach(ObserverRegistration::close);
        codes.clear();
        bound.remove();
    }
}
