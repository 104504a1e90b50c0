package org.shardingjdbc.engine.internal.observe;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.observe.StatementObserver;

/** Who is told of the statements of one sharding data source. Safe for all threads. */
public final class Observers {
    private static final StatementObserver[] NOBODY = {};

    private final List<StatementObserver> registered = new ArrayList<>();
    private StatementLog log = StatementLog.OFF;
    /** Null where there is nobody. */
    private volatile StatementObserver[] all;

    /** Those of now; null where there is nobody. */
    public StatementObserver[] all() {
        return all;
    }

    /** One more. */
    public synchronized void add(StatementObserver observer) {
        registered.add(observer);
        publish();
    }

    /** One less; what it observes already it goes on to observe. */
    public synchronized void remove(StatementObserver observer) {
        registered.remove(observer);
        publish();
    }

    /** What is written into logs from now on. */
    public synchronized void log(StatementLog wanted) {
        log = wanted;
        publish();
    }

    private void publish() {
        List<StatementObserver> now = new ArrayList<>(registered);
        if (log.writes()) {
            now.add(log);
        }
        all = now.isEmpty() ? null : now.toArray(NOBODY);
    }
}
