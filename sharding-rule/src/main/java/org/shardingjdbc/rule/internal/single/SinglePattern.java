package org.shardingjdbc.rule.internal.single;

/**
 * One entry of {@code !SINGLE}.
 *
 * @param dataSource index, or -1 for any
 * @param schema null for any
 * @param table null for any
 */
record SinglePattern(int dataSource, String schema, String table) {
    /** Whether it names that table. */
    boolean matches(int tableDataSource, String tableSchema, String tableName) {
        boolean inSchema = schema == null || tableSchema == null || schema.equalsIgnoreCase(tableSchema);
        return (dataSource < 0 || dataSource == tableDataSource)
                && inSchema
                && (table == null || table.equalsIgnoreCase(tableName));
    }
}
