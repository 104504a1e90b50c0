package org.shardingjdbc.parser.internal.print;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.Window.Frame;

/** Prints calls and windows. One per printed tree. */
final class CallPrinter {
    private final SqlText text;
    private final Dialect dialect;
    private final ExpressionPrinter expressions;
    private final QueryParts queries;

    CallPrinter(SqlText text, Dialect dialect, ExpressionPrinter expressions, QueryParts queries) {
        this.text = text;
        this.dialect = dialect;
        this.expressions = expressions;
        this.queries = queries;
    }

    void print(FunctionCall call) {
        CallForm form = call.form();
        if (form.escaped()) {
            text.word("{fn");
        }
        QualifiedName name = call.name();
        text.name(name);
        if (isSequenceValue(name)) {
            expressions.print(call.arguments().get(0));
        } else if (!form.bare()) {
            inParentheses(call);
            behind(call);
        }
        if (form.escaped()) {
            text.behind("}");
        }
    }

    /** NEXT VALUE FOR and its like come as the name of a call. */
    private static boolean isSequenceValue(QualifiedName name) {
        return !name.last().quoted() && name.last().text().endsWith(" VALUE FOR");
    }

    private void inParentheses(FunctionCall call) {
        CallForm form = call.form();
        text.openBehind().wordIf(call.distinct(), "DISTINCT");
        if (form.words().isEmpty()) {
            text.wordIf(call.star(), "*");
            expressions.list(call.arguments());
        } else {
            withWords(call.arguments(), form.words());
        }
        if (call.orderBy() != null && !form.withinGroup()) {
            queries.orderBy(call.orderBy());
        }
        queries.limit(call.limit());
        if (form.separator() != null) {
            text.word("SEPARATOR").word(dialect.lexis().quoted(form.separator()));
        }
        text.word(form.tail()).close();
    }

    private void withWords(List<Expression> arguments, List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            if (words.get(at).startsWith(",")) {
                text.behind(words.get(at));
            } else {
                text.word(words.get(at));
            }
            if (at < arguments.size()) {
                expressions.print(arguments.get(at));
            }
        }
    }

    private void behind(FunctionCall call) {
        text.word(call.form().modifiers());
        if (call.orderBy() != null && call.form().withinGroup()) {
            text.word("WITHIN GROUP").open();
            queries.orderBy(call.orderBy());
            text.close();
        }
        if (call.filter() != null) {
            text.word("FILTER").open().word("WHERE");
            expressions.print(call.filter());
            text.close();
        }
        if (call.over() != null) {
            text.word("OVER");
            over(call.over());
        }
    }

    private void over(Window window) {
        Identifier reference = window.reference();
        boolean plain = window.partitionBy().isEmpty() && window.orderBy() == null && window.frame() == null;
        if (reference != null && plain) {
            text.print(window, () -> text.name(reference));
        } else {
            definition(window);
        }
    }

    /** A window's definition in parentheses. */
    void definition(Window window) {
        text.print(window, () -> parts(window));
    }

    private void parts(Window window) {
        text.open();
        if (window.reference() != null) {
            text.name(window.reference());
        }
        if (!window.partitionBy().isEmpty()) {
            text.word("PARTITION BY");
            expressions.list(window.partitionBy());
        }
        if (window.orderBy() != null) {
            queries.orderBy(window.orderBy());
        }
        if (window.frame() != null) {
            frame(window.frame(), window.frameBounds());
        }
        text.close();
    }

    private void frame(Frame frame, List<Expression> values) {
        text.word(frame.unit()).wordIf(frame.end() != null, "BETWEEN");
        int used = bound(frame.start(), values, 0);
        if (frame.end() != null) {
            text.word("AND");
            bound(frame.end(), values, used);
        }
        if (frame.exclusion() != null) {
            text.word("EXCLUDE").word(frame.exclusion());
        }
    }

    /** Gives how many values are used after this bound. */
    private int bound(String words, List<Expression> values, int used) {
        boolean valued = words.equals("PRECEDING") || words.equals("FOLLOWING");
        if (valued) {
            expressions.value(values.get(used));
        }
        text.word(words);
        return valued ? used + 1 : used;
    }
}
