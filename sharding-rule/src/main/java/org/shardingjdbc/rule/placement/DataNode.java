package org.shardingjdbc.rule.placement;

import org.shardingjdbc.Incubating;

/**
 * An actual table in a data source, such as {@code ds_1.t_order_3}. Immutable.
 *
 * @param dataSource index of the data source among those that hold tables, in configured order
 * @param dataSourceName its name
 * @param table the actual table, without schema
 */
@Incubating
public record DataNode(int dataSource, String dataSourceName, String table) {
    @Override
    public String toString() {
        return dataSourceName + "." + table;
    }
}
