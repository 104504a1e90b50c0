package org.shardingjdbc.jdbc.internal.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.WatchedDatabase;

/** The started watches of one deployment. Safe for all threads. */
public final class Watches implements AutoCloseable {
    /** No rule watches anything. */
    public static final Watches NONE = new Watches(List.of());

    private static final int ANSWER_MILLIS = (int) TimeUnit.SECONDS.toMillis(3);

    private final List<DatabaseWatch> started;

    private Watches(List<DatabaseWatch> started) {
        this.started = List.copyOf(started);
    }

    /** Whether the data source opens although that database, by its index, does not answer. */
    public static boolean mayBeAway(Rules rules, int dataSource) {
        for (Rule rule : rules.all()) {
            DatabaseWatch watch = rule.databaseWatch();
            if (watch != null && watch.mayBeAway(dataSource)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Starts the watches of the rules.
     *
     * @param pools by the indexes of their data sources
     */
    public static Watches start(Rules rules, List<ShardPool> pools) {
        List<DatabaseWatch> started = new ArrayList<>();
        for (Rule rule : rules.all()) {
            DatabaseWatch watch = rule.databaseWatch();
            if (watch != null) {
                List<WatchedDatabase> databases = new ArrayList<>();
                for (int index : watch.databases()) {
                    ShardPool pool = pools.get(index);
                    databases.add(new ProbedDatabase(pool, ANSWER_MILLIS));
                    pool.tellLosses(cause -> watch.lost(index, cause));
                }
                watch.start(databases);
                started.add(watch);
            }
        }
        return started.isEmpty() ? NONE : new Watches(started);
    }

    @Override
    public void close() {
        started.forEach(DatabaseWatch::close);
    }
}
