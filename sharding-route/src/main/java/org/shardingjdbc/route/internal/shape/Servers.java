package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
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

    /** Where a view is by its name as it is written, -1 when that is not known. */
    int placeOfView(List<Identifier> name) {
        return isElsewhere(name)
                ? catalog.locate(catalog.databases().placed(name))
                : placeOfView(name.get(name.size() - 1).text());
    }

    /** Whether a name leads to another schema than that of the logic database. */
    boolean isElsewhere(List<Identifier> name) {
        return name.size() > 1 && catalog.databases().of(name) == Meaning.FOREIGN;
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
