package io.shardingjdbc.jdbc.internal.execute;

import io.shardingjdbc.jdbc.internal.catalog.ConnectionSource;
import io.shardingjdbc.jdbc.internal.dialect.DatabaseDialect;
import io.shardingjdbc.jdbc.internal.metadata.ActualNames;
import io.shardingjdbc.jdbc.internal.plan.StatementPlan;
import io.shardingjdbc.route.internal.catalog.Catalog;
import io.shardingjdbc.route.internal.rule.Rules;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Everything that follows from one configuration. Shared by all threads; a reconfiguration makes a new one, while
 * executions that run end on the one that they began with.
 */
public final class Deployment {
    /** Makes and keeps plans. */
    public interface PlanSource {
        /**
         * The plan of a SQL text.
         *
         * @throws io.shardingjdbc.error.ShardingException when there is none
         */
        StatementPlan plan(String sql);

        /**
         * A plan for one execution of a SQL text without parameters.
         *
         * @throws io.shardingjdbc.error.ShardingException when there is none
         */
        default StatementPlan planOnce(String sql) {
            return plan(sql);
        }

        /** Another object whenever plans of before are not to be used again. */
        Object epoch();

        /**
         * Definitions of these logic tables changed, or of any table when the list is empty: plans of before are not
         * used again.
         */
        void invalidate(List<String> logicTables);

        /** Plans that know the definitions as these connections see them; nothing of them is kept for others. */
        PlanSource asSeenBy(ConnectionSource connections);

        /** Plans of sessions that look names up elsewhere; these connections are there. */
        PlanSource elsewhere(ConnectionSource connections);
    }

    /** How many places are known at a time. */
    private static final int MAX_PLACES = 64;

    private final String databaseName;
    private final DatabaseDialect dialect;
    private final Rules rules;
    private final Catalog catalog;
    private final PlanSource plans;
    private final ShardPool[] pools;
    private final ExecutionProps props;
    private final ActualNames names;
    private final Map<Object, PlanSource> places = new ConcurrentHashMap<>();
    private volatile ConnectionDefaults defaults;

    public Deployment(
            String databaseName,
            DatabaseDialect dialect,
            DeploymentParts parts,
            List<ShardPool> pools,
            ExecutionProps props) {
        this.databaseName = databaseName;
        this.dialect = dialect;
        this.rules = parts.rules();
        this.catalog = parts.catalog();
        this.plans = parts.plans();
        this.pools = pools.toArray(new ShardPool[0]);
        this.props = props;
        this.names = new ActualNames(rules, () -> catalog.databases());
    }

    /** The name of the logic database. */
    public String databaseName() {
        return databaseName;
    }

    /** What all its data sources have in common; facts of one data source are its pool's. */
    public DatabaseDialect dialect() {
        return dialect;
    }

    public Rules rules() {
        return rules;
    }

    /** From actual names back to logic names. */
    public ActualNames names() {
        return names;
    }

    public Catalog catalog() {
        return catalog;
    }

    public ExecutionProps props() {
        return props;
    }

    /** The pool of a data source, by its index. */
    public ShardPool pool(int dataSource) {
        return pools[dataSource];
    }

    /** How many data sources there are. */
    public int dataSources() {
        return pools.length;
    }

    /**
     * The plan of a SQL text, from the cache where it is there.
     *
     * @throws io.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public Planned plan(String sql) {
        Object before = plans.epoch();
        return new Planned(this, sql, plans.plan(sql), before);
    }

    /**
     * A plan for one execution of a SQL text without parameters.
     *
     * @throws io.shardingjdbc.error.ShardingException when the SQL is wrong or refused
     */
    public Planned planOnce(String sql) {
        return new Planned(this, sql, plans.planOnce(sql), null);
    }

    /** Another object whenever plans of before are not to be used again. */
    Object epoch() {
        return plans.epoch();
    }

    /** Plans for a transaction that changed definitions which only its own connections see. */
    public PlanSource plansAsSeenBy(ConnectionSource connections) {
        return plans.asSeenBy(connections);
    }

    /**
     * Plans of sessions that were switched to another catalog or schema.
     *
     * @param place equal for those that look names up alike
     * @param connections those that are there, asked for when plans of the place are first needed
     */
    public PlanSource plansIn(Object place, Supplier<ConnectionSource> connections) {
        if (places.size() > MAX_PLACES) {
            places.clear();
        }
        return places.computeIfAbsent(place, unknown -> plans.elsewhere(connections.get()));
    }

    /** What connections say when nothing was set on them; asked once. */
    public ConnectionDefaults defaults() throws SQLException {
        ConnectionDefaults known = defaults;
        if (known == null) {
            try (Connection connection = pools[rules.defaultDataSource()].openAside()) {
                known = ConnectionDefaults.of(connection);
            }
            defaults = known;
        }
        return known;
    }

    /**
     * Definitions changed: what is known of these tables is read again, and plans are made anew. Empty for any table.
     */
    public void definitionsChanged(List<String> logicTables) {
        plans.invalidate(logicTables);
        places.clear();
    }
}
