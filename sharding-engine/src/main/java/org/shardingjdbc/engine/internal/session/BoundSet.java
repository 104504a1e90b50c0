package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;

/** Puts the values of its placeholders into a SET: a bound value is as constant as a literal. Stateless. */
final class BoundSet {
    private BoundSet() {}

    /**
     * The statement with values where whole values are placeholders.
     *
     * @param parameters 0-based
     * @throws SQLException when a placeholder stands elsewhere, or has a value that a connection which joins later
     *     could not be given again
     */
    static SetStatement of(SetStatement set, Object[] parameters) throws SQLException {
        if (parameters.length == 0) {
            return set;
        }
        List<SetAssignment> bound = new ArrayList<>();
        int used = 0;
        for (SetAssignment assignment : set.assignments()) {
            Parameter placeholder = placeholder(assignment.expressions());
            if (placeholder == null) {
                bound.add(assignment);
                continue;
            }
            Object value = parameters[placeholder.index()];
            if (!isConstant(value)) {
                throw refused(assignment);
            }
            used++;
            bound.add(new SetAssignment(
                    assignment.span(), assignment.name(), String.valueOf(value), assignment.expressions()));
        }
        if (used < parameters.length || set.scope() == SetScope.LOCAL) {
            throw refused(set.assignments().get(0));
        }
        return new SetStatement(set.span(), set.scope(), bound, set.reset());
    }

    private static Parameter placeholder(List<Expression> value) {
        return value.size() == 1 && value.get(0) instanceof Parameter only ? only : null;
    }

    /** Whether a connection that joins later can be given it again. */
    static boolean isConstant(Object value) {
        return value == null || value instanceof Number || value instanceof Boolean || value instanceof String;
    }

    private static SQLException refused(SetAssignment assignment) {
        return SqlErrors.of(ErrorCode.SESSION_STATEMENT_REFUSED, assignment.name());
    }
}
