package org.shardingjdbc.rule.problem;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in the configuration, such as {@code rules[0].tables.t_order.tableStrategy}.
 *
 * @param steps a String for each key, an Integer for each position in a list
 */
public record ConfigPath(List<Object> steps) {
    /** The whole document. */
    public static final ConfigPath ROOT = new ConfigPath(List.of());

    private static final int SPREADING = 0x9E3779B9;

    public ConfigPath {
        steps = List.copyOf(steps);
    }

    /** The place of a key under this one. */
    public ConfigPath key(String key) {
        return step(key);
    }

    /** The place of a list element under this one, from 0. */
    public ConfigPath index(int index) {
        return step(index);
    }

    /** The place that this one is under; the root is under itself. */
    public ConfigPath parent() {
        return steps.isEmpty() ? this : new ConfigPath(steps.subList(0, steps.size() - 1));
    }

    private ConfigPath step(Object step) {
        List<Object> longer = new ArrayList<>(steps);
        longer.add(step);
        return new ConfigPath(longer);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConfigPath path && steps.equals(path.steps);
    }

    /** Lists that end alike have numbers in a row otherwise, on which maps of many places are slow. */
    @Override
    public int hashCode() {
        return steps.hashCode() * SPREADING;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Object step : steps) {
            if (step instanceof Integer) {
                text.append('[').append(step).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(step);
            }
        }
        return text.isEmpty() ? "the document" : text.toString();
    }
}
