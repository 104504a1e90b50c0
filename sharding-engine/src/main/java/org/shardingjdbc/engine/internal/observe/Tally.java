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
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.shardingjdbc.error.ErrorCode;

/**
 * The counts of one sharding data source, and the observers of its statements. Refusals are always counted, as they are
 * rare; what belongs to every execution is counted only when somebody wants to know. Safe for all threads.
 */
public final class Tally {
    private final Map<ErrorCode, LongAdder> refusals = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<CodeListener> told = new CopyOnWriteArrayList<>();
    private final Observers observers = new Observers();
    private volatile @Nullable Counters counters;
    /** Whether there are observers of statements, or somebody wants them counted. */
    private volatile boolean observed;

    /** The observers of statements. */
    public Observers observers() {
        return observers;
    }

    /** Whether there are observers of statements now, or somebody wants them counted. */
    public boolean isObserved() {
        return observed;
    }

    /** Counts executions; null until somebody wants to know. */
    public @Nullable Counters counters() {
        return counters;
    }

    /** Counts from now on; counters that were started before go on. */
    public synchronized Counters start() {
        Counters known = counters;
        if (known == null) {
            known = new Counters();
            counters = known;
            observed = true;
        }
        return known;
    }

    /** A statement was refused, or was wrong. */
    public void refused(ErrorCode code) {
        LongAdder known = refusals.get(code);
        if (known == null) {
            LongAdder first = new LongAdder();
            known = refusals.putIfAbsent(code, first);
            if (known == null) {
                known = first;
                told.forEach(each -> each.listener.accept(code.id()));
            }
        }
        known.increment();
    }

    /** The number of refusals by code. */
    public Map<String, Long> refusals() {
        Map<String, Long> result = new TreeMap<>();
        refusals.forEach((code, count) -> result.put(code.id(), count.sum()));
        return result;
    }

    /**
     * Calls the listener with each code that was refused or will be, at least once for each, until the registration is
     * closed.
     */
    public ObserverRegistration eachRefusalCode(Consumer<String> listener) {
        CodeListener registered = new CodeListener(listener);
        told.add(registered);
        refusals.keySet().forEach(code -> listener.accept(code.id()));
        return () -> told.remove(registered);
    }

    /** A listener as it was passed once: each is removed by itself, also where the same one is passed twice. */
    private static final class CodeListener {
        private final Consumer<String> listener;

        CodeListener(Consumer<String> listener) {
            this.listener = listener;
        }
    }

    private synchronized void observed(boolean now) {
        observed = now || counters != null;
    }

    /** The observers of one sharding data source's statements. Safe for all threads. */
    public final class Observers {
        private static final StatementObserver[] NOBODY = {};

        private final List<StatementObserver> registered = new ArrayList<>();
        private StatementLog log = StatementLog.OFF;
        private volatile StatementObserver @Nullable [] all;

        /** The present observers; null when there are none. */
        public StatementObserver @Nullable [] all() {
            return all;
        }

        /** Adds an observer. */
        public synchronized void add(StatementObserver observer) {
            registered.add(observer);
            publish();
        }

        /** Removes an observer. It goes on to observe statements that it observes already. */
        public synchronized void remove(StatementObserver observer) {
            registered.remove(observer);
            publish();
        }

        /** Sets what is logged from now on. */
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
