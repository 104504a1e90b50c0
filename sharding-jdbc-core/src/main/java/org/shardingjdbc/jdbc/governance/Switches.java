package org.shardingjdbc.jdbc.governance;

import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an operator has switched off, for all instances. Immutable.
 *
 * @param disabled the names of the data sources that are switched off: no statement is sent to them
 * @param circuitBroken whether all data sources are switched off
 */
public record Switches(Set<String> disabled, boolean circuitBroken) {
    /** Nothing is switched off. */
    public static final Switches NONE = new Switches(Set.of(), false);

    /** Copies and sorts the names. */
    public Switches {
        disabled = Collections.unmodifiableSet(new TreeSet<>(disabled));
    }

    /** The same with one data source switched off, or on when {@code off} is false. */
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
