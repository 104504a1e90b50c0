package org.shardingjdbc.rule.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/**
 * A map of a document that is being written, the opposite of {@link ConfigurationMap}: keys in the order in which they
 * are put. What is null is left out. Values are texts, lists of texts or of maps, and maps. Not thread-safe.
 */
public final class ConfigurationText {
    private final Map<String, Object> entries = new LinkedHashMap<>();

    /** A text; left out when null. */
    public ConfigurationText text(String key, @Nullable String value) {
        return put(key, value);
    }

    /** A switch; left out where it is as when absent. */
    public ConfigurationText flag(String key, boolean value, boolean absent) {
        return value == absent ? this : put(key, Boolean.toString(value));
    }

    /** A number; left out where it is as when absent. */
    public ConfigurationText number(String key, long value, long absent) {
        return value == absent ? this : put(key, Long.toString(value));
    }

    /** A constant by its name; left out where it is as when absent. */
    public ConfigurationText constant(String key, Enum<?> value, Enum<?> absent) {
        return value == absent ? this : put(key, value.name());
    }

    /** A list of texts; left out when empty. */
    public ConfigurationText texts(String key, List<String> values) {
        return values.isEmpty() ? this : put(key, List.copyOf(values));
    }

    /** A map of texts; left out when empty. */
    public ConfigurationText texts(String key, Map<String, String> values) {
        ConfigurationText map = new ConfigurationText();
        values.forEach(map::text);
        return values.isEmpty() ? this : put(key, map);
    }

    /** A map; left out when null, and written as an empty one when nothing was put into it. */
    public ConfigurationText map(String key, @Nullable ConfigurationText map) {
        return put(key, map);
    }

    /** A map of a part; left out when the part is null. */
    public <T> ConfigurationText map(String key, @Nullable T part, Function<T, ConfigurationText> writer) {
        return part == null ? this : put(key, writer.apply(part));
    }

    /** A map of maps; left out when empty. */
    public <T> ConfigurationText maps(String key, Map<String, T> parts, Function<T, ConfigurationText> writer) {
        ConfigurationText map = new ConfigurationText();
        parts.forEach((name, part) -> map.put(name, writer.apply(part)));
        return parts.isEmpty() ? this : put(key, map);
    }

    /** A list of maps; left out when empty. */
    public ConfigurationText list(String key, List<ConfigurationText> maps) {
        return maps.isEmpty() ? this : put(key, List.copyOf(maps));
    }

    /** Algorithms by name, each with type and props; left out when there are none. */
    public ConfigurationText algorithms(String key, Map<String, AlgorithmConfiguration> algorithms) {
        return maps(key, algorithms, each -> new ConfigurationText()
                .text("type", each.type())
                .texts("props", each.props()));
    }

    /** What was put, in order: values are of type String, List or ConfigurationText. Not to be changed. */
    public Map<String, Object> entries() {
        return Collections.unmodifiableMap(entries);
    }

    private ConfigurationText put(String key, @Nullable Object value) {
        if (value != null) {
            entries.put(key, value);
        }
        return this;
    }
}
