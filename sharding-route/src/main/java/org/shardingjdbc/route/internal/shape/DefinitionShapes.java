package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.ObjectKind;
import org.shardingjdbc.parser.internal.ast.ObjectName;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;

/** The shapes of definition statements: all places of the tables that they define. One for each statement. */
final class DefinitionShapes {
    private final Rules rules;
    private final BoundStatement bound;
    private final DdlStatement ddl;
    private final Units units;
    private final Servers servers;

    DefinitionShapes(Rules rules, BoundStatement bound, DdlStatement ddl, Servers servers) {
        this.rules = rules;
        this.bound = bound;
        this.ddl = ddl;
        this.servers = servers;
        this.units = new Units(bound, rules.dataSourceNames());
    }

    RouteShape shape() {
        List<String> names = rules.dataSourceNames();
        BoundTable first = first();
        if (definesView() && isLogicView()) {
            return ofLogicView(names);
        }
        if (first == null) {
            return withoutTable(names);
        }
        if (ddl.query() != null && definesFromQuery()) {
            return ofQuery(names);
        }
        for (BoundTable other : bound.tables()) {
            boolean together = together(first, other);
            if (!together && isPattern(other)) {
                return likePattern(other);
            }
            if (!together) {
                throw new ShardingException(
                        ErrorCode.DEFINITION_MIXES_TABLES,
                        Refusal.line(bound.parsed().sql(), other.node().span()),
                        Refusal.column(bound.parsed().sql(), other.node().span()),
                        first.table().name(),
                        other.table().name());
            }
        }
        if (first.table() instanceof PartitionedTable sharded) {
            return FixedShape.all(
                    RouteKind.BROADCAST, units.ofNodes(sharded), names, sharded.name() + ": all data nodes");
        }
        if (first.table() instanceof PinnedTable single) {
            RouteUnit unit = new RouteUnit(
                    single.dataSource(), names.get(single.dataSource()), actualTables(single.dataSource()));
            return FixedShape.all(
                    RouteKind.SINGLE_NODE, List.of(unit), names, "data source " + names.get(single.dataSource()));
        }
        return FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources");
    }

    private boolean isPattern(BoundTable table) {
        return ddl.patterns().stream().anyMatch(pattern -> bound.table(pattern) == table);
    }

    /** Every place of the new table, with one actual table of the one that it is like: they are all alike. */
    private RouteShape likePattern(BoundTable pattern) {
        boolean only = ddl.references().size() == ddl.patterns().size();
        List<RouteUnit> places = only ? places() : null;
        if (places == null) {
            throw new ShardingException(
                    ErrorCode.DEFINITION_MIXES_TABLES,
                    Refusal.line(bound.parsed().sql(), pattern.node().span()),
                    Refusal.column(bound.parsed().sql(), pattern.node().span()),
                    first().table().name(),
                    pattern.table().name());
        }
        return ofPlaces(places);
    }

    private BoundTable first() {
        for (NamedTable table : ddl.tables()) {
            if (bound.table(table) != null) {
                return bound.table(table);
            }
        }
        return bound.tables().isEmpty() ? null : bound.tables().get(0);
    }

    /**
     * Schemas, types, functions, grants and indexes by name belong everywhere; users and roles to each server; views,
     * sequences and the like to one place.
     */
    private RouteShape withoutTable(List<String> names) {
        boolean everywhere =
                switch (ddl.kind()) {
                    case CREATE_SCHEMA,
                            ALTER_SCHEMA,
                            DROP_SCHEMA,
                            GRANT,
                            REVOKE,
                            MAINTAIN,
                            ACCOUNT,
                            OTHER,
                            DROP_INDEX,
                            ALTER_INDEX -> true;
                    case COMMENT ->
                        ddl.objects().stream()
                                .allMatch(object ->
                                        object.kind() == ObjectKind.SCHEMA || object.kind() == ObjectKind.OTHER);
                    default -> false;
                };
        if (!everywhere) {
            return inDataSource(placeOfViews(), names);
        }
        List<RouteUnit> places = units.ofDataSources();
        return FixedShape.all(
                RouteKind.BROADCAST, isOfServer() ? servers.oneOfEach(places) : places, names, "all data sources");
    }

    /** MySQL's schemas are databases, which a server has once. */
    private boolean isOfServer() {
        return switch (ddl.kind()) {
            case ACCOUNT -> true;
            case CREATE_SCHEMA, DROP_SCHEMA -> servers.haveSchemas();
            default -> false;
        };
    }

    /** Where the views are that a statement names, when that is not the default data source. */
    private int placeOfViews() {
        int place = -1;
        for (ObjectName object : ddl.objects()) {
            Identifier name = object.name().last();
            int found = object.kind() == ObjectKind.VIEW
                    ? servers.placeOfView(object.name().parts())
                    : -1;
            int own = found < 0 ? rules.defaultDataSource() : found;
            if (place >= 0 && place != own) {
                throw new ShardingException(
                        ErrorCode.DEFINITION_MIXES_TABLES,
                        Refusal.line(bound.parsed().sql(), name.span()),
                        Refusal.column(bound.parsed().sql(), name.span()),
                        ddl.objects().get(0).name().last().text(),
                        name.text());
            }
            place = own;
        }
        return place < 0 ? rules.defaultDataSource() : place;
    }

    private boolean definesView() {
        return ddl.query() != null
                && !ddl.temporary()
                && (ddl.kind() == DdlKind.CREATE_VIEW || ddl.kind() == DdlKind.ALTER_VIEW);
    }

    /** Whether the rows of a view are on several data nodes. */
    private boolean isLogicView() {
        return bound.tables().stream()
                .anyMatch(table -> table.table() instanceof PartitionedTable sharded
                        ? sharded.dataNodes().size() > 1
                        : isView(table));
    }

    private boolean isView(BoundTable table) {
        return table.table() instanceof PinnedTable single
                && rules.table(single.name()) == null
                && servers.placeOfView(single.name()) >= 0;
    }

    /** A data source that has something of each table: there the view is kept. */
    private RouteShape ofLogicView(List<String> names) {
        List<Identifier> name = ddl.objects().get(0).name().parts();
        // nobody would find it there
        boolean elsewhere = servers.isElsewhere(name);
        int before = elsewhere ? -1 : servers.placeOfView(name);
        int start = before < 0 ? rules.defaultDataSource() : before;
        for (int i = 0; i < (elsewhere ? 0 : before < 0 ? names.size() : 1); i++) {
            int dataSource = (start + i) % names.size();
            List<String> actual = actualTables(dataSource);
            if (actual != null) {
                RouteUnit unit = new RouteUnit(dataSource, names.get(dataSource), actual);
                return FixedShape.all(
                        RouteKind.SINGLE_NODE, List.of(unit), names, "view in data source " + names.get(dataSource));
            }
        }
        throw new ShardingException(
                ErrorCode.DEFINITION_ACROSS_NODES,
                Refusal.line(bound.parsed().sql(), ddl.query().span()),
                Refusal.column(bound.parsed().sql(), ddl.query().span()),
                "a view");
    }

    /** Every place of the new table, with one actual table of each table of the query. */
    RouteShape structure() {
        List<RouteUnit> places = places();
        if (places == null) {
            throw refuseCopy();
        }
        return ofPlaces(places);
    }

    private RouteShape ofPlaces(List<RouteUnit> places) {
        return FixedShape.all(
                places.size() == 1 ? RouteKind.SINGLE_NODE : RouteKind.BROADCAST,
                places,
                rules.dataSourceNames(),
                first().table().name() + ": all data nodes");
    }

    /** Null where a data source of the new table has none of the others. */
    private List<RouteUnit> places() {
        List<String> names = rules.dataSourceNames();
        BoundTable created = first();
        List<DataNode> nodes = new ArrayList<>();
        if (created.table() instanceof PartitionedTable sharded) {
            nodes.addAll(sharded.dataNodes());
        } else {
            for (int i = 0; i < names.size(); i++) {
                if (!(created.table() instanceof PinnedTable single) || single.dataSource() == i) {
                    nodes.add(new DataNode(i, names.get(i), Units.writtenName(created)));
                }
            }
        }
        List<RouteUnit> places = new ArrayList<>();
        for (DataNode node : nodes) {
            List<String> actual = actualTables(node.dataSource());
            if (actual == null) {
                return null;
            }
            actual.set(created.index(), node.table());
            places.add(new RouteUnit(node.dataSource(), node.dataSourceName(), actual));
        }
        return places;
    }

    private ShardingException refuseCopy() {
        return new ShardingException(
                ErrorCode.DEFINITION_ACROSS_NODES,
                Refusal.line(bound.parsed().sql(), ddl.query().span()),
                Refusal.column(bound.parsed().sql(), ddl.query().span()),
                "a table");
    }

    /** One actual table of each table; null when a data source has none of some. */
    private List<String> actualTables(int dataSource) {
        List<String> actual = new ArrayList<>();
        for (BoundTable table : bound.tables()) {
            String name = Units.writtenName(table);
            if (table.table() instanceof PartitionedTable sharded) {
                name = sharded.dataNodes().stream()
                        .filter(node -> node.dataSource() == dataSource)
                        .map(DataNode::table)
                        .findFirst()
                        .orElse(null);
            } else if (table.table() instanceof PinnedTable single
                    && single.dataSource() != dataSource
                    && (isPattern(table) || ddl.query() != null && isIn(table, ddl.query()))) {
                name = null;
            }
            if (name == null) {
                return null;
            }
            actual.add(name);
        }
        return actual;
    }

    private boolean definesFromQuery() {
        return ddl.kind() == DdlKind.CREATE_VIEW
                || ddl.kind() == DdlKind.CREATE_OTHER_VIEW
                || ddl.kind() == DdlKind.ALTER_VIEW
                || ddl.kind() == DdlKind.CREATE_TABLE;
    }

    /** A view, or a table made from a query: where its tables are, if that is one place. */
    private RouteShape ofQuery(List<String> names) {
        int dataSource = -1;
        String found = null;
        for (BoundTable table : bound.tables()) {
            boolean defined = !isIn(table, ddl.query());
            if (table.table() instanceof PartitionedTable sharded
                    && sharded.dataNodes().size() > 1) {
                Node place = defined ? table.node() : ddl.query();
                throw new ShardingException(
                        ErrorCode.DEFINITION_ACROSS_NODES,
                        Refusal.line(bound.parsed().sql(), place.span()),
                        Refusal.column(bound.parsed().sql(), place.span()),
                        ddl.kind() == DdlKind.CREATE_TABLE ? "a table" : "a view");
            }
            int own = dataSourceOf(table);
            // a new table has no place of its own yet
            if (own >= 0 && !(defined && table.table() instanceof PinnedTable)) {
                if (dataSource >= 0 && dataSource != own) {
                    throw new ShardingException(
                            ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES,
                            found,
                            table.table().name());
                }
                dataSource = own;
                found = table.table().name();
            }
        }
        BoundTable first = first();
        if (first != null
                && !isIn(first, ddl.query())
                && first.table() instanceof ReplicatedTable
                && rules.dataSourceNames().size() > 1) {
            // the copies are to get the same rows
            throw refuseCopy();
        }
        if (bound.tables().stream().anyMatch(table -> table.table() instanceof PartitionedTable)) {
            PartitionedTable sharded = bound.classes().get(0).table();
            return FixedShape.all(RouteKind.SINGLE_NODE, units.ofNodes(sharded), names, sharded.name());
        }
        boolean declared = first != null
                && !isIn(first, ddl.query())
                && first.table() instanceof PinnedTable single
                && (rules.table(single.name()) instanceof PinnedTable
                        || single.place() != null && rules.home(single.place()) >= 0);
        int own = declared ? dataSourceOf(first) : rules.defaultDataSource();
        if (declared && dataSource >= 0 && dataSource != own) {
            throw refuseCopy();
        }
        return inDataSource(dataSource < 0 ? own : dataSource, names);
    }

    private static boolean isIn(BoundTable table, Node query) {
        return Nodes.contains(query, node -> node == table.node());
    }

    private static int dataSourceOf(BoundTable table) {
        if (table.table() instanceof PinnedTable single) {
            return single.dataSource();
        }
        return table.table() instanceof PartitionedTable sharded
                ? sharded.dataNodes().get(0).dataSource()
                : -1;
    }

    private RouteShape inDataSource(int dataSource, List<String> names) {
        return FixedShape.all(
                RouteKind.SINGLE_NODE,
                List.of(units.ofDataSource(dataSource)),
                names,
                "data source " + names.get(dataSource));
    }

    /** Whether wherever the first table is, the other is too. */
    private boolean together(BoundTable first, BoundTable other) {
        if (placeOfAll(first) >= 0 && placeOfAll(first) == placeOfAll(other)) {
            return true;
        }
        return areTogether(first, other);
    }

    /** The data source of a table that is one actual table; else -1. */
    private static int placeOfAll(BoundTable table) {
        if (table.table() instanceof PinnedTable single) {
            return single.dataSource();
        }
        return table.table() instanceof PartitionedTable sharded
                        && sharded.dataNodes().size() == 1
                ? sharded.dataNodes().get(0).dataSource()
                : -1;
    }

    private boolean areTogether(BoundTable first, BoundTable other) {
        boolean defined = ddl.tables().stream().anyMatch(table -> table == other.node());
        if (other.table() instanceof ReplicatedTable) {
            return !defined || first.table() instanceof ReplicatedTable;
        }
        if (other.table() instanceof PinnedTable single) {
            return first.table() instanceof PinnedTable own
                    ? own.dataSource() == single.dataSource()
                    : first.table() instanceof PartitionedTable sharded
                            && !defined
                            && allIn(sharded, single.dataSource());
        }
        return first.table() instanceof PartitionedTable sharded
                && sameLayout(sharded, (PartitionedTable) other.table());
    }

    private static boolean allIn(PartitionedTable sharded, int dataSource) {
        return sharded.dataNodes().stream().allMatch(node -> node.dataSource() == dataSource);
    }

    /**
     * Whether node i of one table is in the data source of node i of the other; a foreign key needs binding tables
     * besides.
     */
    private boolean sameLayout(PartitionedTable table, PartitionedTable other) {
        if (table == other || table.bindingGroup() >= 0 && table.bindingGroup() == other.bindingGroup()) {
            return true;
        }
        List<DataNode> nodes = table.dataNodes();
        List<DataNode> others = other.dataNodes();
        boolean same = ddl.references().isEmpty() && nodes.size() == others.size();
        for (int i = 0; same && i < nodes.size(); i++) {
            same = nodes.get(i).dataSource() == others.get(i).dataSource();
        }
        return same;
    }
}
