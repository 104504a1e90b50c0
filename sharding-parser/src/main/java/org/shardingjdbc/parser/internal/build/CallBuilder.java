package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.Window.Frame;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CallArgumentContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CallModifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CallSuffixContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.FrameBoundContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.FrameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WindowSpecificationContext;
import org.shardingjdbc.parser.internal.token.SqlToken;

/** Makes calls and windows. One per parse. */
final class CallBuilder {
    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final QueryBuilders queries;

    CallBuilder(Leaves leaves, ExpressionBuilder expressions, QueryBuilders queries) {
        this.leaves = leaves;
        this.expressions = expressions;
        this.queries = queries;
    }

    /** The call of {@code name}; a row where the name is ROW. */
    Expression call(Span span, QualifiedName name, CallSuffixContext suffix) {
        Arguments arguments = new Arguments(suffix, isWord(name, "EXTRACT"));
        if (isWord(name, "ROW")) {
            return new RowExpression(span, arguments.values, true);
        }
        OrderBy orderBy = queries.orderBy(suffix.orderByClause());
        Expression filter = null;
        Window over = null;
        boolean withinGroup = false;
        List<ParseTree> modifiers = new ArrayList<>();
        for (CallModifierContext modifier : suffix.callModifier()) {
            if (modifier.FILTER() != null) {
                filter = expressions.expression(modifier.expression());
            } else if (modifier.OVER() != null) {
                over = over(modifier);
            } else if (modifier.WITHIN() != null) {
                if (orderBy != null) {
                    throw new UnsupportedSyntaxException(
                            (SqlToken) modifier.WITHIN().getSymbol(), "one ORDER BY");
                }
                withinGroup = true;
                orderBy = queries.orderBy(modifier.orderByClause());
            } else {
                modifiers.add(modifier);
            }
        }
        boolean distinct =
                suffix.setQuantifier() != null && suffix.setQuantifier().DISTINCT() != null;
        Limit limit = suffix.limitPart() == null ? null : queries.limit(List.of(suffix.limitPart()));
        String separator = suffix.SEPARATOR() == null
                ? null
                : leaves.literals().string(suffix.T_STRING().getText());
        List<ParseTree> tail = new ArrayList<>();
        tail.addAll(suffix.getRuleContexts(SqlGrammar.NullTreatmentContext.class));
        tail.addAll(suffix.getRuleContexts(SqlGrammar.CallTailContext.class));
        CallForm form = new CallForm(
                arguments.words(), separator, Leaves.words(tail), withinGroup, Leaves.words(modifiers), false, false);
        return new FunctionCall(
                span, name, distinct, arguments.star, arguments.values, orderBy, limit, filter, over, form);
    }

    private static boolean isWord(QualifiedName name, String word) {
        return name.parts().size() == 1
                && !name.last().quoted()
                && name.last().text().equalsIgnoreCase(word);
    }

    /** The values between the parentheses of a call, and the words around them. */
    private final class Arguments {
        private final List<Expression> values = new ArrayList<>();
        private final List<String> words = new ArrayList<>();
        private boolean star;
        private String pending = "";

        /** @param extract whether the first of two is the name of a field, and no value */
        Arguments(CallSuffixContext suffix, boolean extract) {
            List<CallArgumentContext> all = suffix.callArgument();
            for (int at = 0; at < all.size(); at++) {
                CallArgumentContext argument = all.get(at);
                if (at > 0) {
                    add(Leaves.words(suffix.argumentSeparator(at - 1)));
                }
                boolean field = extract && at == 0 && all.size() == 2;
                Expression value = field ? null : argument(argument);
                star |= argument.T_STAR() != null && argument.name() == null;
                if (value == null) {
                    add(Leaves.words(argument));
                    continue;
                }
                add(lead(argument));
                words.add(pending);
                values.add(value);
                pending = "";
            }
            words.add(pending);
        }

        private void add(String text) {
            pending += pending.isEmpty() || text.isEmpty() || text.equals(",") ? text : " " + text;
        }

        /** What stands before the value of an argument. */
        private String lead(CallArgumentContext argument) {
            if (argument.expression() == null) {
                return "";
            }
            return Leaves.words(argument.children.subList(0, argument.getChildCount() - 1));
        }

        /** None where commas, or one star, are all. */
        List<String> words() {
            boolean plain = values.isEmpty() && words.get(0).equals(star ? "*" : "");
            if (!values.isEmpty()) {
                plain = words.get(0).isEmpty() && words.get(values.size()).isEmpty();
                for (int at = 1; at < values.size(); at++) {
                    plain &= words.get(at).equals(",");
                }
            }
            return plain ? List.of() : words;
        }
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
        return new Window(reference.span(), reference, List.of(), null, List.of(), null);
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
                bounds,
                frame(frame));
    }

    private static @Nullable Frame frame(@Nullable FrameContext context) {
        if (context == null) {
            return null;
        }
        List<FrameBoundContext> bounds = context.frameBound();
        int exclude = context.EXCLUDE() == null ? 0 : context.children.indexOf(context.EXCLUDE()) + 1;
        List<ParseTree> exclusion =
                exclude == 0 ? List.of() : context.children.subList(exclude, context.getChildCount());
        return new Frame(
                word(context.getStart().getText()),
                bound(bounds.get(0)),
                bounds.size() == 1 ? null : bound(bounds.get(1)),
                exclude == 0 ? null : word(Leaves.words(exclusion)));
    }

    /** The words of a bound without its value. */
    private static String bound(FrameBoundContext context) {
        boolean valued = context.value() != null;
        return word(Leaves.words(valued ? context.getChild(context.getChildCount() - 1) : context));
    }

    private static String word(String text) {
        return text.toUpperCase(Locale.ROOT);
    }
}
