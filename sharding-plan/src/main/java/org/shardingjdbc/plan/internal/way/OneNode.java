package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.routing.Routed;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.template.SqlTemplate;

/**
 * On one data node: its database answers the statement with actual names in place of logic ones, and nothing has to be
 * proved. Whether an execution goes to one node is said by the text, or by its parameters and hints when it is routed:
 * so each plan has this SQL, and that of a text which chooses one node has nothing else.
 *
 * <pre>
 * SELECT * FROM t_order WHERE user_id = ?     SELECT * FROM t_order_1 WHERE user_id = ?
 * </pre>
 *
 * @param edits what a write or a definition says to whichever unit
 */
public record OneNode(UnitEdits edits) implements Way {
    /** Whether the text says it, and nobody wants to know what several would do. */
    public static boolean isSaidBy(Routed statement) {
        return statement.compilation().shape().ofOneUnit()
                && !statement.request().several();
    }

    /** As {@link UnitEdits#edit}. */
    public Decision<UnitEdits.Edited> edit(Routed statement) {
        return edits.edit(statement.compilation());
    }

    /** Its SQL. */
    public SqlTemplate sql(Compilation compilation, UnitEdits.Edited edited) {
        SqlEdits one = edited.sql().copy();
        compilation.label(one);
        return one.template();
    }
}
