package org.shardingjdbc.engine.internal.session;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Literal;
import org.shardingjdbc.parser.internal.ast.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.SessionVariable;
import org.shardingjdbc.parser.internal.ast.SetAssignment;
import org.shardingjdbc.plan.internal.syntax.Tree;

/** Assignments of a SET whose values each connection might compute to something else. Stateless. */
final class ComputedSettings {
    private ComputedSettings() {}

    static boolean isComputed(SetAssignment assignment) {
        return assignment.expressions().size() == 1
                && Tree.any(
                        assignment.expressions().get(0),
                        node -> node instanceof SessionVariable
                                || node instanceof FunctionCall
                                || node instanceof Query);
    }

    /** The assignment of a value that was computed. */
    static SetAssignment of(SetAssignment assignment, Object value) {
        Expression literal = new Literal(assignment.span(), LiteralKind.STRING, value);
        return new SetAssignment(assignment.span(), assignment.name(), String.valueOf(value), List.of(literal));
    }
}
