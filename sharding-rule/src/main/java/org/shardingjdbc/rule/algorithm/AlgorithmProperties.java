package org.shardingjdbc.rule.algorithm;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A typed view of the {@code props} of an algorithm. It remembers which names were asked for: a configured name that
 * was not read is reported as an error. Not thread-safe; used while the configuration is compiled.
 */
public final class AlgorithmProperties {
    private final Map<String, String> values;
    private final Set<String> known = new LinkedHashSet<>();

    /** As configured: by name, all of them texts. */
    public AlgorithmProperties(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** The text of a property, or null. */
    public @Nullable String text(String name) {
        known.add(name);
        return values.get(name);
    }

    /** The text of a property, or the default. */
    public String text(String name, String defaultValue) {
        String text = text(name);
        return text == null ? defaultValue : text;
    }

    /** The text of a property that must be there and not be blank. */
    public String requiredText(String name) {
        String text = text(name);
        if (text == null || text.isBlank()) {
            throw new InvalidPropertyException(name, "property '" + name + "' is required");
        }
        return text;
    }

    /** A whole number within bounds, or the default. */
    public long wholeNumber(String name, long defaultValue, long min, long max) {
        return text(name) == null ? defaultValue : requiredWholeNumber(name, min, max);
    }

    /** A whole number that must be there, within bounds. */
    public long requiredWholeNumber(String name, long min, long max) {
        String text = requiredText(name).trim();
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new InvalidPropertyException(
                    name, "property '" + name + "' must be a whole number, not '" + text + "'");
        }
        if (number < min || number > max) {
            throw new InvalidPropertyException(
                    name, "property '" + name + "' must be from " + min + " to " + max + ", not " + text);
        }
        return number;
    }

    /** A switch, or the default. */
    public boolean flag(String name, boolean defaultValue) {
        String text = text(name);
        if (text == null) {
            return defaultValue;
        }
        if (text.trim().equalsIgnoreCase("true")) {
            return true;
        }
        if (text.trim().equalsIgnoreCase("false")) {
            return false;
        }
        throw new InvalidPropertyException(name, "property '" + name + "' must be true or false, not '" + text + "'");
    }

    /** All properties, for algorithms that pass them on; marks every name as known. */
    public Map<String, String> all() {
        known.addAll(values.keySet());
        return values;
    }

    /** The names asked for so far. */
    public List<String> known() {
        return List.copyOf(known);
    }

    /** The configured names that were not read. */
    public List<String> unknown() {
        List<String> names = new ArrayList<>(values.keySet());
        names.removeAll(known);
        return names;
    }
}
