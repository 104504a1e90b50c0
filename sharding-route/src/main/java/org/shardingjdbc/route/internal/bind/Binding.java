package org.shardingjdbc.route.internal.bind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * All that is found out about one statement while it is bound. Mutable, confined to the binding thread;
 * {@link BoundSql} keeps it read-only.
 */
public final class Binding {
    private static final ColumnOrigin UNRESOLVED = new ColumnOrigin.Unresolved();

    /**
     * A query while and after it is bound: the uses in it are those with ids from {@code firstUse} to before
     * {@code endUse}.
     */
    static final class QueryUse {
        private final int outerDepth;
        private final int firstUse;
        private int endUse;
        private boolean correlated;

        private QueryUse(int outerDepth, int firstUse) {
            this.outerDepth = outerDepth;
            this.firstUse = firstUse;
        }

        int firstUse() {
            return firstUse;
        }

        int endUse() {
            return endUse;
        }

        boolean correlated() {
            return correlated;
        }
    }

    /** A recursive query: its output keeps a column if {@code kept} equals {@code made} in {@code step}. */
    public record Recursion(Region first, Region step, int kept, int made, int start, int output) {}

    /**
     * {@code value IN (query)}: inside of the query, whose column is {@code output}, only equal rows decide if the
     * value is not NULL.
     */
    public record Membership(Region outside, int value, Region inside, int output) {}

    private final ParsedSql parsed;
    private final Dialect dialect;
    private final Predicate<List<Identifier>> foreign;
    private final List<BoundTable> tables;
    private final Map<NamedTable, BoundTable> tablesByNode = new IdentityHashMap<>();
    private final Map<NamedTable, CommonTable> commonTables = new IdentityHashMap<>();
    private final Terms terms = new Terms();
    private final Region statementRegion;
    private final List<Region> regions = new ArrayList<>();
    private final List<List<Region>> branches = new ArrayList<>();
    private final List<Recursion> recursions = new ArrayList<>();
    private final List<Membership> memberships = new ArrayList<>();
    private final List<TableUse> uses = new ArrayList<>();
    private final Map<ColumnReference, ColumnOrigin> origins = new IdentityHashMap<>();
    private final Map<ColumnReference, Integer> termsByReference = new IdentityHashMap<>();
    private final Map<ColumnReference, Relation> relationsByReference = new IdentityHashMap<>();
    private final Map<Query, List<OutputColumn>> outputsByQuery = new IdentityHashMap<>();
    private final Map<Select, Region> regionsByBlock = new IdentityHashMap<>();
    private final Map<Select, int[]> valuesByBlock = new IdentityHashMap<>();
    private final Set<TableUse> insertTargets = new HashSet<>();
    private final Map<BoundTable, BoundTable> samePlace = new IdentityHashMap<>();
    private final Map<Query, QueryUse> useByQuery = new IdentityHashMap<>();
    private final Deque<QueryUse> openQueries = new ArrayDeque<>();

    /** @param foreign whether the name of a table leads to another schema than that of the logic database */
    public Binding(ParsedSql parsed, Dialect dialect, List<BoundTable> tables, Predicate<List<Identifier>> foreign) {
        this.parsed = parsed;
        this.dialect = dialect;
        this.foreign = foreign;
        this.tables = List.copyOf(tables);
        for (BoundTable table : tables) {
            tablesByNode.put(table.node(), table);
        }
        this.statementRegion = newRegion(null);
    }

    public ParsedSql parsed() {
        return parsed;
    }

    public Dialect dialect() {
        return dialect;
    }

    public List<BoundTable> tables() {
        return tables;
    }

    public Map<NamedTable, BoundTable> tablesByNode() {
        return tablesByNode;
    }

    /** Which common table expression each place names that names one. */
    public Map<NamedTable, CommonTable> commonTables() {
        return commonTables;
    }

    public Terms terms() {
        return terms;
    }

    /** The region of the statement's own rows. */
    public Region statementRegion() {
        return statementRegion;
    }

    /** A region below another; {@code parent} is null only for the statement's own and for those placed later. */
    public Region newRegion(@Nullable Region parent) {
        Region region = new Region(parent);
        regions.add(region);
        return region;
    }

    /** All regions, in the order in which they were made; some have been merged into others. */
    List<Region> regions() {
        return regions;
    }

    /** For each chain of set operations the regions of its sides, inner chains first. */
    public List<List<Region>> branches() {
        return branches;
    }

    public List<Recursion> recursions() {
        return recursions;
    }

    public List<Membership> memberships() {
        return memberships;
    }

    /** The table that a place names which is no common table expression. */
    public BoundTable table(NamedTable node) {
        return Objects.requireNonNull(tablesByNode.get(node));
    }

    public TableUse newUse(BoundTable table, Region region) {
        PlanningWork.step();
        TableUse use = new TableUse(uses.size(), table, region);
        uses.add(use);
        return use;
    }

    public List<TableUse> uses() {
        return uses;
    }

    /** Looks a reference up and records what it names. */
    public void resolve(ColumnReference reference, Scope scope) {
        Scope.FoundColumn found = scope.find(reference.qualifier(), reference.name());
        boolean same = found == null
                || reference.qualifier().size() < 2
                || (found.relation() != null && found.relation().otherSchema() != null)
                        == foreign.test(reference.qualifier());
        record(reference, same ? found : null);
    }

    /** Records what a reference names; {@code found} is null when that could not be decided. */
    public void record(ColumnReference reference, Scope.@Nullable FoundColumn found) {
        if (found == null) {
            origins.put(reference, UNRESOLVED);
            termsByReference.remove(reference);
            relationsByReference.remove(reference);
            return;
        }
        record(reference, found.column());
        if (found.relation() != null) {
            relationsByReference.put(reference, found.relation());
        }
        for (QueryUse query : openQueries) {
            if (found.scope().depth() <= query.outerDepth) {
                query.correlated = true;
            }
        }
    }

    /** Records that a reference names a column of the block itself, such as one of its outputs. */
    public void record(ColumnReference reference, Column column) {
        origins.put(reference, column.origin());
        if (column.term() >= 0) {
            termsByReference.put(reference, column.term());
        } else {
            termsByReference.remove(reference);
        }
        relationsByReference.remove(reference);
    }

    /** The origin of a reference; unresolved when it was not bound. */
    public ColumnOrigin origin(ColumnReference reference) {
        return origins.getOrDefault(reference, UNRESOLVED);
    }

    /** The term of a reference, or -1. */
    public int term(ColumnReference reference) {
        return termsByReference.getOrDefault(reference, -1);
    }

    /** The relation of a reference, or null. */
    public @Nullable Relation relation(ColumnReference reference) {
        return relationsByReference.get(reference);
    }

    /** The terms of all references of a node, without those of subqueries. */
    Map<ColumnReference, Integer> termsOf(Node node) {
        Map<ColumnReference, Integer> found = new IdentityHashMap<>();
        for (ColumnReference reference : BlockWalk.references(node)) {
            int term = term(reference);
            if (term >= 0) {
                found.put(reference, term);
            }
        }
        return found;
    }

    public void openQuery(Query query, @Nullable Scope outer) {
        QueryUse use = new QueryUse(outer == null ? -1 : outer.depth(), uses.size());
        useByQuery.put(query, use);
        openQueries.push(use);
    }

    public void closeQuery() {
        openQueries.pop().endUse = uses.size();
    }

    @Nullable
    QueryUse queryUse(Query query) {
        return useByQuery.get(query);
    }

    /** What {@link BoundStatement#outputs} answers. */
    public Map<Query, List<OutputColumn>> outputsByQuery() {
        return outputsByQuery;
    }

    /** The region of a block's rows. */
    public Map<Select, Region> regionsByBlock() {
        return regionsByBlock;
    }

    /**
     * For each block the terms, in the block's region, of the columns that its outputs pass through; -1 for what is
     * computed.
     */
    public Map<Select, int[]> valuesByBlock() {
        return valuesByBlock;
    }

    /**
     * Tables that name again what another table of the statement names: the targets of a DELETE that has them in FROM
     * too.
     */
    public Map<BoundTable, BoundTable> samePlace() {
        return samePlace;
    }

    /** The tables that INSERT statements write. */
    public Set<TableUse> insertTargets() {
        return insertTargets;
    }
}
