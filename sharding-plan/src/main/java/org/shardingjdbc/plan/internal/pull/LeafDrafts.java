package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Finds the leaves of a query: the subqueries that stand for themselves, and every other table that it names, with the
 * columns and rows of it that are needed. Immutable.
 *
 * @param made makes statements of parts of it
 * @param answered whether shards answer a query by themselves
 */
record LeafDrafts(
        BoundStatement bound, ActualTables tables, LeafDraft.Making made, Predicate<NestedStatement> answered) {
    /**
     * All leaves in text order.
     *
     * @param subqueries those that are read as they are
     * @param met whether rows that other tables of the statement reject, which are where they are, are left there
     */
    List<LeafDraft> of(List<LeafQuery> subqueries, boolean met) {
        SourcePositions positions = new SourcePositions(bound.parsed().sql());
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
        SoughtTables sought = new SoughtTables(bound.parsed().analysis());
        Set<NamedTable> left = Collections.newSetFromMap(new IdentityHashMap<>());
        left.addAll(Tree.all(bound.parsed().statement(), NamedTable.class, node -> !whole.contains(node)));
        for (BoundTable table : bound.tables()) {
            if (left.contains(table.node())) {
                List<ColumnSchema> needed = columns.of(table, tables.known(table));
                String list = seen.stored(table, needed);
                Asked asked =
                        new Asked(filters.of(table), met ? answered(filters.met(table), table, needed) : List.of());
                List<Expression> conditions = asked.all();
                if (seen.areThere()) {
                    // where a rule transforms columns, what shards cannot ask is left to the combining statement
                    conditions.removeIf(condition -> !isAnswered(table, needed, condition));
                }
                if (unread.contain(table.node())) {
                    conditions = new ArrayList<>(List.of(MadeNodes.never()));
                }
                List<String> indexes = new ArrayList<>();
                lookUps.of(table, needed)
                        .forEach(column -> indexes.add(tables.names().quoted(column.name())));
                Select all = select(table.node(), needed, List.of());
                Select rows = select(table.node(), needed, conditions);
                boolean open = columns.areAll(table.node());
                if (met && sought.onceEach(table.node(), needed, tables.known(table))) {
                    Select once = MadeNodes.distinct(rows);
                    rows = answered.test(made.of(once, List.of())) ? once : rows;
                }
                Leaf.Keys known =
                        new Leaf.Keys(seen.hasKeyStoredOtherwise(table) ? List.of() : keys.of(table, needed), indexes);
                List<LeafDraft.OfTable.Keyed> keyed =
                        met && !unread.contain(table.node()) ? keyed(table, asked, rows, filters) : List.of();
                drafts.add(new LeafDraft.OfTable(
                        table, list, open, all, rows, known, needed, asked.selectivity(), keyed, tables, made));
            }
        }
        return inTextOrder(drafts);
    }

    private List<LeafFilters.Met> answered(List<LeafFilters.Met> met, BoundTable table, List<ColumnSchema> needed) {
        return met.stream()
                .filter(each -> isAnswered(table, needed, each.condition()))
                .toList();
    }

    /**
     * How rows of a table are read by the keys that other tables have; a table of all data sources, which is mostly
     * small, only if it is asked for by nothing else.
     */
    private List<LeafDraft.OfTable.Keyed> keyed(BoundTable table, Asked asked, Select rows, LeafFilters filters) {
        List<LeafDraft.OfTable.Keyed> keyed = new ArrayList<>();
        if (table.table().isReplicated() && !asked.all().isEmpty()) {
            return keyed;
        }
        for (LeafFilters.Pair pair : filters.keyed(table)) {
            Select byKey = MadeNodes.select(rows.items(), rows.from(), MadeNodes.where(asked.without(pair)));
            boolean once = rows.quantifier() == Quantifier.DISTINCT;
            keyed.add(new LeafDraft.OfTable.Keyed(
                    pair, filters.schema(pair.seeking()), once ? MadeNodes.distinct(byKey) : byKey));
        }
        return keyed;
    }

    /**
     * What the rows of a table are asked for.
     *
     * @param own conditions on its own columns
     * @param met conditions that look into other tables
     */
    private record Asked(List<Expression> own, List<LeafFilters.Met> met) {
        List<Expression> all() {
            List<Expression> all = new ArrayList<>(own);
            met.forEach(each -> all.add(each.condition()));
            return all;
        }

        /** What is asked of rows beside their keys: not what the table of the keys was asked for itself. */
        List<Expression> without(LeafFilters.Pair keys) {
            List<Expression> all = new ArrayList<>(own);
            for (LeafFilters.Met each : met) {
                boolean asksForKeys = each.pair().seeking().equals(keys.seeking())
                        && each.pair().sought().table() == keys.sought().table();
                if (!asksForKeys) {
                    all.add(each.condition());
                }
            }
            return all;
        }

        /** See {@link Leaf.Narrowing}: most with an equality of the table's own columns. */
        int selectivity() {
            if (own.stream().anyMatch(Asked::pins)) {
                return 3;
            }
            if (met.stream().anyMatch(each -> pins(each.condition()))) {
                return 2;
            }
            return own.isEmpty() && met.isEmpty() ? 0 : 1;
        }

        private static boolean pins(Expression condition) {
            return Tree.any(
                    condition,
                    node -> node instanceof InList in && !in.negated()
                            || node instanceof Comparison comparison
                                    && comparison.operator() == ComparisonOperator.EQUAL);
        }
    }

    private List<LeafDraft> inTextOrder(List<LeafDraft> drafts) {
        Map<Node, LeafDraft> byNode = new IdentityHashMap<>();
        drafts.forEach(draft -> byNode.put(draft.node(), draft));
        List<LeafDraft> ordered = new ArrayList<>();
        for (Node node : bound.parsed().analysis().nodes()) {
            if (byNode.containsKey(node)) {
                ordered.add(byNode.get(node));
            }
        }
        return ordered;
    }

    private boolean isAnswered(BoundTable table, List<ColumnSchema> needed, Expression condition) {
        return answered.test(made.of(select(table.node(), needed, List.of(condition)), List.of()));
    }

    private Select select(NamedTable node, List<ColumnSchema> needed, List<Expression> conditions) {
        NamedTable from = new NamedTable(Span.NONE, MadeStatement.again(node.name()), null, List.of(), node.only());
        return MadeNodes.select(tables.wholeValues(needed), List.of(from), MadeNodes.where(conditions));
    }
}
