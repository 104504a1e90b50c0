package org.shardingjdbc.rule.placement;

import org.shardingjdbc.Incubating;

/**
 * A table by the schema that it is in, where databases are schemas by its database. Immutable.
 *
 * @param schema as it is written
 * @param quoted whether that keeps its case, else the database folds it
 * @param table its name there
 */
@Incubating
public record SchemaTable(String schema, boolean quoted, String table) {
    /** A name that no table has that unqualified names lead to. */
    public String key() {
        return (quoted ? '"' + schema + '"' : schema) + '.' + table;
    }
}
