package org.shardingjdbc.engine.internal.observe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.error.ErrorCode;

/**
 * Counts for one sharding data source, and who is told of its statements. Refusals are always counted, as they are
 * rare; what belongs to every execution only when somebody wants to know. Safe for all threads.
 */
public final class Tally {
    private final Map<ErrorCode, LongAdder> refusals = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Consumer<String>> told = new CopyOnWriteArrayList<>();
    private final Observers observers = new Observers();
    private volatile @Nullable Counters counters;
    /** Whether anybody is told of statements, or wants them counted. */
    private volatile boolean observed;

    /** Who is told of statements. */
    public Observers observers() {
        return observers;
    }

    /** Whether anybody is told of statements now, or wants them counted. */
    public boolean isObserved() {
        return observed;
    }

    /** What counts executions, once somebody wants to know. */
    public @Nullable Counters counters() {
        return counters;
    }

    /** Counts from now on; what is counted already goes on. */
    public synchronized Counters start() {
        Counters known = counters;
        if (known == null) {
            known = new Counters();
            counters = known;
            observed = true;
        }
        return known;
    }

    /** Something was refused, or wrong. */
    public void refused(ErrorCode code) {
        LongAdder known = refusals.get(code);
        if (known == null) {
            LongAdder first = new LongAdder();
            known = refusals.putIfAbsent(code, first);
            if (known == null) {
                known = first;
                told.forEach(each -> each.accept(code.id()));
            }
        }
        known.increment();
    }

    /** By code. */
    public Map<String, Long> refusals() {
        Map<String, Long> result = new TreeMap<>();
        refusals.forEach((code, count) -> result.put(code.id(), count.sum()));
        return result;
    }

    /** Each code at least once. */
    public void eachRefusalCode(Consumer<String> listener) {
        told.add(listener);
        refusals.keySet().forEach(code -> listener.accept(code.id()));
    }

    private synchronized void observed(boolean now) {
        observed = now || counters != null;
    }

    /** Who is told of the statements of one sharding data source. Safe for all threads. */
    public final class Observers {
        private static final StatementObserver[] NOBODY = {};

        private final List<StatementObserver> registered = new ArrayList<>();
        private StatementLog log = StatementLog.OFF;
        private volatile StatementObserver @Nullable [] all;

        /** Those of now, if there are any. */
        public StatementObserver @Nullable [] all() {
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
            observed(all != null);
        }
    }
}
