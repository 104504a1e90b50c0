package org.shardingjdbc.rule.placement;

import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.internal.Rules;

/**
 * An actual table in a data source.
 *
 * @param dataSource index of the data source in {@link Rules#dataSourceNames()}
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
