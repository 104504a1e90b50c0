package org.shardingjdbc.plan.internal.operator;

import java.util.List;

/**
 * A plan is a tree of these. The leaf is {@link Route}: SQL that data nodes run as it is. Above it stands what is done
 * with their rows ({@link Merge}), what takes several statements ({@link SteppedExecution}, whose {@link NestedStep}s
 * have plans of their own), what leaves it to parameters which of these is done ({@link Choose}), and what the
 * application has written ({@link StatementPlan}). EXPLAIN SHARDING walks this tree. It is whole when it leaves the
 * planner: what parameters choose among is planned ({@link Choose}, {@link ChooseSteps}). The exception is an operator
 * of its own, {@link Later}, which says why a part is not planned before an execution needs it. Safe for all threads.
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
    /** What explanations call it: a word that users read, so that it stays when a class is renamed. */
    String word();

    /** What it does, or how; may be empty. */
    default String detail() {
        return "";
    }

    /** What it is made of, in the order in which that happens. */
    List<? extends Operator> inputs();
}
