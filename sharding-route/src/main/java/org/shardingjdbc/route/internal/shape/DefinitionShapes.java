package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** The shapes of definition statements: all places of the tables that they define. One for each statement. */
final class DefinitionShapes {
    private final Placements rules;
    private final BoundStatement bound;
    private final DdlStatement ddl;
    private final Units units;
    private final Servers servers;

    DefinitionShapes(Placements rules, Units units, BoundStatement bound, DdlStatement ddl, Servers servers) {
        this.rules = rules;
        this.bound = bound;
        this.ddl = ddl;
        this.servers = servers;
        this.units = units;
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
            return ofQuery(ddl.query(), names);
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
        return first.table()
                .match(
                        partitioned -> FixedShape.all(
                                RouteKind.BROADCAST,
                                units.ofNodes(partitioned),
                                names,
                                partitioned.name() + ": all data nodes"),
                        replicated ->
                                FixedShape.all(RouteKind.BROADCAST, units.ofDataSources(), names, "all data sources"),
                        pinned -> ofPinned(pinned.dataSource(), names));
    }

    private RouteShape ofPinned(int dataSource, List<String> names) {
        List<String> actual =
                Objects.requireNonNull(actualTables(dataSource), "tables that are together, and not in one place");
        RouteUnit unit = new RouteUnit(dataSource, names.get(dataSource), actual);
        return FixedShape.all(RouteKind.SINGLE_NODE, List.of(unit), names, "data source " + names.get(dataSource));
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
                    definedTable().table().name(),
                    pattern.table().name());
        }
        return ofPlaces(places);
    }

    /** The one that a statement is about which has any. */
    private BoundTable definedTable() {
        return Objects.requireNonNull(first());
    }

    /** Null where it has none. */
    private @Nullable BoundTable first() {
        for (NamedTable table : ddl.tables()) {
            BoundTable known = bound.table(table);
            if (known != null) {
                return known;
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
        return bound.tables().stream().anyMatch(table -> table.table().isSpread() || isView(table));
    }

    private boolean isView(BoundTable table) {
        LogicTable own = table.table();
        return own.isPinned() && rules.table(own.name()) == null && servers.placeOfView(own.name()) >= 0;
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
                Refusal.line(bound.parsed().sql(), queried()),
                Refusal.column(bound.parsed().sql(), queried()),
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
                definedTable().table().name() + ": all data nodes");
    }

    /** Null where a data source of the new table has none of the others. */
    private @Nullable List<RouteUnit> places() {
        List<String> names = rules.dataSourceNames();
        BoundTable created = definedTable();

        List<RouteUnit> places = new ArrayList<>();
        for (DataNode node : created.table().dataNodes(names)) {
            List<String> actual = actualTables(node.dataSource());
            if (actual == null) {
                return null;
            }
            if (created.table().isRenamed()) {
                actual.set(created.index(), node.table());
            }
            places.add(new RouteUnit(node.dataSource(), node.dataSourceName(), actual));
        }
        return places;
    }

    /** Where its query is; the whole where it has none. */
    private Span queried() {
        Query query = ddl.query();
        return query == null ? ddl.span() : query.span();
    }

    private ShardingException refuseCopy() {
        return new ShardingException(
                ErrorCode.DEFINITION_ACROSS_NODES,
                Refusal.line(bound.parsed().sql(), queried()),
                Refusal.column(bound.parsed().sql(), queried()),
                "a table");
    }

    /** One actual table of each table; null when a data source has none of some. */
    private @Nullable List<String> actualTables(int dataSource) {
        List<String> actual = new ArrayList<>();
        for (BoundTable table : bound.tables()) {
            boolean renamed = table.table().isRenamed();
            boolean needed = renamed || isPattern(table) || ddl.query() != null && isIn(table, ddl.query());
            if (needed && !table.table().isOn(dataSource)) {
                return null;
            }
            actual.add(renamed ? table.table().actualTable(dataSource) : Units.writtenName(table));
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
    private RouteShape ofQuery(Query query, List<String> names) {
        int dataSource = -1;
        String found = null;
        for (BoundTable table : bound.tables()) {
            boolean defined = !isIn(table, query);
            if (table.table().isSpread()) {
                Node place = defined ? table.node() : query;
                throw new ShardingException(
                        ErrorCode.DEFINITION_ACROSS_NODES,
                        Refusal.line(bound.parsed().sql(), place.span()),
                        Refusal.column(bound.parsed().sql(), place.span()),
                        ddl.kind() == DdlKind.CREATE_TABLE ? "a table" : "a view");
            }
            int own = dataSourceOf(table);
            // a new table has no place of its own yet
            if (own >= 0 && !(defined && table.table().isPinned())) {
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
                && !isIn(first, query)
                && first.table().isReplicated()
                && rules.dataSourceNames().size() > 1) {
            // the copies are to get the same rows
            throw refuseCopy();
        }
        if (bound.tables().stream().anyMatch(table -> table.table().isPartitioned())) {
            PartitionedTable sharded = bound.classes().get(0).table();
            return FixedShape.all(RouteKind.SINGLE_NODE, units.ofNodes(sharded), names, sharded.name());
        }
        boolean declared = first != null && !isIn(first, query) && isDeclared(first.table());
        int own = declared && first != null ? dataSourceOf(first) : rules.defaultDataSource();
        if (declared && dataSource >= 0 && dataSource != own) {
            throw refuseCopy();
        }
        return inDataSource(dataSource < 0 ? own : dataSource, names);
    }

    /** Whether a rule says in which data source a table is. */
    private boolean isDeclared(LogicTable table) {
        LogicTable ruled = rules.table(table.name());
        return table.isPinned()
                && (ruled != null && ruled.isPinned() || table.place() != null && rules.home(table.place()) >= 0);
    }

    private static boolean isIn(BoundTable table, @Nullable Node query) {
        return query != null && Nodes.contains(query, node -> node == table.node());
    }

    private static int dataSourceOf(BoundTable table) {
        return table.table().isReplicated() ? -1 : table.table().firstDataSource();
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
        int place = first.table().onlyDataSource();
        if (place >= 0 && place == other.table().onlyDataSource()) {
            return true;
        }
        boolean defined = ddl.tables().stream().anyMatch(table -> table == other.node());
        if (other.table().isReplicated()) {
            return !defined || first.table().isReplicated();
        }
        if (other.table().isPinned()) {
            return !defined && first.table().isOnlyOn(other.table().pinnedDataSource());
        }
        return first.table().isPartitioned() && sameLayout(first.table(), other.table());
    }

    /**
     * Whether node i of one table is in the data source of node i of the other; a foreign key needs binding tables
     * besides.
     */
    private boolean sameLayout(LogicTable table, LogicTable other) {
        if (table == other || table.isBoundTo(other)) {
            return true;
        }
        List<DataNode> nodes = table.dataNodes(rules.dataSourceNames());
        List<DataNode> others = other.dataNodes(rules.dataSourceNames());
        boolean same = ddl.references().isEmpty() && nodes.size() == others.size();
        for (int i = 0; same && i < nodes.size(); i++) {
            same = nodes.get(i).dataSource() == others.get(i).dataSource();
        }
        return same;
    }
}
