package org.shardingjdbc.jdbc.internal.check;

import org.shardingjdbc.dialect.internal.structure.Structures;
import org.shardingjdbc.dialect.internal.structure.TableStructure;

/**
 * A data node, or its copy on a replica. Immutable.
 *
 * @param visit its database
 * @param index among the nodes of its logic table
 * @param table the actual table as it is configured
 * @param structure null when it is not there, or its database did not answer
 */
record CheckedNode(Visit visit, int index, String table, TableStructure structure) {
    /** Whether its definition is known. */
    boolean isThere() {
        return structure != null;
    }

    Structures sql() {
        return visit.sql();
    }

    /** The name as its database stores it, or would where it is not there. */
    String stored() {
        return stored(table, structure);
    }

    /** The same of another table of its database. */
    String stored(String configured) {
        return stored(configured, visit.structure().table(configured));
    }

    private String stored(String configured, TableStructure known) {
        return known == null ? visit.pool().dialect().naming().folded(configured) : known.name();
    }

    @Override
    public String toString() {
        return visit.name() + "." + table;
    }
}
