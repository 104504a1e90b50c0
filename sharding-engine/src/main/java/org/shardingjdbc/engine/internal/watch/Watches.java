package org.shardingjdbc.engine.internal.watch;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.rule.hint.WritesToken;
import org.shardingjdbc.rule.internal.WatchRules;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/** The started watches of one deployment. Safe for all threads. */
public final class Watches implements AutoCloseable {
    /** No rule watches anything. */
    public static final Watches NONE = new Watches(List.of(), List.of());

    private static final int ANSWER_MILLIS = (int) TimeUnit.SECONDS.toMillis(3);

    private final List<DatabaseWatch> started;

    /** By the indexes of their data sources. */
    private final List<ShardPool> pools;

    private Watches(List<DatabaseWatch> started, List<ShardPool> pools) {
        this.started = List.copyOf(started);
        this.pools = List.copyOf(pools);
    }

    /** Whether the data source opens although that database, by its index, does not answer. */
    public static boolean mayBeAway(WatchRules rules, int dataSource) {
        for (DatabaseWatch watch : rules.databaseWatches()) {
            if (watch.mayBeAway(dataSource)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Lets the watches of rules know what these know, which still run.
     *
     * @param kept the names of data sources that are configured as before
     */
    public void handOver(WatchRules rules, Set<String> kept) {
        for (DatabaseWatch watch : rules.databaseWatches()) {
            started.forEach(before -> watch.takeOver(before, kept));
        }
    }

    /**
     * Starts the watches of the rules; none runs when one of them cannot be started. Losses are told to them after
     * {@link #listen}.
     *
     * @param pools by the indexes of their data sources
     */
    public static Watches start(WatchRules rules, List<ShardPool> pools) {
        Watches made = new Watches(rules.databaseWatches(), pools);
        if (made.started.isEmpty()) {
            return NONE;
        }
        List<DatabaseWatch> begun = new ArrayList<>();
        try {
            for (DatabaseWatch watch : made.started) {
                begun.add(watch);
                watch.start(made.probed(watch));
            }
        } catch (RuntimeException | Error e) {
            Closing.after(e, closingOf(begun));
            throw e;
        }
        return made;
    }

    /** From now on these watches are told of losses, and no others are. Never throws. */
    public void listen() {
        started.forEach(this::listen);
    }

    private List<WatchedDatabase> probed(DatabaseWatch watch) {
        List<WatchedDatabase> databases = new ArrayList<>();
        for (int index : watch.databases()) {
            ShardPool pool = pools.get(index);
            databases.add(new ProbedDatabase(pool, replication(watch, index, pool), ANSWER_MILLIS));
        }
        return databases;
    }

    private void listen(DatabaseWatch watch) {
        for (int index : watch.databases()) {
            pools.get(index).tellLosses(cause -> watch.lost(index, cause));
        }
    }

    private static List<Runnable> closingOf(List<DatabaseWatch> watches) {
        List<Runnable> steps = new ArrayList<>();
        watches.forEach(watch -> steps.add(watch::close));
        return steps;
    }

    /**
     * How far the groups of databases are written now, as the text of a token: asked of each that is written to.
     *
     * @throws SQLException when one does not answer
     */
    public String written() throws SQLException {
        Map<String, String> positions = new HashMap<>();
        for (DatabaseWatch watch : started) {
            for (Map.Entry<String, Integer> each : watch.written().entrySet()) {
                ShardPool pool = pools.get(each.getValue());
                positions.put(each.getKey(), position(pool, replication(watch, each.getValue(), pool)));
            }
        }
        return WritesToken.of(positions).text();
    }

    private static Replication replication(DatabaseWatch watch, int index, ShardPool pool) {
        String table = watch.heartbeatTable(index);
        Replication ofDatabase = pool.dialect().replication();
        return table == null ? ofDatabase : new Heartbeat(ofDatabase, table);
    }

    private static String position(ShardPool pool, Replication replication) throws SQLException {
        try (Connection connection = pool.openAside()) {
            String position = replication.position(connection);
            return position == null ? "" : position;
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, pool.name());
        }
    }

    /** Closes all of them, whatever fails meanwhile. */
    @Override
    public void close() {
        Closing.all(closingOf(started));
    }
}
