package org.shardingjdbc.scaling.internal.layout;

/**
 * An actual table and where it is. Immutable.
 *
 * @param dataSource as the configuration calls it
 * @param table as it is stored
 * @param logic the table of the rules
 */
public record NodeTable(String dataSource, String table, String logic) {
    /** As messages call it. */
    @Override
    public String toString() {
        return dataSource + "." + table;
    }
}
