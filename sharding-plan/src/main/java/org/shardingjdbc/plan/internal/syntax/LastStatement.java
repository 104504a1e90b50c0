package org.shardingjdbc.plan.internal.syntax;

import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement.ShowKind;

/**
 * What tells of the statements that a session executed before: generated keys, found rows, warnings, the transaction.
 * Only the connection knows it on which they ran. Stateless.
 */
public final class LastStatement {
    private static final Set<String> FUNCTIONS = Set.of(
            "found_rows",
            "row_count",
            "last_insert_id",
            "lastval",
            "currval",
            "identity",
            "scope_identity",
            "transaction_id",
            "pg_current_xact_id_if_assigned",
            "txid_current_if_assigned");

    /** Of MySQL and MariaDB. */
    private static final Set<String> VARIABLES = Set.of(
            "identity", "last_insert_id", "insert_id", "warning_count", "error_count", "in_transaction", "last_gtid");

    private static final String LAST_INSERT_ID = "last_insert_id";
    private static final Set<String> LAST_KEYS =
            Set.of("@@identity", "@@session.identity", "@@last_insert_id", "@@session.last_insert_id");

    private LastStatement() {}

    /** Whether a node of a statement may ask for it at all. */
    public static boolean mayBeAsked(Analysis analysis) {
        return analysis.has(FunctionCall.class)
                || analysis.has(SessionVariable.class)
                || analysis.has(ShowStatement.class);
    }

    /** Whether a node asks for it. */
    public static boolean isAsked(Node node) {
        if (node instanceof FunctionCall call) {
            return FUNCTIONS.contains(Functions.builtIn(call))
                    && call.arguments().size() <= 1;
        }
        if (node instanceof SessionVariable variable) {
            return variable.text().startsWith("@@")
                    && isVariable(variable.text().substring(variable.text().lastIndexOf('.') + 1));
        }
        return node instanceof ShowStatement show && show.kind() == ShowKind.DIAGNOSTICS;
    }

    /** Whether a node asks MySQL or MariaDB for the key that was made last. */
    public static boolean isLastKey(Node node) {
        if (node instanceof FunctionCall call) {
            return Functions.builtIn(call).equals(LAST_INSERT_ID)
                    && call.arguments().isEmpty();
        }
        return node instanceof SessionVariable variable
                && LAST_KEYS.contains(variable.text().toLowerCase(Locale.ROOT));
    }

    /** Whether a call computes what it leaves as the last key. */
    public static boolean setsLastKey(FunctionCall call) {
        return Functions.builtIn(call).equals(LAST_INSERT_ID)
                && call.arguments().size() == 1;
    }

    /** Whether a variable of the server tells it; in any case, with {@code @@} or without. */
    public static boolean isVariable(String name) {
        String bare = name.startsWith("@@") ? name.substring(2) : name;
        return VARIABLES.contains(bare.toLowerCase(Locale.ROOT));
    }
}
