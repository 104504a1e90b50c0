package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * What an execution does that takes several steps, each a statement of its own: the answer to a statement that no rule
 * proves for the data nodes that it touches. Immutable, may be kept with the plan.
 *
 * <pre>
 * SELECT ... two tables that no data node has together          UPDATE t SET a = (SELECT MAX(b) FROM u) WHERE ...
 *
 *   Pull into temporary tables of ds_0                            BindSubqueries
 *   ├─ Leaf t       rows of t, as far as they are needed          ├─ Subquery 1   SELECT MAX(b) FROM u
 *   ├─ Leaf u       rows of u                                     └─ Rest         UPDATE t SET a = ? WHERE ...
 *   └─ Combine      the statement over the temporary tables
 *
 * INSERT INTO t SELECT ... of rows that belong elsewhere         UPDATE t SET a = f(b) with what no node can do alone
 *
 *   CopyRows                                                      WriteByKey
 *   ├─ Step read rows                                             ├─ Step find rows           their keys, and values
 *   └─ Step insert each on its data node                          └─ Step write each by its key
 * </pre>
 */
public sealed interface SteppedExecution extends Operator
        permits Pull,
                BindSubqueries,
                CopyRows,
                WriteByKey,
                WriteTablesByKey,
                LookUpKeys,
                LookUpFirst,
                WriteBeside,
                CreateTableAs,
                OnePerDataSource {
    /**
     * A consumer of the kinds of executions.
     *
     * @param <E> what it may throw
     */
    interface Cases<E extends Exception> {
        void of(Pull steps) throws E;

        void of(BindSubqueries steps) throws E;

        void of(CopyRows steps) throws E;

        void of(WriteByKey steps) throws E;

        void of(WriteTablesByKey steps) throws E;

        void of(LookUpKeys steps) throws E;

        void of(LookUpFirst steps) throws E;

        void of(WriteBeside steps) throws E;

        void of(CreateTableAs steps) throws E;

        void of(OnePerDataSource steps) throws E;
    }

    /** Calls the consumer for the kind of this execution. */
    <E extends Exception> void match(Cases<E> cases) throws E;

    /** In the order in which they are executed. */
    @Override
    List<NestedStep> inputs();

    /**
     * The step as which a statement is executed.
     *
     * @param executed null where the statement is not executed on behalf of another one
     */
    default NestedStep step(@Nullable NestedStatement executed) {
        for (NestedStep step : inputs()) {
            if (step.runs(executed)) {
                return step;
            }
        }
        return NestedStep.UNNAMED;
    }
}
