package org.shardingjdbc.plan.internal.syntax;

import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;

/**
 * Reads whose answer only depends on tables' rows, clocks and chance, and which change nothing, so that any copy of the
 * rows may give it.
 */
public final class PlainReads {
    private PlainReads() {}

    /**
     * Whether a statement calls nothing but functions that are known to be harmless, and uses no variable.
     *
     * @param statementClass the statement's
     * @param harmless functions of users, by their lower-case names as statements call them
     */
    public static boolean isPlain(ParsedSql parsed, StatementClass statementClass, Set<String> harmless) {
        return statementClass == StatementClass.READ
                && !parsed.analysis().has(SessionVariable.class)
                && !parsed.analysis()
                        .any(FunctionCall.class, call -> !Functions.isHarmless(call) && !isOneOf(call, harmless))
                && !parsed.analysis()
                        .any(
                                ColumnReference.class,
                                column ->
                                        Functions.isSequenceValue(column.name().text()));
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
