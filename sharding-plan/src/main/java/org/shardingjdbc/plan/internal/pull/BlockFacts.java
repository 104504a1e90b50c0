package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds what the rows of each table of a statement satisfy that have part in its answer: the conjuncts of the blocks
 * and joins in which the table stands, and of the blocks around them. One per plan; not thread-safe.
 */
final class BlockFacts {
    private static final long SMALL = 1_000_000_000;
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final BoundStatement bound;
    private final ActualTables tables;
    private final PushedCondition conditions;
    private final Map<NamedTable, List<Fact>> factsByTable = new IdentityHashMap<>();
    private final Map<NamedTable, List<Fact>> aroundByTable = new IdentityHashMap<>();

    /** A column of a table of the statement. */
    record Column(int table, String name) {}

    /**
     * A conjunct.
     *
     * @param conjunct null for that of USING
     * @param equal of {@code left = right}, else null
     * @param fromOutside whether it is demanded of rows in which the table may be missing
     */
    record Fact(@Nullable Conjunct conjunct, @Nullable EqualColumns equal, boolean fromOutside) {
        Fact seenFromOutside() {
            return new Fact(conjunct, equal, true);
        }
    }

    /** Two columns of one type that are equal, of each of which {@link #schema(Column)} tells. */
    record EqualColumns(Column left, Column right) {}

    /** A condition, and what is found out about it once: it is looked at for each table. */
    final class Conjunct {
        private final Expression condition;
        private final int table;
        private final @Nullable Column only;
        private final boolean safe;

        Conjunct(Expression condition) {
            this.condition = condition;
            int onlyTable = NONE;
            Column onlyColumn = null;
            boolean several = false;
            for (ColumnReference reference : Tree.all(condition, ColumnReference.class)) {
                Column column = column(reference);
                several |= column == null || onlyColumn != null && !onlyColumn.equals(column);
                if (column == null || onlyTable >= 0 && onlyTable != column.table()) {
                    onlyTable = SEVERAL;
                } else if (onlyTable == NONE) {
                    onlyTable = column.table();
                }
                onlyColumn = column;
            }
            this.table = onlyTable;
            this.only = several ? null : onlyColumn;
            this.safe = onlyTable >= 0 && conditions.isSafe(condition);
        }

        Expression condition() {
            return condition;
        }

        /** The index of the only table that it names; negative when there are none or several. */
        int table() {
            return table;
        }

        /** The only column that it names; null when there are none or several. */
        @Nullable
        Column only() {
            return only;
        }

        /** Whether a data node may compute it for rows that the statement does not look at. */
        boolean safe() {
            return safe;
        }
    }

    BlockFacts(BoundStatement bound, ActualTables tables) {
        this.bound = bound;
        this.tables = tables;
        this.conditions = new PushedCondition(this::schema, this::isWholeNumber);
        visit(bound.parsed().statement(), List.of());
    }

    /** What rows of a table satisfy that have part in the answer. */
    List<Fact> of(BoundTable table) {
        return factsByTable.getOrDefault(table.node(), List.of());
    }

    /** The same, with what the rows beside and around them satisfy. */
    List<Fact> withThoseAround(BoundTable table) {
        List<Fact> all = new ArrayList<>(of(table));
        all.addAll(aroundByTable.getOrDefault(table.node(), List.of()));
        return all;
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

    private @Nullable Column column(ColumnReference reference) {
        return bound.origin(reference) instanceof ColumnOrigin.OfTable of
                ? new Column(of.table().index(), of.column())
                : null;
    }

    @Nullable
    ColumnSchema schema(ColumnReference reference) {
        Column column = column(reference);
        return column == null ? null : schema(column);
    }

    /** Null when names of the table differ in case only, so that the reference may mean either. */
    @Nullable
    ColumnSchema schema(Column column) {
        TableSchema schema = tables.known(bound.tables().get(column.table()));
        ColumnSchema found = null;
        for (ColumnSchema candidate : schema.allColumns()) {
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
                addAlternatives(expression, facts);
            }
        }
        return facts;
    }

    /**
     * Adds what an OR over several tables demands of each of them: {@code (a.x = 1 AND b.y = 2) OR (a.x = 3 AND b.y =
     * 4)} is true for no row of a but those of {@code a.x = 1 OR a.x = 3}.
     */
    private void addAlternatives(Expression condition, List<Fact> facts) {
        if (!(condition instanceof Logical or) || or.operator() != LogicalOperator.OR) {
            return;
        }
        List<Map<Integer, List<Expression>>> alternatives = new ArrayList<>();
        for (Expression alternative : or.operands()) {
            Map<Integer, List<Expression>> byTable = new TreeMap<>();
            List<Expression> conjuncts = alternative instanceof Logical and && and.operator() == LogicalOperator.AND
                    ? and.operands()
                    : List.of(alternative);
            for (Expression each : conjuncts) {
                Conjunct conjunct = new Conjunct(each);
                if (conjunct.safe()) {
                    byTable.computeIfAbsent(conjunct.table(), key -> new ArrayList<>())
                            .add(each);
                }
            }
            alternatives.add(byTable);
        }
        for (Integer table : alternatives.get(0).keySet()) {
            boolean several = alternatives.stream().allMatch(each -> each.containsKey(table));
            if (several && new Conjunct(condition).table() == SEVERAL) {
                List<Expression> demanded = alternatives.stream()
                        .map(each -> MadeNodes.logical(LogicalOperator.AND, each.getOrDefault(table, List.of())))
                        .toList();
                facts.add(fact(MadeNodes.logical(LogicalOperator.OR, demanded)));
            }
        }
    }

    private Fact fact(Expression condition) {
        EqualColumns equal = condition instanceof Comparison comparison
                        && comparison.operator() == ComparisonOperator.EQUAL
                        && comparison.left() instanceof ColumnReference left
                        && comparison.right() instanceof ColumnReference right
                ? equal(column(left), column(right))
                : null;
        return new Fact(new Conjunct(condition), equal, false);
    }

    /** Null unless they are known and of one type. */
    private @Nullable EqualColumns equal(@Nullable Column left, @Nullable Column right) {
        if (left == null || right == null) {
            return null;
        }
        ColumnSchema one = schema(left);
        ColumnSchema other = schema(right);
        boolean alike = one != null && other != null && PushedCondition.sameType(one, other);
        return alike ? new EqualColumns(left, right) : null;
    }

    /** The equalities of {@code a JOIN b USING (c)} between two tables; longer chains are left aside. */
    private List<Fact> using(JoinedTable join) {
        List<Fact> facts = new ArrayList<>();
        if (join.left() instanceof NamedTable left && join.right() instanceof NamedTable right) {
            for (Identifier name : join.using()) {
                EqualColumns equal = equal(column(left, name), column(right, name));
                if (equal != null) {
                    facts.add(new Fact(null, equal, false));
                }
            }
        }
        return facts;
    }

    private @Nullable Column column(NamedTable node, Identifier name) {
        BoundTable table = bound.table(node);
        if (table == null || !node.columnAliases().isEmpty()) {
            return null;
        }
        ColumnSchema schema = tables.known(table).column(name.text());
        return schema == null ? null : new Column(table.index(), schema.name().toLowerCase(Locale.ROOT));
    }
}
