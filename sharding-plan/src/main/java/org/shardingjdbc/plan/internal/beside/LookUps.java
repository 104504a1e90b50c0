package org.shardingjdbc.plan.internal.beside;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds what tells where the rows of a statement are: a table of it that no sharding column restricts, and all of whose
 * looked-up columns it compares with values, in conditions that every row of its answer fulfils. One per statement.
 */
public final class LookUps {
    private final PlanTools tools;
    private final BoundStatement bound;
    private final ParsedSql parsed;

    public LookUps(PlanTools tools, BoundStatement bound) {
        this.tools = tools;
        this.bound = bound;
        this.parsed = bound.parsed();
    }

    /**
     * What is done first.
     *
     * @param unrestricted the names of the tables that no sharding column restricts
     * @param direct the plan without
     * @return null where nothing is
     */
    public @Nullable LookUpFirst find(List<String> unrestricted, ShardPlan direct) {
        Clause where = where();
        if (where == null || parsed.plain()) {
            return null;
        }
        List<Expression> conditions = new ArrayList<>();
        addConjuncts(where.condition(), conditions);
        for (NamedTable named : tables()) {
            BoundTable table = bound.table(named);
            if (table == null || !unrestricted.contains(table.table().name())) {
                continue;
            }
            for (LookUp lookUp : tools.rules().lookUps(table.table().name())) {
                if (isTransformed(lookUp, table)) {
                    continue;
                }
                List<Expression> asked = asked(lookUp, table, conditions);
                if (asked != null && gives(lookUp, table) && comparesAlike(lookUp, table)) {
                    return steps(lookUp, table, asked, direct);
                }
            }
        }
        return null;
    }

    /** Whether another rule stores or shows other values of the rows' columns, or of the entries'. */
    private boolean isTransformed(LookUp lookUp, BoundTable table) {
        for (TransformedColumn column : tools.rules().columns(table.table().name())) {
            if (lookUp.columns().stream().anyMatch(column.name()::equalsIgnoreCase)
                    || lookUp.gives().stream().anyMatch(column.name()::equalsIgnoreCase)) {
                return true;
            }
        }
        return !tools.rules().columns(lookUp.table()).isEmpty();
    }

    /** The condition of every row of the answer; null where there is none, or the statement is of another kind. */
    private @Nullable Clause where() {
        Statement statement = parsed.statement();
        if (statement instanceof QueryStatement query) {
            boolean plain = query.query().with() == null
                    && query.query().body() instanceof Select select
                    && select.into() == null;
            return plain ? ((Select) query.query().body()).where() : null;
        }
        if (statement instanceof UpdateStatement update) {
            return update.with() == null && update.from().isEmpty() ? update.where() : null;
        }
        return statement instanceof DeleteStatement delete
                        && delete.with() == null
                        && delete.from().isEmpty()
                ? delete.where()
                : null;
    }

    /** Those of which each row of the answer has one. */
    private List<NamedTable> tables() {
        List<NamedTable> tables = new ArrayList<>();
        Statement statement = parsed.statement();
        if (statement instanceof QueryStatement query) {
            ((Select) query.query().body()).from().forEach(from -> addTables(from, tables));
        } else if (statement instanceof UpdateStatement update) {
            update.targets().forEach(target -> addTables(target, tables));
        } else {
            tables.addAll(((DeleteStatement) statement).targets());
        }
        return tables;
    }

    private static void addTables(TableReference reference, List<NamedTable> tables) {
        if (reference instanceof NamedTable named) {
            tables.add(named);
        } else if (reference instanceof JoinedTable join && join.alias() == null) {
            if (join.kind() != JoinKind.RIGHT && join.kind() != JoinKind.FULL) {
                addTables(join.left(), tables);
            }
            if (join.kind() == JoinKind.INNER || join.kind() == JoinKind.CROSS) {
                addTables(join.right(), tables);
            }
        }
    }

    private static void addConjuncts(Expression condition, List<Expression> conjuncts) {
        if (condition instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
            logical.operands().forEach(each -> addConjuncts(each, conjuncts));
        } else {
            conjuncts.add(condition);
        }
    }

    private boolean gives(LookUp lookUp, BoundTable table) {
        return table.table().isPartitioned()
                && lookUp.gives().stream().allMatch(column -> table.table().shardingColumns().stream()
                        .anyMatch(column::equalsIgnoreCase));
    }

    /**
     * Whether the look-up finds an entry wherever the table has a row: its columns compare as those that they hold
     * values of.
     */
    private boolean comparesAlike(LookUp lookUp, BoundTable table) {
        LogicTable asked = tools.rules().table(lookUp.table());
        TableSchema entries = asked == null ? null : tools.catalog().table(asked);
        TableSchema rows = table.schema();
        if (entries == null || rows == null) {
            // of a definition that nobody knows, the databases tell what is wrong
            return entries == rows;
        }
        for (int i = 0; i < lookUp.columns().size(); i++) {
            ColumnSchema row = rows.column(lookUp.columns().get(i));
            ColumnSchema entry = entries.column(lookUp.keys().get(i));
            if (row == null
                    || entry == null
                    || row.jdbcType() != entry.jdbcType()
                    || row.scale() != entry.scale()
                    || !row.typeName().equalsIgnoreCase(entry.typeName())
                    || !Objects.equals(row.collation(), entry.collation())) {
                return false;
            }
        }
        return true;
    }

    /**
     * What locks the entries where the statement locks its rows, and another query would see older ones than it does;
     * else nothing, since who writes rows by their sharding columns locks them before their entries.
     */
    private List<Locking> locking() {
        boolean locks = !(parsed.statement() instanceof QueryStatement query)
                || !query.query().locking().isEmpty();
        return locks && tools.dialect().writes().readsOlderRows()
                ? MadeNodes.locking(tools.dialect().writes().lockingClause())
                : List.of();
    }

    /** What is asked of the look-up, a condition for each of its columns; null where one is not given. */
    private @Nullable List<Expression> asked(LookUp lookUp, BoundTable table, List<Expression> conditions) {
        List<Expression> asked = new ArrayList<>();
        for (int i = 0; i < lookUp.columns().size(); i++) {
            Expression found = null;
            for (Expression condition : conditions) {
                if (found == null) {
                    found = asked(condition, table, lookUp, i);
                }
            }
            if (found == null) {
                return null;
            }
            asked.add(found);
        }
        return asked;
    }

    private @Nullable Expression asked(Expression condition, BoundTable table, LookUp lookUp, int position) {
        String column = lookUp.columns().get(position);
        Supplier<Expression> key = () -> MadeNodes.column(ColumnNames.of(
                tools, tools.rules().table(lookUp.table()), lookUp.keys().get(position)));
        if (condition instanceof Comparison comparison && comparison.operator() == ComparisonOperator.EQUAL) {
            if (is(comparison.left(), table, column) && isValue(comparison.right())) {
                return MadeNodes.equal(key.get(), comparison.right());
            }
            return is(comparison.right(), table, column) && isValue(comparison.left())
                    ? MadeNodes.equal(key.get(), comparison.left())
                    : null;
        }
        if (!(condition instanceof InList in) || in.negated() || !is(in.value(), table, column)) {
            return null;
        }
        List<Expression> values = new ArrayList<>();
        for (Expression item : in.items()) {
            if (!isValue(item)) {
                return null;
            }
            values.add(MadeNodes.equal(key.get(), item));
        }
        return MadeNodes.logical(LogicalOperator.OR, values);
    }

    private boolean is(Expression expression, BoundTable table, String column) {
        return expression instanceof ColumnReference reference
                && bound.origin(reference) instanceof ColumnOrigin.OfTable known
                && known.table() == table
                && known.column().equalsIgnoreCase(column);
    }

    private static boolean isValue(Expression expression) {
        return expression instanceof Parameter || expression instanceof Literal;
    }

    private LookUpFirst steps(LookUp lookUp, BoundTable table, List<Expression> asked, ShardPlan direct) {
        List<SelectItem> items = new ArrayList<>();
        LogicTable asks = tools.rules().table(lookUp.table());
        lookUp.from()
                .forEach(column -> items.add(MadeNodes.item(MadeNodes.column(ColumnNames.of(tools, asks, column)))));
        NamedTable from = MadeNodes.table(new QualifiedName(Span.NONE, List.of(ColumnNames.plain(lookUp.table()))));
        Select select = MadeNodes.select(items, List.of(from), MadeNodes.where(asked));
        NestedStatement entries = StepTemplate.of(
                        MadeNodes.statement(select, null, locking()), parsed, NestedPart.WHOLE, tools.parser())
                .fill();
        return new LookUpFirst(lookUp, entries, new Narrowed(this, lookUp, table, new Variants<>()), direct);
    }

    /**
     * The statement, restricted to rows of values that a look-up gives.
     *
     * @param kept those that were made, by how many rows and how their values are written
     */
    private record Narrowed(LookUps of, LookUp lookUp, BoundTable table, Variants<Object, NestedStatement> kept)
            implements LookUpFirst.Rests {
        @Override
        public NestedStatement of(int rows, List<ValueForm> forms) {
            return kept.get(List.of(rows, forms), key -> of.rest(lookUp, table, rows, forms));
        }
    }

    private NestedStatement rest(LookUp lookUp, BoundTable table, int rows, List<ValueForm> forms) {
        Expression found = found(lookUp, table, rows);
        List<Expression> conditions = new ArrayList<>();
        addConjuncts(
                Objects.requireNonNull(where(), "a look-up stands for conditions")
                        .condition(),
                conditions);
        conditions.add(found);
        Clause narrowed = MadeNodes.where(conditions);
        int width = lookUp.gives().size();
        return StepTemplate.of(with(narrowed), parsed, NestedPart.WHOLE, tools.parser())
                .fill(value -> forms.get(value % width));
    }

    private Expression found(LookUp lookUp, BoundTable table, int rows) {
        if (rows == 0) {
            return MadeNodes.equal(MadeNodes.integer(1), MadeNodes.integer(0));
        }
        Identifier name = table.node().exposedName();
        int width = lookUp.gives().size();
        List<Expression> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            List<Expression> equal = new ArrayList<>();
            for (int i = 0; i < width; i++) {
                Identifier column =
                        ColumnNames.of(tools, table.table(), lookUp.gives().get(i));
                equal.add(MadeNodes.equal(MadeNodes.column(name, column), StepTemplate.own(row * width + i)));
            }
            values.add(MadeNodes.logical(LogicalOperator.AND, equal));
        }
        return MadeNodes.logical(LogicalOperator.OR, values);
    }

    /** The statement with another condition. */
    private Statement with(@Nullable Clause where) {
        Statement statement = parsed.statement();
        if (statement instanceof UpdateStatement update) {
            return with(update, where);
        }
        return statement instanceof DeleteStatement delete
                ? with(delete, where)
                : with(((QueryStatement) statement).query(), where);
    }

    private static Statement with(UpdateStatement update, @Nullable Clause where) {
        return new UpdateStatement(
                Span.NONE,
                null,
                update.targets(),
                update.assignments(),
                update.from(),
                where,
                update.orderBy(),
                update.limit(),
                update.returning(),
                update.ignore(),
                update.modifiers(),
                update.optimizerHint());
    }

    private static Statement with(DeleteStatement delete, @Nullable Clause where) {
        return new DeleteStatement(
                Span.NONE,
                null,
                delete.targets(),
                delete.from(),
                where,
                delete.orderBy(),
                delete.limit(),
                delete.returning(),
                delete.ignore(),
                delete.joined(),
                delete.modifiers(),
                delete.optimizerHint());
    }

    private static Statement with(Query query, @Nullable Clause where) {
        Select select = (Select) query.body();
        Select narrowed = new Select(
                Span.NONE,
                select.quantifier(),
                select.quantifierSpan() == null ? null : Span.NONE,
                select.modifiers(),
                select.distinctOn(),
                select.items(),
                select.itemsSpan(),
                select.from(),
                select.fromSpan() == null ? null : Span.NONE,
                where,
                select.groupBy(),
                select.having(),
                select.windows(),
                select.qualify(),
                null,
                select.optimizerHint());
        return new QueryStatement(
                Span.NONE, new Query(Span.NONE, null, narrowed, query.orderBy(), query.limit(), query.locking()));
    }
}
