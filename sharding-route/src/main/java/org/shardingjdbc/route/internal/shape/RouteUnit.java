package org.shardingjdbc.route.internal.shape;

import java.util.List;

/**
 * One data source with the actual tables that a statement's logic tables become there.
 *
 * @param dataSource its index
 * @param dataSourceName its name
 * @param actualTables one for each bound table of the statement, by
 *     {@link org.shardingjdbc.route.internal.bind.BoundTable#index()}
 */
public record RouteUnit(int dataSource, String dataSourceName, List<String> actualTables) {
    public RouteUnit {
        actualTables = List.copyOf(actualTables);
    }
}
