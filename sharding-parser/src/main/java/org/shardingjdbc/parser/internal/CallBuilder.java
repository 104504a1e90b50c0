package org.shardingjdbc.parser.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.SqlGrammar.CallArgumentContext;
import org.shardingjdbc.parser.internal.SqlGrammar.CallModifierContext;
import org.shardingjdbc.parser.internal.SqlGrammar.CallSuffixContext;
import org.shardingjdbc.parser.internal.SqlGrammar.FrameBoundContext;
import org.shardingjdbc.parser.internal.SqlGrammar.FrameContext;
import org.shardingjdbc.parser.internal.SqlGrammar.LimitCountContext;
import org.shardingjdbc.parser.internal.SqlGrammar.WindowSpecificationContext;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.RowExpression;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Window;

/** Makes calls and windows. One per parse. */
final class CallBuilder {
    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final Queries queries;

    CallBuilder(Leaves leaves, ExpressionBuilder expressions, Queries queries) {
        this.leaves = leaves;
        this.expressions = expressions;
        this.queries = queries;
    }

    /** The call of {@code name}; a row where the name is ROW. */
    Expression call(Span span, QualifiedName name, CallSuffixContext suffix) {
        boolean star = false;
        List<Expression> arguments = new ArrayList<>();
        for (CallArgumentContext argument : suffix.callArgument()) {
            star |= argument.T_STAR() != null && argument.name() == null;
            Expression value = argument(argument);
            if (value != null) {
                arguments.add(value);
            }
        }
        boolean simple = name.parts().size() == 1 && !name.last().quoted();
        if (simple && name.last().text().equalsIgnoreCase("EXTRACT") && arguments.size() == 2) {
            // the first is the name of a field
            arguments.remove(0);
        }
        if (simple && name.last().text().equalsIgnoreCase("ROW")) {
            return new RowExpression(span, arguments);
        }
        if (suffix.limitPart() instanceof LimitCountContext limit) {
            arguments.addAll(expressions.list(limit.value()));
        }
        OrderBy orderBy = queries.orderBy(suffix.orderByClause());
        Expression filter = null;
        Window over = null;
        for (CallModifierContext modifier : suffix.callModifier()) {
            if (modifier.FILTER() != null) {
                filter = expressions.expression(modifier.expression());
            } else if (modifier.OVER() != null) {
                over = over(modifier);
            } else if (modifier.WITHIN() != null) {
                orderBy = queries.orderBy(modifier.orderByClause());
            }
        }
        boolean distinct =
                suffix.setQuantifier() != null && suffix.setQuantifier().DISTINCT() != null;
        return new FunctionCall(span, name, distinct, star, arguments, orderBy, filter, over);
    }

    /** The value of an argument, or null where it has none. */
    Expression argument(CallArgumentContext context) {
        if (context.name() != null) {
            Span star = Leaves.span(context.T_STAR());
            List<Identifier> qualifier = leaves.identifiers(context.name().identifier());
            return new ColumnReference(Leaves.span(context), qualifier, new Identifier(star, "*", false));
        }
        return expressions.expression(context.expression());
    }

    private Window over(CallModifierContext context) {
        if (context.identifier() == null) {
            return window(
                    context.windowSpecification(), Leaves.span(context.T_OPEN().getSymbol(), context.getStop()));
        }
        Identifier reference = leaves.identifier(context.identifier());
        return new Window(reference.span(), reference, List.of(), null, List.of());
    }

    /** A window's definition; {@code span} includes its parentheses. */
    Window window(WindowSpecificationContext context, Span span) {
        List<Expression> bounds = new ArrayList<>();
        FrameContext frame = context.frame();
        if (frame != null) {
            for (FrameBoundContext bound : frame.frameBound()) {
                if (bound.value() != null) {
                    bounds.add(expressions.expression(bound.value()));
                }
            }
        }
        return new Window(
                span,
                leaves.identifier(context.identifier()),
                expressions.expressions(context.expressions()),
                queries.orderBy(context.orderByClause()),
                bounds);
    }
}
