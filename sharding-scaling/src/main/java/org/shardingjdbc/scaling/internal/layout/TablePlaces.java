package org.shardingjdbc.scaling.internal.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * The data nodes of one logic table in both layouts. Immutable.
 *
 * @param before all of the layout of before
 * @param next all of the next one, in the order of its rules
 * @param staying those of both that have the same rows in both: they are not touched
 * @param isCopied whether each data node has all rows, so that those that are entered get what one of the others has,
 *     and none is left
 */
record TablePlaces(
        String logic, List<NodeTable> before, List<NodeTable> next, List<NodeTable> staying, boolean isCopied) {
    TablePlaces {
        before = List.copyOf(before);
        next = List.copyOf(next);
        staying = List.copyOf(staying);
    }

    /** Whose rows are read. */
    List<NodeTable> sources() {
        if (isCopied) {
            return List.of(staying.isEmpty() ? before.get(0) : staying.get(0));
        }
        return without(before);
    }

    /** Those that are made. */
    List<NodeTable> targets() {
        return without(next);
    }

    private List<NodeTable> without(List<NodeTable> nodes) {
        List<NodeTable> rest = new ArrayList<>(nodes);
        rest.removeAll(staying);
        return rest;
    }
}
