package org.shardingjdbc.engine.door;

import org.shardingjdbc.Incubating;

/**
 * A column of rows, in the names that the client uses.
 *
 * @param label what it is found by
 * @param name in its table; the label where it is computed
 * @param table the logic one; empty where the database tells none
 * @param jdbcType of {@link java.sql.Types}
 * @param typeName as its database calls the type
 * @param precision as its database tells it; 0 where it does not apply
 * @param scale as its database tells it
 */
@Incubating
public record RowColumn(
        String label, String name, String table, int jdbcType, String typeName, int precision, int scale) {}
