package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.rule.lookup.LookUp;

/**
 * A statement whose rows are looked up before it is routed. A query of its own finds the values of their sharding
 * columns, which restrict the statement besides its own conditions. Where the query finds none, there is no such row.
 * Immutable, except that it keeps the statements that were made of it.
 *
 * <pre>
 * SELECT amount FROM t_order WHERE order_no = ?
 *
 *   LookUp by_order_no
 *   ├─ Entries   SELECT user_id FROM t_order_by_no WHERE order_no = ?
 *   └─ Rest      SELECT amount FROM t_order WHERE order_no = ? AND t_order.user_id = ?
 * </pre>
 *
 * @param lookUp the look-up
 * @param entries the query; its columns are the values of {@code lookUp.gives()}
 * @param rests by how many rows of values, the statement restricted by them; none for 0
 * @param otherwise the plan that is executed where the values cannot be bound, as they are too many, or unknown
 */
public record LookUpFirst(LookUp lookUp, NestedStatement entries, Rests rests, StatementPlan otherwise)
        implements SteppedExecution {
    /** Makes the statement with values. Safe for all threads. */
    public interface Rests {
        /** @param forms how the values of a row are written */
        NestedStatement of(int rows, List<ValueForm> forms);
    }

    /** Why the statement is not routed before the look-up. */
    public ShardingException first() {
        return new ShardingException(ErrorCode.LOOKED_UP_FIRST, lookUp.table(), lookUp.name());
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "LookUp";
    }

    @Override
    public String detail() {
        return lookUp.name();
    }

    @Override
    public List<NestedStep> inputs() {
        NestedStatement rest = sample();
        return List.of(
                NestedStep.planned("Entries", "", entries),
                NestedStep.last("Rest", "with the values found", rest, NestedStep.shown(null, rest)));
    }

    /** The statement with one row of values. */
    public NestedStatement sample() {
        return rests.of(1, lookUp.gives().stream().map(each -> ValueForm.PLAIN).toList());
    }
}
