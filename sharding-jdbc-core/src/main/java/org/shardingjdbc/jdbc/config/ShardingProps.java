package org.shardingjdbc.jdbc.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code props} of a configuration. Immutable.
 *
 * @param values by key, those that are configured
 */
public record ShardingProps(Map<String, String> values) {
    /** Nothing configured. */
    public static final ShardingProps DEFAULTS = new ShardingProps(Map.of());

    /** Copies the map. */
    public ShardingProps {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The value of a switch. */
    public boolean flag(PropKey prop) {
        return Boolean.parseBoolean(text(prop));
    }

    /**
     * The value of a number.
     *
     * @throws NumberFormatException when it is none, which {@link ShardingConfiguration#check()} reports before
     */
    public int number(PropKey prop) {
        return Integer.parseInt(text(prop));
    }

    /** The value as it was written, without blanks around it. */
    public String text(PropKey prop) {
        return values.getOrDefault(prop.key(), prop.defaultValue()).trim();
    }
}
