package org.shardingjdbc.rule.internal.catalog;

import java.util.List;

/**
 * An index or a constraint of an actual table.
 *
 * @param name as stored
 * @param unique whether it is what ON CONFLICT ON CONSTRAINT may name: a primary key or a unique constraint
 * @param columns its key columns in their order where it has any and the database tells them
 */
public record TableObject(String name, boolean unique, List<String> columns) {
    public TableObject {
        columns = List.copyOf(columns);
    }
}
