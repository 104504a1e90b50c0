package org.shardingjdbc.engine.internal.observe;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.shardingjdbc.error.ErrorCode;

/**
 * Counts for one sharding data source. Refusals are always counted, as they are rare; what belongs to every execution
 * only when somebody wants to know. Safe for all threads.
 */
public final class Tally {
    private final Map<ErrorCode, LongAdder> refusals = new ConcurrentHashMap<>();
    private final CopyOnWriteArrayList<Consumer<String>> told = new CopyOnWriteArrayList<>();
    private final Observers observers = new Observers();
    private volatile Counters counters;

    /** Who is told of statements. */
    public Observers observers() {
        return observers;
    }

    /** What counts executions; null while nobody wants to know. */
    public Counters counters() {
        return counters;
    }

    /** Counts from now on; what is counted already goes on. */
    public synchronized Counters start() {
        if (counters == null) {
            counters = new Counters();
        }
        return counters;
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
}
