package org.shardingjdbc.governance.jdbc.internal;

import java.util.HashMap;
import java.util.Map;
import org.shardingjdbc.governance.StoredValue;

/** A table of beats that is no database's. Safe for all threads. */
class MemoryBeats implements BeatTable {
    /** Beside the beats, as a model must not reach a record. */
    private final Map<String, String> values = new HashMap<>();

    private final Map<String, Long> beats = new HashMap<>();

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public synchronized Map<String, StoredValue> announced() {
        Map<String, StoredValue> all = new HashMap<>();
        values.forEach((key, value) -> all.put(key, new StoredValue(value, beats.get(key))));
        return all;
    }

    @Override
    public synchronized boolean beat(String key, String value) {
        if (!values.containsKey(key)) {
            return false;
        }
        values.put(key, value);
        beats.merge(key, 1L, Long::sum);
        return true;
    }

    @Override
    public synchronized boolean enter(String key, String value, long beat) {
        if (values.containsKey(key)) {
            return false;
        }
        values.put(key, value);
        beats.put(key, beat);
        return true;
    }

    @Override
    public synchronized void withdraw(String key) {
        values.remove(key);
        beats.remove(key);
    }

    @Override
    public synchronized void bury(String key, long beat) {
        if (beats.containsKey(key) && beats.get(key) == beat) {
            withdraw(key);
        }
    }
}
