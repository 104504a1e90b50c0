package org.shardingjdbc.testkit.oracle.internal.draft;

import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/**
 * What a query must answer with.
 *
 * @param types of its columns, in order; empty for any
 * @param canonical whether its columns must show equal values alike
 * @param named whether its columns must have names of their own
 * @param limitable whether it may have ORDER BY and LIMIT
 */
public record Need(List<ValueType> types, boolean canonical, boolean named, boolean limitable) {
    public Need {
        types = List.copyOf(types);
    }

    /** Whatever a user may ask for. */
    public static Need anything() {
        return new Need(List.of(), false, false, true);
    }

    /** What may stand in FROM. */
    public static Need derived() {
        return new Need(List.of(), false, true, true);
    }

    public static Need of(List<ValueType> types) {
        return new Need(types, false, true, true);
    }

    public Need canonicalOnly() {
        return new Need(types, true, named, limitable);
    }

    public Need unlimited() {
        return new Need(types, canonical, named, false);
    }
}
