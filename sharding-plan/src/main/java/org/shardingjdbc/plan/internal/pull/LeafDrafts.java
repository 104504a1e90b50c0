package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Finds the leaves of a query: the subqueries that stand for themselves, and every other table that it names, with the
 * columns and rows of it that are needed. Immutable.
 *
 * @param sql the statement
 * @param answered whether shards answer a query by themselves
 */
record LeafDrafts(BoundStatement bound, ActualTables tables, String sql, Predicate<NestedStatement> answered) {
    /** No row fulfils it. */
    private static final UnitSql NONE = new UnitSql("1 = 0", new int[0]);

    /**
     * All leaves in text order.
     *
     * @param subqueries those that are read as they are
     * @param met whether rows that broadcast tables of the statement reject are left where they are
     */
    List<LeafDraft> of(List<LeafQuery> subqueries, boolean met) {
        SourcePositions positions = new SourcePositions(sql);
        List<LeafDraft> drafts = new ArrayList<>();
        Set<Node> whole = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LeafQuery subquery : subqueries) {
            drafts.add(new LeafDraft.OfQuery(subquery, positions.excerpt(subquery.node())));
            whole.add(subquery.node());
        }
        LeafColumns columns = new LeafColumns(bound, whole);
        LeafFilters filters = new LeafFilters(bound, tables);
        LeafPrimaryKeys keys = new LeafPrimaryKeys(bound, tables, node -> !whole.contains(node));
        LookUpColumns lookUps = new LookUpColumns(bound, node -> !whole.contains(node));
        TransformedColumnReads seen = new TransformedColumnReads(bound, tables);
        UnreadTables unread = new UnreadTables(bound);
        Set<NamedTable> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(Tree.all(bound.parsed().statement(), NamedTable.class, node -> !whole.contains(node)));
        for (BoundTable table : bound.tables()) {
            if (left.contains(table.node())) {
                List<ColumnSchema> needed = columns.of(table, tables.schema(table));
                String list = seen.stored(table, needed);
                List<UnitSql> conditions = new ArrayList<>(filters.of(table));
                if (met && table.table().isPartitioned()) {
                    conditions.addAll(filters.met(table));
                }
                if (seen.areThere()) {
                    // where a rule transforms columns, what shards cannot ask is left to the combining statement
                    conditions.removeIf(condition -> !isAnswered(table, needed, condition));
                }
                if (unread.contain(table.node())) {
                    conditions = List.of(NONE);
                }
                NestedStatement rows = rows(table.node(), tables.wholeValues(needed), conditions);
                List<String> indexes = new ArrayList<>();
                lookUps.of(table, needed)
                        .forEach(column -> indexes.add(tables.names().quoted(column.name())));
                NestedStatement all = rows(table.node(), tables.wholeValues(needed), List.of());
                boolean open = columns.areAll(table.node());
                Leaf.Keys known =
                        new Leaf.Keys(seen.hasKeyStoredOtherwise(table) ? List.of() : keys.of(table, needed), indexes);
                drafts.add(new LeafDraft.OfTable(table, list, open, all, rows, known, tables, sql));
            }
        }
        drafts.sort(Comparator.comparingInt(draft -> draft.node().span().start()));
        return drafts;
    }

    private boolean isAnswered(BoundTable table, List<ColumnSchema> needed, UnitSql condition) {
        return answered.test(rows(table.node(), tables.wholeValues(needed), List.of(condition)));
    }

    private NestedStatement rows(NamedTable node, String columns, List<UnitSql> filters) {
        StringBuilder rows = new StringBuilder("SELECT ").append(columns);
        rows.append(node.only() ? " FROM ONLY " : " FROM ")
                .append(node.name().span().of(sql));
        IntStream sources = IntStream.empty();
        String separator = " WHERE ";
        for (UnitSql filter : filters) {
            rows.append(separator).append(filter.sql());
            sources = IntStream.concat(sources, IntStream.of(filter.sources()));
            separator = " AND ";
        }
        return new NestedStatement(rows.toString(), sources.toArray());
    }
}
