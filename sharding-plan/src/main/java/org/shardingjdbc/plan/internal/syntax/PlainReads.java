package org.shardingjdbc.plan.internal.syntax;

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

    /** Whether a statement calls nothing but functions that are known to be harmless, and uses no variable. */
    public static boolean isPlain(Statement statement) {
        return StatementFacts.classOf(statement) == StatementClass.READ && !Tree.any(statement, PlainReads::mayDoMore);
    }

    private static boolean mayDoMore(Node node) {
        if (node instanceof FunctionCall call) {
            return !Functions.isHarmless(call);
        }
        return node instanceof SessionVariable
                || node instanceof ColumnReference column
                        && Functions.isSequenceValue(column.name().text());
    }
}
