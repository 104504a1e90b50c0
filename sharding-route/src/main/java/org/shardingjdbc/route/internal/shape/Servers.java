package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * Which data sources are on one server, for what is defined once on each (users and roles), and which have views.
 * Immutable.
 *
 * @param haveSchemas whether a schema is of the server, as MySQL's databases are
 */
record Servers(Catalog catalog, boolean haveSchemas) {
    /** Where a view over sharded tables is, -1 when there is none of that name. */
    int placeOfView(String name) {
        LogicView view = catalog.view(name);
        return view == null ? -1 : view.dataSource();
    }

    /** The first unit of each server. */
    List<RouteUnit> oneOfEach(List<RouteUnit> ofDataSources) {
        Set<String> seen = new HashSet<>();
        List<RouteUnit> units = new ArrayList<>();
        for (RouteUnit unit : ofDataSources) {
            if (ofDataSources.size() == 1 || seen.add(catalog.server(unit.dataSource()))) {
                units.add(unit);
            }
        }
        return units;
    }
}
