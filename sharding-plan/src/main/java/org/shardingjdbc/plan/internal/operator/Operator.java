package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * A node of a plan's tree. The leaf is {@link Route}: SQL that data nodes run as it is. Above it are {@link Merge},
 * which works on their rows; {@link SteppedExecution}, which takes several statements and whose {@link NestedStep}s
 * have plans of their own; {@link Choose}, by which parameters choose among these; and {@link StatementPlan}, the
 * statement that the application has written. EXPLAIN SHARDING walks this tree. The tree is whole when it leaves the
 * planner: all that parameters choose among is planned ({@link Choose}, {@link ChooseSteps}). The exception is an
 * operator of its own, {@link Later}, which says why a part is not planned before an execution needs it. Safe for all
 * threads.
 *
 * <pre>
 * SELECT * FROM t_order WHERE user_id IN (?, ?) ORDER BY amount
 *
 *   Choose                                  by the values of the parameters
 *   ├─ Route   SELECT * FROM t_order ...                     when they belong to one data node
 *   └─ Merge   MergeSort amount                              when they belong to several
 *      └─ Route   SELECT * FROM t_order ... ORDER BY amount
 * </pre>
 */
public sealed interface Operator
        permits StatementPlan, Choose, Scatter, Decision.Refused, ChooseSteps, SteppedExecution, NestedStep, Later {
    /** The operator's name in explanations: a word that users read, so it stays when a class is renamed. */
    String word();

    /** What the operator does, or how; may be empty. */
    default String detail() {
        return "";
    }

    /** What it is made of, in the order in which that happens. */
    List<? extends Operator> inputs();
}
