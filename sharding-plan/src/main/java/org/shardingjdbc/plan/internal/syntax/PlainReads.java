package org.shardingjdbc.plan.internal.syntax;

import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * Reads whose answer only depends on tables' rows, clocks and chance, and which change nothing, so that any copy of the
 * rows may give it.
 */
public final class PlainReads {
    private PlainReads() {}

    /**
     * Whether a statement calls nothing but functions that are known to be harmless, and uses no variable.
     *
     * @param harmless functions of users, by their lower-case names as statements call them
     */
    public static boolean isPlain(Statement statement, Set<String> harmless) {
        return StatementFacts.classOf(statement) == StatementClass.READ
                && !Tree.any(statement, node -> mayDoMore(node, harmless));
    }

    private static boolean mayDoMore(Node node, Set<String> harmless) {
        if (node instanceof FunctionCall call) {
            return !Functions.isHarmless(call) && !isOneOf(call, harmless);
        }
        return node instanceof SessionVariable
                || node instanceof ColumnReference column
                        && Functions.isSequenceValue(column.name().text());
    }

    private static boolean isOneOf(FunctionCall call, Set<String> harmless) {
        if (harmless.isEmpty() || Functions.isSession(call)) {
            return false;
        }
        StringJoiner name = new StringJoiner(".");
        call.name().parts().forEach(part -> name.add(part.text().toLowerCase(Locale.ROOT)));
        return harmless.contains(name.toString());
    }
}
