package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * A CREATE TABLE ... AS whose rows belong to several data nodes. Immutable.
 *
 * @param create makes the empty table
 * @param insert fills the table; null when it is to stay empty
 * @param drop undoes the creation where no transaction can; null where nothing is to be undone
 */
public record CreateTableAs(
        NestedStatement create,
        @Nullable NestedStatement insert,
        @Nullable NestedStatement drop) implements SteppedExecution {
    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "CreateTableAs";
    }

    @Override
    public List<NestedStep> inputs() {
        NestedStep creating = NestedStep.of("create the empty table", create);
        return insert == null ? List.of(creating) : List.of(creating, NestedStep.of("fill it", insert));
    }
}
