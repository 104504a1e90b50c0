package org.shardingjdbc.rule.document;

import java.util.List;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

/**
 * Texts of configurations that list names by row expressions, as rules read them. The language of these expressions is
 * part of the YAML, and stays as that does. Stateless.
 */
public final class RowExpressions {
    private RowExpressions() {}

    /** Whether a text has an expression; any other one is a name as it stands. */
    public static boolean isOne(String text) {
        return text.contains("${") || text.contains("$->{") || text.startsWith("<");
    }

    /**
     * The names that a text lists: <code>ds_${0..1}</code> those of ds_0 and ds_1.
     *
     * @return in the order of the text; itself where it has no expression
     * @throws IllegalArgumentException when it is outside of the language; the message says where
     */
    public static List<String> names(String text) {
        return isOne(text) ? InlineExpression.names(text) : List.of(text);
    }
}
