package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Comparison;
import org.shardingjdbc.parser.internal.ast.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.JoinKind;
import org.shardingjdbc.parser.internal.ast.JoinedTable;
import org.shardingjdbc.parser.internal.ast.Literal;
import org.shardingjdbc.parser.internal.ast.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Logical;
import org.shardingjdbc.parser.internal.ast.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rewrite.internal.UnitSql;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

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
    private static final long SMALL = 1_000_000_000;
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final BoundStatement bound;
    private final ActualTables tables;
    private final PushedCondition conditions;
    private final Map<NamedTable, List<Fact>> factsByTable = new IdentityHashMap<>();
    private final Map<NamedTable, List<Fact>> aroundByTable = new IdentityHashMap<>();

    /** A column of a table of the statement. */
    private record Column(int table, String name) {}

    /**
     * A conjunct.
     *
     * @param conjunct null for that of USING
     * @param left of {@code left = right}, else null
     * @param fromOutside whether it is demanded of rows in which the table may be missing
     */
    private record Fact(Conjunct conjunct, Column left, Column right, boolean fromOutside) {
        Fact seenFromOutside() {
            return new Fact(conjunct, left, right, true);
        }
    }

    /** A condition, and what is found out about it once: it is looked at for each table. */
    private final class Conjunct {
        private final Expression condition;
        private final int table;
        private final Column only;
        private final boolean safe;

        Conjunct(Expression condition) {
            this.condition = condition;
            int onlyTable = NONE;
            Column onlyColumn = null;
            boolean several = false;
            for (ColumnReference reference : Tree.all(condition, ColumnReference.class)) {
                Column column = column(reference);
                several |= column == null || onlyColumn != null && !onlyColumn.equals(column);
                onlyTable = column == null || onlyTable >= 0 && onlyTable != column.table() ? SEVERAL : onlyTable;
                onlyTable = onlyTable == NONE ? column.table() : onlyTable;
                onlyColumn = column;
            }
            this.table = onlyTable;
            this.only = several ? null : onlyColumn;
            this.safe = onlyTable >= 0 && conditions.isSafe(condition);
        }
    }

    LeafFilters(BoundStatement bound, ActualTables tables) {
        this.bound = bound;
        this.tables = tables;
        this.conditions = new PushedCondition(this::schema, this::isWholeNumber);
        visit(bound.parsed().statement(), List.of());
    }

    /** The conditions on the rows of a table, in unqualified names; empty when all rows must be pulled. */
    List<UnitSql> of(BoundTable table) {
        List<Fact> facts = factsByTable.get(table.node());
        if (facts == null) {
            return List.of();
        }
        Set<String> known = new HashSet<>();
        List<UnitSql> filters = new ArrayList<>();
        for (Fact fact : facts) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null && conjunct.table == table.index() && conjunct.safe) {
                boolean counts = !fact.fromOutside() || PushedCondition.rejectsNulls(conjunct.condition);
                add(counts ? text(conjunct.condition, null) : null, known, filters);
            }
        }
        addCarried(table, facts, known, filters);
        return filters;
    }

    /**
     * Conditions on the rows of a table that name broadcast tables, which are wherever its rows are: that its columns
     * are among those of the rows of a broadcast table which the statement lets through. Where the statement equates
     * such columns, other rows of the table are joined with none.
     */
    List<UnitSql> met(BoundTable table) {
        List<Fact> own = factsByTable.getOrDefault(table.node(), List.of());
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
                || !(other.table() instanceof ReplicatedTable)) {
            return;
        }
        List<Fact> all = new ArrayList<>(factsByTable.get(table.node()));
        all.addAll(aroundByTable.get(table.node()));
        Set<String> texts = new HashSet<>();
        List<UnitSql> conditions = new ArrayList<>();
        boolean tells = false;
        for (Fact fact : all) {
            Conjunct conjunct = fact.conjunct();
            if (conjunct != null
                    && conjunct.table == equal.table()
                    && conjunct.safe
                    && PushedCondition.rejectsNulls(conjunct.condition)) {
                add(text(conjunct.condition, null), texts, conditions);
                // what is demanded of the equal column alone is carried over as it is
                tells |= !equal.equals(conjunct.only);
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

    private String quoted(Column column) {
        return tables.names().quoted(schema(column).name());
    }

    /** Of such, a sum is one that no database finds too large; a text with another literal has a plan in common. */
    private boolean isWholeNumber(Expression expression) {
        if (expression instanceof Parameter parameter) {
            return bound.parsed().literal(parameter) == LiteralKind.INTEGER;
        }
        return expression instanceof Literal literal
                && literal.kind() == LiteralKind.INTEGER
                && literal.value() instanceof Long number
                && Math.abs(number) < SMALL;
    }

    private static void add(UnitSql filter, Set<String> known, List<UnitSql> filters) {
        if (filter != null && known.add(new NestedStatement(filter.sql(), filter.sources()).toString())) {
            filters.add(filter);
        }
    }

    /** Adds what equal columns of other tables must satisfy. */
    private void addCarried(BoundTable table, List<Fact> own, Set<String> known, List<UnitSql> filters) {
        List<Fact> all = new ArrayList<>(own);
        all.addAll(aroundByTable.get(table.node()));
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
        return fact.conjunct() != null && fact.conjunct().only != null && fact.conjunct().safe;
    }

    private void addCarried(
            Column column, Set<Column> equal, List<Fact> all, Set<String> known, List<UnitSql> filters) {
        for (Fact fact : all) {
            Column tested = fact.conjunct() == null ? null : fact.conjunct().only;
            boolean carried = tested != null
                    && !tested.equals(column)
                    && equal.contains(tested)
                    && fact.conjunct().safe
                    && PushedCondition.rejectsNulls(fact.conjunct().condition)
                    && PushedCondition.holdsForEqualValues(fact.conjunct().condition);
            if (carried) {
                add(text(fact.conjunct().condition, schema(column)), known, filters);
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
                ColumnSchema schema = instead == null ? schema(reference) : instead;
                text.append(sql, at, node.span().start());
                text.append(tables.names().quoted(schema.name()));
                at = node.span().stop();
            }
        }
        text.append(sql, at, condition.span().stop());
        String whole = condition instanceof Logical ? "(" + text + ")" : text.toString();
        return new UnitSql(whole, sources.stream().mapToInt(Integer::intValue).toArray());
    }

    private Column column(ColumnReference reference) {
        return bound.origin(reference) instanceof ColumnOrigin.OfTable of
                ? new Column(of.table().index(), of.column())
                : null;
    }

    private ColumnSchema schema(ColumnReference reference) {
        Column column = column(reference);
        return column == null ? null : schema(column);
    }

    /** Null when names of the table differ in case only, so that the reference may mean either. */
    private ColumnSchema schema(Column column) {
        TableSchema schema = tables.schema(bound.tables().get(column.table()));
        ColumnSchema found = null;
        for (ColumnSchema candidate : schema.columns()) {
            if (candidate.name().equalsIgnoreCase(column.name())) {
                if (found != null) {
                    return null;
                }
                found = candidate;
            }
        }
        return found;
    }

    /** Finds the blocks in and below a node; {@code around} is what rows of the blocks around it satisfy. */
    private void visit(Node root, List<Fact> around) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node instanceof Select select && node != root) {
                visitBlock(select, around);
            } else {
                node.children().forEach(open::push);
            }
        }
    }

    private void visitBlock(Select select, List<Fact> around) {
        List<Fact> where =
                select.where() == null ? List.of() : facts(select.where().condition());
        for (TableReference reference : select.from()) {
            List<Fact> beside = new ArrayList<>(around);
            for (TableReference other : select.from()) {
                if (other != reference) {
                    addHolding(other, beside);
                }
            }
            place(reference, where, beside);
        }
        List<Fact> inside = new ArrayList<>(around);
        inside.addAll(where);
        visit(select, inside);
    }

    private void place(TableReference reference, List<Fact> facts, List<Fact> around) {
        if (reference instanceof NamedTable table) {
            factsByTable.put(table, facts);
            aroundByTable.put(table, around);
        } else if (reference instanceof JoinedTable join) {
            placeJoin(join, facts, around);
        }
    }

    private void placeJoin(JoinedTable join, List<Fact> facts, List<Fact> around) {
        boolean keepsLeft = join.kind() == JoinKind.LEFT || join.kind() == JoinKind.FULL;
        boolean keepsRight = join.kind() == JoinKind.RIGHT || join.kind() == JoinKind.FULL;
        List<Fact> own = join.on() == null ? using(join) : facts(join.on());
        place(join.left(), side(facts, own, keepsLeft, keepsRight), beside(around, join.right(), keepsLeft));
        place(join.right(), side(facts, own, keepsRight, keepsLeft), beside(around, join.left(), keepsRight));
    }

    /** Adds what the other side of a join satisfies, unless rows of this one are kept without it. */
    private List<Fact> beside(List<Fact> around, TableReference other, boolean kept) {
        List<Fact> facts = new ArrayList<>(around);
        if (!kept) {
            addHolding(other, facts);
        }
        return facts;
    }

    /** Adds what every row of a part of a FROM satisfies by the joins in it. */
    private void addHolding(TableReference reference, List<Fact> facts) {
        if (!(reference instanceof JoinedTable join) || join.kind() == JoinKind.FULL) {
            return;
        }
        if (join.kind() != JoinKind.RIGHT) {
            addHolding(join.left(), facts);
        }
        if (join.kind() != JoinKind.LEFT) {
            addHolding(join.right(), facts);
        }
        if (join.kind() == JoinKind.INNER) {
            facts.addAll(join.on() == null ? using(join) : facts(join.on()));
        }
    }

    /**
     * What one side of a join must satisfy.
     *
     * @param kept whether the join keeps its rows without a match
     * @param otherKept whether it keeps those of the other side, with NULLs for this one
     */
    private static List<Fact> side(List<Fact> outside, List<Fact> own, boolean kept, boolean otherKept) {
        List<Fact> facts = new ArrayList<>();
        for (Fact fact : outside) {
            facts.add(otherKept ? fact.seenFromOutside() : fact);
        }
        if (!kept) {
            facts.addAll(own);
        }
        return facts;
    }

    private List<Fact> facts(Expression condition) {
        List<Fact> facts = new ArrayList<>();
        Deque<Expression> open = new ArrayDeque<>();
        open.push(condition);
        while (!open.isEmpty()) {
            Expression expression = open.pop();
            if (expression instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
                for (int i = logical.operands().size() - 1; i >= 0; i--) {
                    open.push(logical.operands().get(i));
                }
            } else {
                facts.add(fact(expression));
            }
        }
        return facts;
    }

    private Fact fact(Expression condition) {
        if (condition instanceof Comparison comparison
                && comparison.operator() == ComparisonOperator.EQUAL
                && comparison.left() instanceof ColumnReference left
                && comparison.right() instanceof ColumnReference right
                && areAlike(column(left), column(right))) {
            return new Fact(new Conjunct(condition), column(left), column(right), false);
        }
        return new Fact(new Conjunct(condition), null, null, false);
    }

    private boolean areAlike(Column left, Column right) {
        ColumnSchema one = left == null ? null : schema(left);
        ColumnSchema other = right == null ? null : schema(right);
        return one != null && other != null && PushedCondition.sameType(one, other);
    }

    /** The equalities of {@code a JOIN b USING (c)} between two tables; longer chains are left aside. */
    private List<Fact> using(JoinedTable join) {
        List<Fact> facts = new ArrayList<>();
        if (join.left() instanceof NamedTable left && join.right() instanceof NamedTable right) {
            for (Identifier name : join.using()) {
                Column one = column(left, name);
                Column other = column(right, name);
                if (areAlike(one, other)) {
                    facts.add(new Fact(null, one, other, false));
                }
            }
        }
        return facts;
    }

    private Column column(NamedTable node, Identifier name) {
        BoundTable table = bound.table(node);
        boolean plain = table != null && node.columnAliases().isEmpty();
        ColumnSchema schema = plain ? tables.schema(table).column(name.text()) : null;
        return schema == null ? null : new Column(table.index(), schema.name().toLowerCase(Locale.ROOT));
    }
}
