package org.shardingjdbc.plan.internal.planning;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * What steps are made with, and what tells whether one can be taken. Immutable.
 *
 * @param planner plans the steps
 */
public record StepSource(StatementPlanner planner, PlanTools tools) {
    public Placements rules() {
        return tools.rules();
    }

    public Catalog catalog() {
        return tools.catalog();
    }

    public Dialect dialect() {
        return tools.dialect();
    }

    public NameQuoting names() {
        return tools.names();
    }

    /** The statement with its names resolved; null when they are not. */
    public @Nullable BoundStatement bind(ParsedSql parsed) {
        return tools.bound(parsed);
    }

    /** The table that a statement names; null where its names are not resolved. */
    public @Nullable LogicTable table(ParsedSql parsed, NamedTable named) {
        BoundStatement bound = bind(parsed);
        BoundTable table = bound == null ? null : bound.table(named);
        return table == null ? null : table.table();
    }

    /** The table that a statement names; null where its names are not resolved, and where no rule places it. */
    public @Nullable LogicTable ruledTable(ParsedSql parsed, NamedTable named) {
        LogicTable table = table(parsed, named);
        return table == null || rules().table(table.name()) == null ? null : table;
    }

    /**
     * An expression as a query finds it: as a value of the column that it is put into, where it would else have a type
     * of its own from which no data node can be told: a bare text, a parameter, a time of the clock.
     */
    public Expression found(Expression value, @Nullable ColumnSchema column) {
        String type = typeOfFound(value, column);
        return type == null ? value : MadeNodes.cast(value, type);
    }

    private @Nullable String typeOfFound(Expression value, @Nullable ColumnSchema column) {
        boolean bare =
                value instanceof Parameter || value instanceof Literal literal && literal.kind() == LiteralKind.STRING;
        boolean clock = Tree.any(value, node -> node instanceof FunctionCall call && Functions.isClock(call));
        return column == null || !bare && !clock ? null : castType(column);
    }

    /**
     * The type that keeps what the column would: a length is left out, because a cast would cut where the column
     * refuses. Null where none is needed or known.
     */
    private @Nullable String castType(ColumnSchema column) {
        String name = column.typeName();
        return name == null || name.isEmpty()
                ? null
                : dialect().types().castType(column.jdbcType(), name, column.size(), column.scale());
    }

    /** A query without rows that has the columns of RETURNING; null without one. */
    public @Nullable NestedStatement returned(ParsedSql parsed, @Nullable Returning returning, NamedTable table) {
        if (returning == null) {
            return null;
        }
        Expression never = MadeNodes.equal(MadeNodes.integer(1), MadeNodes.integer(0));
        Select none = MadeNodes.select(returning.items(), List.of(table), MadeNodes.where(List.of(never)));
        return template(MadeNodes.statement(none, null, List.of()), parsed).fill();
    }

    /** A step that is made of parts of a statement. */
    public StepTemplate template(Statement step, ParsedSql parsed) {
        return StepTemplate.of(step, parsed, NestedPart.WHOLE, tools.parser());
    }

    /** Steps that stand on what a statement answers, which is planned. */
    public StepChoice.OnAnswers onAnswer(SteppedExecution steps, NestedStatement asked, boolean inSteps) {
        return new StepChoice.OnAnswers(steps, List.of(question(asked, inSteps)));
    }

    /**
     * A statement that steps stand on, planned.
     *
     * @param inSteps whether it may take steps itself
     */
    public StepChoice.Question question(NestedStatement asked, boolean inSteps) {
        planner.plan(asked);
        return new StepChoice.Question(asked, inSteps);
    }
}
