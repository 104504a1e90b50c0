package org.shardingjdbc.plan.internal.fact;

import java.util.Map;
import java.util.Set;

/**
 * What a statement has to do with user variables of MySQL, MariaDB and H2. Immutable.
 *
 * @param left those that it gives values on the connection on which it runs, with their {@code @}, in lower case
 * @param read those whose values it has from before, with the places where they stand
 */
public record VariableUse(Set<String> left, Map<String, Place> read) {
    /** A place in the text, 1-based. */
    public record Place(int line, int column) {}

    public VariableUse {
        left = Set.copyOf(left);
        read = Map.copyOf(read);
    }
}
