package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * An UPDATE or DELETE of several tables: one query finds the rows of all, then each table is written as by
 * {@link WriteByKey}. Immutable.
 *
 * @param find has the columns of the first part, then those of the next
 * @param parts in the order of the statement
 */
public record WriteTablesByKey(NestedStatement find, List<Part> parts) implements SteppedExecution {
    public WriteTablesByKey {
        parts = List.copyOf(parts);
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "WriteTablesByKey";
    }

    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        inputs.add(NestedStep.find("find rows", find));
        parts.forEach(
                part -> part.write().addWrites(inputs, "of " + part.write().table() + ": "));
        return inputs;
    }

    /**
     * One of the tables.
     *
     * @param from the part's first column of {@code find}, 0-based
     * @param to behind the part's last column
     * @param write its own values are counted from {@code from}
     */
    public record Part(int from, int to, WriteByKey write) {}
}
