package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Column;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Conjunct;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Fact;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Finds which rows of a table need not be pulled, because no row of the answer comes from them.
 *
 * <p>Every row that a block makes satisfies the conjuncts of its WHERE; and where a table has part in a row, the
 * conjuncts of the ON of each join that it stands in, if the join does not keep its rows without a match. A row of the
 * table for which a conjunct cannot be true adds nothing. Taking it away could add a row only where an outer join then
 * finds no match and makes NULLs of the table's columns; so a conjunct from outside of such a join counts only if it is
 * not true for NULLs.
 *
 * <p>Conjuncts {@code a = b} carry what is demanded of one column over to the other, from what is joined and from the
 * block around a subquery too: a row of it matters to rows that satisfy the WHERE of the block around only.
 *
 * <p>The conjuncts stay in the combining statement; a filter may only take away what they reject. One per plan; not
 * thread-safe.
 */
final class LeafFilters {
    private final BoundStatement bound;
    private final ActualTables tables;
    private final BlockFacts facts;

    LeafFilters(BoundStatement bound, ActualTables tables) {
        this.bound = bound;
        this.tables = tables;
        this.facts = new BlockFacts(bound, tables);
    }

    /** The conditions on the rows of a table, in unqualified names; empty when all rows must be pulled. */
    List<UnitSql> of(BoundTable table) {
        List<Fact> own = facts.of(table);
        Set<String> known = new HashSet<>();
        List<UnitSql> filters = new ArrayList<>();
        for (Fact fact : own) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null && conjunct.table() == table.index() && conjunct.safe()) {
                boolean counts = !fact.fromOutside() || PushedCondition.rejectsNulls(conjunct.condition());
                add(counts ? text(conjunct.condition(), null) : null, known, filters);
            }
        }
        addCarried(table, own, known, filters);
        return filters;
    }

    /**
     * Conditions on the rows of a table that name broadcast tables, which are wherever its rows are: that its columns
     * are among those of the rows of a broadcast table which the statement lets through. Where the statement equates
     * such columns, other rows of the table are joined with none.
     */
    List<UnitSql> met(BoundTable table) {
        List<Fact> own = facts.of(table);
        Set<String> known = new HashSet<>();
        List<UnitSql> filters = new ArrayList<>();
        for (Fact equality : own) {
            if (equality.left() != null) {
                addMet(table, equality.left(), equality.right(), known, filters);
                addMet(table, equality.right(), equality.left(), known, filters);
            }
        }
        return filters;
    }

    private void addMet(BoundTable table, Column column, Column equal, Set<String> known, List<UnitSql> filters) {
        BoundTable other = bound.tables().get(equal.table());
        if (column.table() != table.index()
                || equal.table() == table.index()
                || !other.table().isReplicated()
                || !mayBeSought(facts.schema(column), facts.schema(equal))) {
            return;
        }
        List<Fact> all = facts.withThoseAround(table);
        Set<String> texts = new HashSet<>();
        List<UnitSql> conditions = new ArrayList<>();
        boolean tells = false;
        for (Fact fact : all) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null
                    && conjunct.table() == equal.table()
                    && conjunct.safe()
                    && PushedCondition.rejectsNulls(conjunct.condition())) {
                add(text(conjunct.condition(), null), texts, conditions);
                // what is demanded of the equal column alone is carried over as it is
                tells |= !equal.equals(conjunct.only());
            }
        }
        if (tells) {
            StringBuilder text = new StringBuilder(quoted(column)).append(" IN (SELECT ");
            text.append(quoted(equal)).append(" FROM ");
            text.append(other.node().name().span().of(bound.parsed().sql()));
            IntStream sources = IntStream.empty();
            String separator = " WHERE ";
            for (UnitSql condition : conditions) {
                text.append(separator).append(condition.sql());
                sources = IntStream.concat(sources, IntStream.of(condition.sources()));
                separator = " AND ";
            }
            add(new UnitSql(text.append(')').toString(), sources.toArray()), known, filters);
        }
    }

    /** Whether a value that no row of the column can have is sought there without an error. */
    private boolean mayBeSought(ColumnSchema column, ColumnSchema values) {
        return column.jdbcType() == values.jdbcType()
                || !tables.dialect().subqueries().failsToSeekBeyondType();
    }

    private String quoted(Column column) {
        return tables.names().quoted(facts.schema(column).name());
    }

    private static void add(UnitSql filter, Set<String> known, List<UnitSql> filters) {
        if (filter != null && known.add(new NestedStatement(filter.sql(), filter.sources()).toString())) {
            filters.add(filter);
        }
    }

    /** Adds what equal columns of other tables must satisfy. */
    private void addCarried(BoundTable table, List<Fact> own, Set<String> known, List<UnitSql> filters) {
        List<Fact> all = facts.withThoseAround(table);
        Set<Column> done = new LinkedHashSet<>();
        for (Fact equality : own) {
            for (Column column : new Column[] {equality.left(), equality.right()}) {
                if (column != null && column.table() == table.index()) {
                    done.add(column);
                }
            }
        }
        if (done.isEmpty() || all.stream().noneMatch(LeafFilters::mayBeCarried)) {
            return;
        }
        Map<Column, List<Column>> equalities = equalities(all);
        for (Column column : done) {
            addCarried(column, equalTo(column, equalities), all, known, filters);
        }
    }

    private static boolean mayBeCarried(Fact fact) {
        return fact.conjunct() != null
                && fact.conjunct().only() != null
                && fact.conjunct().safe();
    }

    private void addCarried(
            Column column, Set<Column> equal, List<Fact> all, Set<String> known, List<UnitSql> filters) {
        for (Fact fact : all) {
            Column tested = fact.conjunct() == null ? null : fact.conjunct().only();
            boolean carried = tested != null
                    && !tested.equals(column)
                    && equal.contains(tested)
                    && fact.conjunct().safe()
                    && PushedCondition.rejectsNulls(fact.conjunct().condition())
                    && PushedCondition.holdsForEqualValues(fact.conjunct().condition());
            if (carried) {
                add(text(fact.conjunct().condition(), facts.schema(column)), known, filters);
            }
        }
    }

    private static Set<Column> equalTo(Column column, Map<Column, List<Column>> equalities) {
        Set<Column> equal = new LinkedHashSet<>(Set.of(column));
        Deque<Column> open = new ArrayDeque<>(equal);
        while (!open.isEmpty()) {
            for (Column other : equalities.getOrDefault(open.pop(), List.of())) {
                if (equal.add(other)) {
                    open.add(other);
                }
            }
        }
        return equal;
    }

    private static Map<Column, List<Column>> equalities(List<Fact> facts) {
        Map<Column, List<Column>> equalities = new HashMap<>();
        for (Fact fact : facts) {
            if (fact.left() != null) {
                equalities
                        .computeIfAbsent(fact.left(), key -> new ArrayList<>())
                        .add(fact.right());
                equalities
                        .computeIfAbsent(fact.right(), key -> new ArrayList<>())
                        .add(fact.left());
            }
        }
        return equalities;
    }

    /** The text of a condition with the names of columns as the catalog has them, or all as that of one column. */
    private UnitSql text(Expression condition, ColumnSchema instead) {
        String sql = bound.parsed().sql();
        StringBuilder text = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        int at = condition.span().start();
        for (Node node : Tree.all(condition, Node.class)) {
            if (node instanceof Parameter parameter) {
                text.append(sql, at, node.span().start()).append('?');
                sources.add(parameter.index());
                at = node.span().stop();
            } else if (node instanceof ColumnReference reference) {
                ColumnSchema schema = instead == null ? facts.schema(reference) : instead;
                text.append(sql, at, node.span().start());
                text.append(tables.names().quoted(schema.name()));
                at = node.span().stop();
            }
        }
        text.append(sql, at, condition.span().stop());
        String whole = condition instanceof Logical ? "(" + text + ")" : text.toString();
        return new UnitSql(whole, sources.stream().mapToInt(Integer::intValue).toArray());
    }
}
