package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;

/**
 * An INSERT that acts on existing rows, found by unique keys that do not contain the sharding columns. The keys of each
 * inserted row are looked up on all data nodes; then the INSERT is executed where the existing row is. Immutable.
 *
 * @param table the logic table
 * @param rows in the order in which they are written
 * @param routeQuery a query that is never run: it is routed to where sharding values belong, which are its parameters
 * @param keys how many columns of a found row are sharding columns; they come first
 * @param eachOnce whether a row must not be written twice
 * @param notElsewhere why no row can be changed that is on another data node than the inserted row belongs to, or null
 * @param returned a query without rows that has the columns of the returned rows; null when nothing is returned
 */
public record LookUpKeys(
        String table,
        List<Row> rows,
        NestedStatement routeQuery,
        int keys,
        boolean eachOnce,
        @Nullable ShardingException notElsewhere,
        @Nullable NestedStatement returned)
        implements SteppedExecution {
    public LookUpKeys {
        rows = List.copyOf(rows);
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "LookUpKeys";
    }

    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        for (Row row : rows) {
            if (row.find() != null) {
                NestedStep find = NestedStep.find("look keys up on all data nodes", row.find());
                inputs.add(row.findNow() == null ? find : find.or(row.findNow()));
            }
            if (row.remove() != null) {
                inputs.add(NestedStep.of("if found on another node: delete", row.remove()));
            } else if (row.elsewhere() != null && row.lock() != null) {
                inputs.add(NestedStep.of("if found on another node: lock", row.lock()));
                inputs.add(NestedStep.of("if found on another node: write there", row.elsewhere()));
            }
            inputs.add(NestedStep.of("else write on its own data node", row.home()));
        }
        return inputs;
    }

    /**
     * One row. Own values of the templates are the columns of what was found.
     *
     * @param find the rows that are there with one of its keys: sharding columns first, then the columns of the keys;
     *     null when all its keys are made anew
     * @param findNow the same where the isolation level lets other reads see what was there before
     * @param home writes it, where its own sharding values belong
     * @param lock the found row, locked; null when rows elsewhere need not be changed
     * @param elsewhere writes it where the found row is; null when rows elsewhere are not changed
     * @param remove deletes a found row; null when none is to be deleted
     */
    public record Row(
            @Nullable NestedStatement find,
            @Nullable NestedStatement findNow,
            NestedStatement home,
            @Nullable StepTemplate lock,
            @Nullable StepTemplate elsewhere,
            @Nullable StepTemplate remove) {}
}
