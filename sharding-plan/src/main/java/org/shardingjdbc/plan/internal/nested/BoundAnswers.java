package org.shardingjdbc.plan.internal.nested;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;

/** Puts the values of subqueries into the tree of a statement, in their places. One per statement that is made. */
public final class BoundAnswers {
    private final SqlParser parser;
    private final SqlPrinter printer;
    private final TreeEdits edits;
    private final Map<ExpressionItem, String> labels = new LinkedHashMap<>();
    /** How many values there are so far. */
    private int values;

    /** @param parser of the dialect of the statement */
    public BoundAnswers(ParsedSql statement, SqlParser parser) {
        this.parser = parser;
        this.printer = new SqlPrinter(parser.dialect());
        this.edits = new TreeEdits(statement);
    }

    public void put(Subquery subquery, Subquery.Answer answer) {
        switch (subquery.kind()) {
            case EXISTS -> edits.replace(subquery.node(), parenthesized(equation(answer.any())));
            case SCALAR -> edits.replace(subquery.node(), scalar(answer));
            case IN -> {
                if (answer.rows() == 0) {
                    inNothing((InQuery) subquery.node(), subquery);
                } else {
                    in((InQuery) subquery.node(), subquery.listOfIn(), answer);
                }
            }
        }
        ExpressionItem item = subquery.item();
        if (item != null && answer.label() != null) {
            labels.put(item, answer.label());
        }
    }

    public NestedStatement statement() {
        labels.forEach(this::label);
        MadeStatement made = edits.renumbered(parser);
        int[] sources = made.sources().stream().mapToInt(Integer::intValue).toArray();
        return new NestedStatement(made.parsed(), NestedPart.WHOLE, sources);
    }

    private static Expression equation(boolean holds) {
        return MadeNodes.equal(MadeNodes.integer(1), MadeNodes.integer(holds ? 1 : 0));
    }

    private MadeText parenthesized(Expression expression) {
        return printer.made(expression, null).between("(", ")");
    }

    /** A value; a row of values; or two rows where the statement wants one. */
    private MadeText scalar(Subquery.Answer answer) {
        if (answer.rows() == 1) {
            return printer.operand(row(answer));
        }
        SetOperation rows = new SetOperation(Span.NONE, SetOperator.UNION, true, select(answer), select(answer));
        return printer.made(new ScalarQuery(Span.NONE, new Query(Span.NONE, null, rows, null, null, List.of())), null);
    }

    private Select select(Subquery.Answer answer) {
        List<SelectItem> items = new ArrayList<>();
        elements(answer).forEach(value -> items.add(MadeNodes.item(value)));
        return MadeNodes.select(items, List.of(), null);
    }

    private Expression row(Subquery.Answer answer) {
        List<Expression> elements = elements(answer);
        return elements.size() == 1 ? elements.get(0) : new RowExpression(Span.NONE, elements, false);
    }

    private List<Expression> elements(Subquery.Answer answer) {
        List<Expression> elements = new ArrayList<>();
        for (ValueForm form : answer.forms()) {
            elements.add(MadeNodes.written(form, StepTemplate.own(values++)));
        }
        return elements;
    }

    private void in(InQuery in, Span list, Subquery.Answer answer) {
        List<Expression> rows = new ArrayList<>(answer.rows());
        for (int i = 0; i < answer.rows(); i++) {
            rows.add(row(answer));
        }
        MadeText made = printer.made(rows, null).between("(", ")");
        edits.change(in, list, made, (InQuery now, List<Node> nodes) -> list(now, now.span(), nodes));
    }

    private static InList list(InQuery in, Span span, List<? extends Node> nodes) {
        List<Expression> items = new ArrayList<>();
        nodes.forEach(node -> items.add((Expression) node));
        Span all = new Span(
                items.get(0).span().start(), items.get(items.size() - 1).span().stop());
        return new InList(span, in.value(), in.negated(), items, all);
    }

    /**
     * True or false whatever is looked for, NULL too: {@code ((a IN (NULL)) IS NULL AND 1 = 0)}. What is looked for is
     * still named, so that the database says when there is no such thing.
     */
    private void inNothing(InQuery in, Subquery subquery) {
        List<Expression> nulls = new ArrayList<>();
        for (int i = 0; i < subquery.width(); i++) {
            nulls.add(new Literal(Span.NONE, LiteralKind.NULL, null));
        }
        List<Expression> row =
                subquery.columns() > 0 ? Collections.singletonList(new RowExpression(Span.NONE, nulls, false)) : nulls;
        LogicalOperator operator = in.negated() ? LogicalOperator.OR : LogicalOperator.AND;
        String between = " " + operator + " ";
        MadeText list = printer.made(row, null).between("(", ")");
        MadeText holds = printer.made(equation(in.negated()), null).between(list.text() + ") IS NULL" + between, ")");
        MadeText all = new MadeText(holds.text(), List.of(list.node(), holds.node()));
        int start = in.span().start();
        edits.change(in, new Span(start, start), new MadeText("((", List.of()), (InQuery now, List<Node> none) -> now);
        edits.change(in, subquery.listOfIn(), all, (InQuery now, List<Node> nodes) -> {
            Node item = nodes.get(0);
            Node equation = nodes.get(1);
            int from = now.span().start() + 1;
            InList sought = list(now, new Span(from + 1, item.span().stop() + 1), List.of(item));
            Span tested = new Span(from, equation.span().start() - between.length());
            IsTest test = new IsTest(tested, sought, false, "NULL");
            Span whole = new Span(from, now.span().stop() - 1);
            return new Logical(whole, operator, List.of(test, (Expression) equation));
        });
    }

    private void label(ExpressionItem item, String label) {
        Identifier alias = new Identifier(Span.NONE, label, true);
        int end = item.span().stop();
        edits.change(
                item,
                new Span(end, end),
                printer.made(alias, null).between(" AS ", ""),
                (ExpressionItem now, List<Node> nodes) ->
                        new ExpressionItem(now.span(), now.expression(), (Identifier) nodes.get(0)));
    }
}
