package org.shardingjdbc.plan.internal.column;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.side.ColumnValueSet;
import org.shardingjdbc.rule.side.ColumnValueSet.Kind;
import org.shardingjdbc.rule.side.ColumnValueSet.SaidValue;
import org.shardingjdbc.rule.side.StatementValues;

/**
 * What a statement says of the values of columns. A condition counts for a table where it stands in the WHERE of the
 * block that names the table, or in the ON of an inner join there, and holds for every row that is let through: as one
 * of several that AND connects, or as all of those that OR connects. One per planning of a statement, used by one
 * thread.
 */
public final class ColumnValueConditions implements StatementValues {
    private final Statement statement;
    private final Analysis analysis;
    private final @Nullable BoundStatement bound;
    private final Placements rules;
    /** Empty until it is asked for. */
    private final Map<Node, Node> parents = new IdentityHashMap<>();

    /** @param bound null where its tables are not known */
    public ColumnValueConditions(ParsedSql parsed, @Nullable BoundStatement bound, Placements rules) {
        this.statement = parsed.statement();
        this.analysis = parsed.analysis();
        this.bound = bound;
        this.rules = rules;
    }

    /**
     * The logic tables that it names, itself or by actual ones, each once; those that it may name where that is not
     * known.
     */
    public List<String> tables() {
        Set<String> names = new LinkedHashSet<>();
        if (bound != null) {
            bound.tables()
                    .forEach(table -> names.add(rules.logicName(table.table().name())));
            return List.copyOf(names);
        }
        for (QualifiedName name : analysis.all(QualifiedName.class)) {
            names.add(rules.logicName(name.last().text()));
        }
        return List.copyOf(names);
    }

    @Override
    public Operation operation() {
        if (statement instanceof DdlStatement ddl && ddl.kind() == DdlKind.TRUNCATE_TABLE) {
            return Operation.DELETE;
        }
        return statement instanceof QueryStatement ? Operation.SELECT : operation(statement);
    }

    private static Operation operation(Node node) {
        if (node instanceof InsertStatement) {
            return Operation.INSERT;
        }
        if (node instanceof UpdateStatement) {
            return Operation.UPDATE;
        }
        return node instanceof DeleteStatement ? Operation.DELETE : Operation.OTHER;
    }

    @Override
    public List<Place> places(String table) {
        List<Place> places = new ArrayList<>();
        for (BoundTable place : bound == null ? List.<BoundTable>of() : bound.tables()) {
            if (isOf(place, table)) {
                enter();
                places.add(new NamedPlace(place));
            }
        }
        if (bound == null && mayHaveRows()) {
            tables().stream()
                    .filter(table::equalsIgnoreCase)
                    .forEach(named -> places.add(new UnknownPlace(operation())));
        }
        return places;
    }

    /** Whether it reads or writes rows, or may for all that is known. */
    private boolean mayHaveRows() {
        return statement instanceof UnparsedStatement unparsed && unparsed.definition() == null
                || operation() != Operation.OTHER
                || statement instanceof MergeStatement;
    }

    private boolean isOf(BoundTable place, String table) {
        return rules.logicName(place.table().name()).equalsIgnoreCase(table);
    }

    @Override
    public List<ColumnValueSet> assigned(String table, String column) {
        List<ColumnValueSet> said = new ArrayList<>();
        for (Assignment assignment : bound == null ? List.<Assignment>of() : analysis.all(Assignment.class)) {
            enter();
            addSet(assignment, table, column, said);
        }
        return said;
    }

    /** One of a statement that is not understood. */
    private record UnknownPlace(Operation operation) implements Place {
        @Override
        public ColumnValueSet values(String column) {
            return ColumnValueSet.UNCLEAR;
        }
    }

    private final class NamedPlace implements Place {
        private final BoundTable table;
        private final @Nullable Node block;

        NamedPlace(BoundTable table) {
            this.table = table;
            this.block = blockOf(table.node());
        }

        @Override
        public Operation operation() {
            if (block instanceof InsertStatement insert) {
                return insert.table() == table.node() ? Operation.INSERT : Operation.SELECT;
            }
            return block != null && isTarget(block, table) ? ColumnValueConditions.operation(block) : Operation.SELECT;
        }

        @Override
        public ColumnValueSet values(String column) {
            return said(table, block, column);
        }
    }

    private void enter() {
        if (!parents.isEmpty()) {
            return;
        }
        Deque<Node> open = new ArrayDeque<>();
        open.push(statement);
        while (!open.isEmpty()) {
            Node node = open.pop();
            for (Node child : node.children()) {
                parents.put(child, node);
                open.push(child);
            }
        }
    }

    private ColumnValueSet said(BoundTable place, @Nullable Node block, String column) {
        if (block instanceof InsertStatement insert && insert.table() == place.node()) {
            return InsertedValues.of(insert, place.schema(), column);
        }
        if (block instanceof MergeStatement) {
            return ColumnValueSet.UNCLEAR;
        }
        ConditionValues conditions = new ConditionValues(reference -> isColumn(reference, place, column));
        for (Expression condition : conditionsOf(block)) {
            List<SaidValue> values = conditions.of(condition);
            if (values != null) {
                return new ColumnValueSet(Kind.VALUES, values);
            }
        }
        return isAsked(place, column) ? ColumnValueSet.UNCLEAR : ColumnValueSet.UNSAID;
    }

    private @Nullable Node blockOf(Node place) {
        Node node = place;
        while (node instanceof TableReference) {
            node = parents.get(node);
        }
        return node;
    }

    /** Whether rows of a table are changed by the statement of its block, and not read only. */
    private boolean isTarget(Node block, BoundTable place) {
        if (block instanceof UpdateStatement update) {
            return update.targets().stream().anyMatch(target -> Tree.outsideQueries(target, NamedTable.class)
                    .contains(place.node()));
        }
        if (block instanceof DeleteStatement delete) {
            return delete.targets().contains(place.node())
                    || delete.targets().stream().anyMatch(target -> target.name()
                            .last()
                            .text()
                            .equalsIgnoreCase(place.node().exposedName().text()));
        }
        return false;
    }

    /** The conditions that every row of a block's tables meets. */
    private static List<Expression> conditionsOf(@Nullable Node block) {
        List<Expression> conditions = new ArrayList<>();
        List<? extends Node> from = List.of();
        Clause where = null;
        if (block instanceof Select select) {
            from = select.from();
            where = select.where();
        } else if (block instanceof UpdateStatement update) {
            List<Node> all = new ArrayList<>(update.targets());
            all.addAll(update.from());
            from = all;
            where = update.where();
        } else if (block instanceof DeleteStatement delete) {
            from = delete.from();
            where = delete.where();
        }
        if (where != null) {
            conditions.add(where.condition());
        }
        boolean inner = true;
        List<Expression> ons = new ArrayList<>();
        for (Node each : from) {
            for (JoinedTable join : Tree.all(each, JoinedTable.class, node -> !(node instanceof DerivedTable))) {
                inner &= join.kind() == JoinKind.INNER || join.kind() == JoinKind.CROSS;
                if (join.on() != null) {
                    ons.add(join.on());
                }
            }
        }
        if (inner) {
            conditions.addAll(ons);
        }
        return conditions;
    }

    private boolean isColumn(ColumnReference reference, BoundTable place, String column) {
        return origin(reference) instanceof ColumnOrigin.OfTable origin
                && origin.table() == place
                && origin.column().equalsIgnoreCase(column)
                && blockOfCondition(reference) == blockOf(place.node());
    }

    /** What a reference names; asked only of a statement whose tables are known. */
    private ColumnOrigin origin(ColumnReference reference) {
        return Objects.requireNonNull(bound, "of other tables only their names are looked at")
                .origin(reference);
    }

    /** The block in whose conditions a reference stands. */
    private @Nullable Node blockOfCondition(Node reference) {
        Node node = reference;
        while (node instanceof Expression || node instanceof Clause || node instanceof JoinedTable) {
            node = parents.get(node);
        }
        return node;
    }

    /**
     * Whether a condition anywhere has something to do with a column of a place, beyond columns that are equal to it.
     */
    private boolean isAsked(BoundTable place, String column) {
        for (ColumnReference reference : analysis.all(ColumnReference.class)) {
            if (mayBe(reference, place, column) && isInCondition(reference) && !isOfNoValue(reference)) {
                return true;
            }
        }
        return false;
    }

    private boolean mayBe(ColumnReference reference, BoundTable place, String column) {
        ColumnOrigin origin = origin(reference);
        if (origin instanceof ColumnOrigin.OfQuery query && query.base() != null) {
            origin = query.base();
        }
        if (origin instanceof ColumnOrigin.OfTable table) {
            return table.table() == place && table.column().equalsIgnoreCase(column);
        }
        return reference.name().text().equalsIgnoreCase(column);
    }

    private boolean isInCondition(Node reference) {
        Node node = parents.get(reference);
        while (node instanceof Expression) {
            node = parents.get(node);
        }
        return node instanceof Clause || node instanceof JoinedTable;
    }

    /** Whether it is compared with columns only, or asked whether there is a value. */
    private boolean isOfNoValue(ColumnReference reference) {
        Node parent = parents.get(reference);
        return parent instanceof InQuery
                || parent instanceof Comparison comparison
                        && comparison.left() instanceof ColumnReference
                        && comparison.right() instanceof ColumnReference
                || parent instanceof IsTest test && test.test().equals("NULL");
    }

    private void addSet(Assignment assignment, String table, String column, List<ColumnValueSet> said) {
        for (ColumnReference target : assignment.columns()) {
            boolean here = target.name().text().equalsIgnoreCase(column)
                    && !(origin(target) instanceof ColumnOrigin.OfTable origin && !isOf(origin.table(), table));
            if (here && !(parents.get(assignment) instanceof SetSource)) {
                ColumnValueSet set = InsertedValues.set(assignment, column);
                if (set != null) {
                    said.add(set);
                }
            }
        }
    }
}
