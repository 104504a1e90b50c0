package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
import org.shardingjdbc.rule.placement.LogicTable;
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
     * Conditions on the rows of a table that name other tables, whose rows are where its rows are: that its columns are
     * among those of the rows of another table which the statement lets through. Where the statement equates such
     * columns, other rows of the table are joined with none. Such a table is a broadcast table; or one that is sharded
     * by the equal column as this one is by its own, of which a data node may have to tell. What it in turn is joined
     * with, it is asked for too: rows of the statement satisfy all of its equalities at once.
     */
    List<Met> met(BoundTable table) {
        List<Fact> all = facts.withThoseAround(table);
        Set<Met> filters = new LinkedHashSet<>();
        for (Fact fact : facts.of(table)) {
            EqualColumns columns = fact.equal();
            for (Pair pair : columns == null ? List.<Pair>of() : Pair.of(columns, table.index())) {
                Expression sought = sought(pair, all, new HashSet<>(Set.of(table.index())));
                if (sought != null) {
                    filters.add(new Met(pair, sought));
                }
            }
        }
        return List.copyOf(filters);
    }

    /**
     * The columns of a table whose values are among those of a column of another one wherever its rows have part in the
     * answer: both whole numbers of one size, which each database compares exactly, NULL with nothing. That is so also
     * of the rows of the other one that were read, however few these are, for no other rows are where the statement is
     * answered. Tables that all data sources have are not asked for, as data nodes look into them by themselves.
     */
    List<Pair> keyed(BoundTable table) {
        Set<Pair> pairs = new LinkedHashSet<>();
        for (Fact fact : facts.of(table)) {
            EqualColumns columns = fact.equal();
            for (Pair pair : columns == null ? List.<Pair>of() : Pair.of(columns, table.index())) {
                ColumnSchema seeking = facts.schema(pair.seeking());
                ColumnSchema sought = facts.schema(pair.sought());
                boolean alike = seeking != null
                        && sought != null
                        && seeking.isWholeNumber()
                        && seeking.jdbcType() == sought.jdbcType();
                if (alike && !bound.tables().get(pair.sought().table()).table().isReplicated()) {
                    pairs.add(pair);
                }
            }
        }
        return List.copyOf(pairs);
    }

    /** A column as the catalog has it, one of {@link #keyed}. */
    ColumnSchema schema(Column column) {
        return Objects.requireNonNull(facts.schema(column), "its type was looked at");
    }

    /** A condition that asks for the columns of another table. */
    record Met(Pair pair, Expression condition) {}

    /** Two equal columns, one of which is looked for among the values of the other. */
    record Pair(Column seeking, Column sought) {
        /** Those that a table's columns are equal to, of other tables. */
        static List<Pair> of(EqualColumns equal, int table) {
            boolean left = equal.left().table() == table;
            if (left == (equal.right().table() == table)) {
                return List.of();
            }
            return List.of(left ? new Pair(equal.left(), equal.right()) : new Pair(equal.right(), equal.left()));
        }
    }

    /**
     * That a column is among those of the rows of another table; null where nothing is known of these but what is known
     * of the column itself.
     *
     * @param visited the tables that have been asked, to which the other one is added
     */
    private @Nullable Expression sought(Pair pair, List<Fact> all, Set<Integer> visited) {
        int other = pair.sought().table();
        ColumnSchema seeking = facts.schema(pair.seeking());
        ColumnSchema sought = facts.schema(pair.sought());
        if (seeking == null
                || sought == null
                || !mayBeSought(seeking, sought)
                || !areTogether(pair)
                || !visited.add(other)) {
            return null;
        }
        Set<Expression> conditions = new LinkedHashSet<>();
        boolean tells = false;
        for (Fact fact : all) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null
                    && conjunct.table() == other
                    && conjunct.safe()
                    && PushedCondition.rejectsNulls(conjunct.condition())) {
                conditions.add(named(conjunct.condition()));
                // what is demanded of the equal column alone is carried over as it is
                tells |= !pair.sought().equals(conjunct.only());
            }
            for (Pair next : fact.equal() == null ? List.<Pair>of() : Pair.of(fact.equal(), other)) {
                Expression nested = sought(next, all, visited);
                if (nested != null) {
                    conditions.add(nested);
                    tells = true;
                }
            }
        }
        if (!tells) {
            return null;
        }
        Select values = MadeNodes.select(
                List.of(MadeNodes.item(ActualTables.quoted(sought))),
                List.of(MadeNodes.table(
                        MadeStatement.again(bound.tables().get(other).node().name()))),
                MadeNodes.where(List.copyOf(conditions)));
        Query query = new Query(Span.NONE, null, values, null, null, List.of());
        return new InQuery(Span.NONE, ActualTables.quoted(seeking), false, Span.NONE, query);
    }

    /** Whether rows with equal values may be where each other's are. */
    private boolean areTogether(Pair pair) {
        LogicTable seeking = bound.tables().get(pair.seeking().table()).table();
        LogicTable sought = bound.tables().get(pair.sought().table()).table();
        return sought.isReplicated() || isSharded(seeking, pair.seeking()) && isSharded(sought, pair.sought());
    }

    private static boolean isSharded(LogicTable table, Column column) {
        return table.isPartitioned()
                && table.shardingColumns().size() == 1
                && table.shardingColumns().iterator().next().equalsIgnoreCase(column.name());
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
