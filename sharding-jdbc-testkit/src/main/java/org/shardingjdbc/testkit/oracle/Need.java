package org.shardingjdbc.testkit.oracle;

import java.util.List;

/**
 * What a query must answer with.
 *
 * @param types of its columns, in order; empty for any
 * @param canonical whether its columns must show equal values alike
 * @param named whether its columns must have names of their own
 * @param limitable whether it may have ORDER BY and LIMIT
 */
record Need(List<ValueType> types, boolean canonical, boolean named, boolean limitable) {
    Need {
        types = List.copyOf(types);
    }

    /** Whatever a user may ask for. */
    static Need anything() {
        return new Need(List.of(), false, false, true);
    }

    /** What may stand in FROM. */
    static Need derived() {
        return new Need(List.of(), false, true, true);
    }

    static Need of(List<ValueType> types) {
        return new Need(types, false, true, true);
    }

    Need canonicalOnly() {
        return new Need(types, true, named, limitable);
    }

    Need unlimited() {
        return new Need(types, canonical, named, false);
    }
}
