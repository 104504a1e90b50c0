package org.shardingjdbc.rule.convert;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A map of the result: keys in order, values that are texts, lists, maps or items of the input. One per map; grows
 * while the input is read, by one thread.
 */
@Incubating
public final class ConvertedMap {
    private final String tag;
    private final Map<String, Object> entries = new LinkedHashMap<>();

    /**
     * A map with a tag.
     *
     * @param tag of a rule, such as {@code !SHARDING}; empty for none
     */
    public ConvertedMap(String tag) {
        this.tag = tag;
    }

    /** A map without a tag. */
    public ConvertedMap() {
        this("");
    }

    /** Puts a value; null and empty maps are passed over. */
    public ConvertedMap put(String key, @Nullable Object value) {
        if (value != null && !(value instanceof ConvertedMap map && map.isEmpty())) {
            entries.put(key, value);
        }
        return this;
    }

    /** The map below a key, which is made if it is not there. */
    public ConvertedMap map(String key) {
        return (ConvertedMap) entries.computeIfAbsent(key, name -> new ConvertedMap());
    }

    /** Adds to the list below a key, which is made if it is not there. */
    @SuppressWarnings("unchecked")
    public void add(String key, Object element) {
        ((List<Object>) entries.computeIfAbsent(key, name -> new ArrayList<>())).add(element);
    }

    /** Whether there is such a key. */
    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /** The value of a key; null where it is absent. */
    public @Nullable Object get(String key) {
        return entries.get(key);
    }

    /** Whether it has no key. */
    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /** The tag; empty for none. */
    public String tag() {
        return tag;
    }

    /** The values by key, in the order in which they were put. */
    public Map<String, Object> entries() {
        return entries;
    }
}
