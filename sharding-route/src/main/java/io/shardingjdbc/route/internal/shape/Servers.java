package io.shardingjdbc.route.internal.shape;

import io.shardingjdbc.route.internal.catalog.Catalog;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which data sources are on one server, for what is defined once on each: users and roles. Immutable.
 *
 * @param haveSchemas whether a schema is of the server, as MySQL's databases are
 */
record Servers(Catalog catalog, boolean haveSchemas) {
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
