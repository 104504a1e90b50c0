package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Column;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Conjunct;
import org.shardingjdbc.plan.internal.pull.BlockFacts.EqualColumns;
import org.shardingjdbc.plan.internal.pull.BlockFacts.Fact;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
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
    List<Expression> of(BoundTable table) {
        List<Fact> own = facts.of(table);
        Set<Expression> filters = new LinkedHashSet<>();
        for (Fact fact : own) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null && conjunct.table() == table.index() && conjunct.safe()) {
                boolean counts = !fact.fromOutside() || PushedCondition.rejectsNulls(conjunct.condition());
                if (counts) {
                    filters.add(named(conjunct.condition()));
                }
            }
        }
        addCarried(table, own, filters);
        return List.copyOf(filters);
    }

    /**
     * Conditions on the rows of a table that name broadcast tables, which are wherever its rows are: that its columns
     * are among those of the rows of a broadcast table which the statement lets through. Where the statement equates
     * such columns, other rows of the table are joined with none.
     */
    List<Expression> met(BoundTable table) {
        List<Fact> own = facts.of(table);
        Set<Expression> filters = new LinkedHashSet<>();
        for (Fact fact : own) {
            EqualColumns columns = fact.equal();
            if (columns != null) {
                addMet(table, columns.left(), columns.right(), filters);
                addMet(table, columns.right(), columns.left(), filters);
            }
        }
        return List.copyOf(filters);
    }

    private void addMet(BoundTable table, Column column, Column equal, Set<Expression> filters) {
        BoundTable other = bound.tables().get(equal.table());
        ColumnSchema seeking = facts.schema(column);
        ColumnSchema sought = facts.schema(equal);
        if (column.table() != table.index()
                || equal.table() == table.index()
                || !other.table().isReplicated()
                || seeking == null
                || sought == null
                || !mayBeSought(seeking, sought)) {
            return;
        }
        List<Fact> all = facts.withThoseAround(table);
        Set<Expression> conditions = new LinkedHashSet<>();
        boolean tells = false;
        for (Fact fact : all) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null
                    && conjunct.table() == equal.table()
                    && conjunct.safe()
                    && PushedCondition.rejectsNulls(conjunct.condition())) {
                conditions.add(named(conjunct.condition()));
                // what is demanded of the equal column alone is carried over as it is
                tells |= !equal.equals(conjunct.only());
            }
        }
        if (tells) {
            Select values = MadeNodes.select(
                    List.of(MadeNodes.item(ActualTables.quoted(sought))),
                    List.of(MadeNodes.table(MadeStatement.again(other.node().name()))),
                    MadeNodes.where(List.copyOf(conditions)));
            Query query = new Query(Span.NONE, null, values, null, null, List.of());
            filters.add(new InQuery(Span.NONE, ActualTables.quoted(seeking), false, Span.NONE, query));
        }
    }

    /** Whether a value that no row of the column can have is sought there without an error. */
    private boolean mayBeSought(ColumnSchema column, ColumnSchema values) {
        return column.jdbcType() == values.jdbcType()
                || !tables.dialect().subqueries().failsToSeekBeyondType();
    }

    /** Adds what equal columns of other tables must satisfy. */
    private void addCarried(BoundTable table, List<Fact> own, Set<Expression> filters) {
        List<Fact> all = facts.withThoseAround(table);
        Set<Column> done = new LinkedHashSet<>();
        for (Fact fact : own) {
            EqualColumns equal = fact.equal();
            for (Column column : equal == null ? List.<Column>of() : List.of(equal.left(), equal.right())) {
                if (column.table() == table.index()) {
                    done.add(column);
                }
            }
        }
        if (done.isEmpty() || all.stream().noneMatch(LeafFilters::mayBeCarried)) {
            return;
        }
        Map<Column, List<Column>> equalities = equalities(all);
        for (Column column : done) {
            addCarried(column, equalTo(column, equalities), all, filters);
        }
    }

    private static boolean mayBeCarried(Fact fact) {
        return fact.conjunct() != null
                && fact.conjunct().only() != null
                && fact.conjunct().safe();
    }

    private void addCarried(Column column, Set<Column> equal, List<Fact> all, Set<Expression> filters) {
        ColumnSchema schema = facts.schema(column);
        for (Fact fact : all) {
            Conjunct conjunct = fact.conjunct();
            Column tested = conjunct == null ? null : conjunct.only();
            if (conjunct == null || schema == null) {
                continue;
            }
            boolean carried = tested != null
                    && !tested.equals(column)
                    && equal.contains(tested)
                    && conjunct.safe()
                    && PushedCondition.rejectsNulls(conjunct.condition())
                    && PushedCondition.holdsForEqualValues(conjunct.condition());
            if (carried) {
                filters.add(named(conjunct.condition(), reference -> schema));
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
            EqualColumns equal = fact.equal();
            if (equal != null) {
                equalities
                        .computeIfAbsent(equal.left(), key -> new ArrayList<>())
                        .add(equal.right());
                equalities
                        .computeIfAbsent(equal.right(), key -> new ArrayList<>())
                        .add(equal.left());
            }
        }
        return equalities;
    }

    /** A condition with the names of columns as the catalog has them. */
    private Expression named(Expression condition) {
        return named(
                condition,
                reference -> Objects.requireNonNull(
                        facts.schema(reference), "a condition is safe only where the types of its columns are known"));
    }

    /** @param columns by what a condition names */
    private static Expression named(Expression condition, Function<ColumnReference, ColumnSchema> columns) {
        return MadeStatement.again(
                condition,
                node -> node instanceof ColumnReference reference
                        ? ActualTables.quoted(columns.apply(reference))
                        : null);
    }
}
