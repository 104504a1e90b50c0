package org.shardingjdbc.jdbc.governance;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was switched off by hand, for all instances. Immutable.
 *
 * @param disabled names of data sources to which no statement is sent
 * @param circuitBroken whether no statement is sent to any
 */
public record Switches(Set<String> disabled, boolean circuitBroken) {
    /** Nothing is off. */
    public static final Switches NONE = new Switches(Set.of(), false);

    /** Copies the set, sorted. */
    public Switches {
        disabled = Collections.unmodifiableSet(new TreeSet<>(disabled));
    }

    /** The same with one data source off or on. */
    public Switches with(String dataSource, boolean off) {
        Set<String> next = new TreeSet<>(disabled);
        if (off) {
            next.add(dataSource);
        } else {
            next.remove(dataSource);
        }
        return new Switches(next, circuitBroken);
    }
}
