package org.shardingjdbc.spring.actuate;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.plan.Explanation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.lang.Nullable;

/**
 * The endpoint {@code sharding}: the data sources, what statements did, and what a statement would do. It shows no
 * secrets and no values, but names of tables, and SQL that it is given. Safe for all threads.
 */
@Endpoint(id = "sharding")
public class ShardingEndpoint {
    private final Map<String, ShardingDataSource> dataSources;

    /** @param dataSources by the names of their beans */
    public ShardingEndpoint(Map<String, ShardingDataSource> dataSources) {
        this.dataSources = new LinkedHashMap<>(dataSources);
    }

    /** Each sharding data source: its pools, and what it did since it is counted. */
    @ReadOperation
    public Map<String, Object> databases() {
        Map<String, Object> result = new LinkedHashMap<>();
        dataSources.forEach((name, dataSource) -> result.put(name, database(dataSource)));
        return Map.of("databases", result);
    }

    /**
     * One sharding data source; of it what a statement would do, or where the rows of a table are.
     *
     * @param database the name of its bean
     * @param sql explained and not run; null for none
     * @param table a logic table; null for none
     * @return null when there is no such bean, which is answered as 404
     */
    @ReadOperation
    public @Nullable Map<String, Object> database(
            @Selector String database, @Nullable String sql, @Nullable String table) {
        ShardingDataSource dataSource = dataSources.get(database);
        if (dataSource == null) {
            return null;
        }
        try {
            if (sql != null) {
                return explained(sql, dataSource.explain(sql));
            }
            return table == null
                    ? database(dataSource)
                    : Map.of("table", table, "dataNodes", dataSource.dataNodes(table));
        } catch (SQLException e) {
            return Map.of("error", String.valueOf(e.getMessage()), "sqlState", String.valueOf(e.getSQLState()));
        }
    }

    private static Map<String, Object> explained(String sql, Explanation explanation) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("sql", sql);
        result.put("plan", explanation.toString().lines().toList());
        result.put(
                "units",
                explanation.units().stream()
                        .map(unit ->
                                Map.of("dataSource", String.valueOf(unit.dataSourceName()), "sql", unit.actualSql()))
                        .toList());
        return result;
    }

    private static Map<String, Object> database(ShardingDataSource dataSource) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("databaseName", dataSource.databaseName());
        Map<String, Object> pools = new LinkedHashMap<>();
        dataSource.dataSources().forEach((name, pool) -> pools.put(name, pool(pool)));
        result.put("dataSources", pools);
        Statistics statistics = dataSource.statistics();
        Map<String, Object> statements = new LinkedHashMap<>();
        for (StatementRoute route : StatementRoute.values()) {
            long count = statistics.statements(route);
            if (count > 0) {
                statements.put(
                        route.tag(), Map.of("count", count, "meanMicros", statistics.nanos(route) / count / 1000));
            }
        }
        result.put("statements", statements);
        result.put("units", statistics.units());
        result.put(
                "plans",
                Map.of(
                        "kept", statistics.plans(),
                        "found", statistics.planHits(),
                        "made", statistics.planMisses()));
        result.put("pulledRows", statistics.pulledRows());
        result.put("refusals", statistics.refusals());
        result.put("errors", statistics.errors());
        return result;
    }

    private static Map<String, Object> pool(DataSource pool) {
        HikariPoolMXBean bean = pool instanceof HikariDataSource hikari ? hikari.getHikariPoolMXBean() : null;
        if (bean == null) {
            return Map.of("pool", pool.getClass().getName());
        }
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("active", bean.getActiveConnections());
        result.put("idle", bean.getIdleConnections());
        result.put("waiting", bean.getThreadsAwaitingConnection());
        result.put("maximum", ((HikariDataSource) pool).getMaximumPoolSize());
        return result;
    }
}
