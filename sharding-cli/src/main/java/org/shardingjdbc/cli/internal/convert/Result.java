package org.shardingjdbc.cli.internal.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A map of the result: keys in order, values that are texts, lists, maps or items of the input. One per map; grows
 * while the input is read.
 */
final class Result {
    private final String tag;
    private final Map<String, Object> entries = new LinkedHashMap<>();

    /** @param tag of a rule, such as {@code !SHARDING}; empty for none */
    Result(String tag) {
        this.tag = tag;
    }

    Result() {
        this("");
    }

    /** Puts a value; null and empty maps are passed over. */
    Result put(String key, Object value) {
        if (value != null && !(value instanceof Result map && map.isEmpty())) {
            entries.put(key, value);
        }
        return this;
    }

    /** The map below a key, which is made if it is not there. */
    Result map(String key) {
        return (Result) entries.computeIfAbsent(key, name -> new Result());
    }

    /** Adds to the list below a key, which is made if it is not there. */
    @SuppressWarnings("unchecked")
    void add(String key, Object element) {
        ((List<Object>) entries.computeIfAbsent(key, name -> new ArrayList<>())).add(element);
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    Object get(String key) {
        return entries.get(key);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    String tag() {
        return tag;
    }

    Map<String, Object> entries() {
        return entries;
    }
}
