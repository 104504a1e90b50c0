package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;

/**
 * An UPDATE or DELETE in two steps: a query finds the rows, by primary key and sharding columns, and their new values;
 * then each row is written by its key. For a table without a primary key, the key begins with what tells the rows of a
 * data node apart while they are locked, or with all values of a row: then each write is of one such row. Immutable.
 *
 * @param table the logic table that is written
 * @param find the query: its first columns are the key, then come {@code newKeys}, then other values that only it knows
 * @param keys how many columns the key has
 * @param places how many of them, the first ones, are no columns of the table but tell rows apart that have no primary
 *     key
 * @param placeQuery a query that is never run but routed to where such a key belongs, whose parameters are the key;
 *     null where there are no places
 * @param withoutPlaces why a row cannot be written that the places do not tell apart; null where there are no places
 * @param newKeys for each key column that is assigned, in the order of the columns of {@code find} behind the key: its
 *     position in the key
 * @param write writes one row; its own values are the columns of {@code find}
 * @param returned a query without rows that has the columns of the returned rows; null when nothing is returned
 * @param moving how a row moves whose new key belongs to another data node; null when no key column is assigned
 */
public record WriteByKey(
        String table,
        NestedStatement find,
        int keys,
        int places,
        @Nullable NestedStatement placeQuery,
        @Nullable ShardingException withoutPlaces,
        List<Integer> newKeys,
        StepTemplate write,
        @Nullable NestedStatement returned,
        @Nullable MoveRows moving)
        implements SteppedExecution {
    public WriteByKey {
        newKeys = List.copyOf(newKeys);
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return moving == null ? "WriteByKey" : "MoveRows";
    }

    @Override
    public List<NestedStep> inputs() {
        List<NestedStep> inputs = new ArrayList<>();
        inputs.add(NestedStep.find(keys == 0 ? "compute values" : "find rows", find));
        addWrites(inputs, "");
        return inputs;
    }

    /** Adds the steps that write the found rows. */
    void addWrites(List<NestedStep> steps, String of) {
        if (moving == null) {
            steps.add(NestedStep.of(of + (keys == 0 ? "write them" : "write each by its key"), write));
            return;
        }
        add(steps, of + "of rows that move: write", moving.update());
        add(steps, of + "of rows that move: read", moving.read());
        add(steps, of + "of rows that move: delete", moving.delete());
        steps.add(NestedStep.of(of + "of rows that stay: write", write));
        add(steps, of + "of rows that move: insert", moving.insert());
        add(steps, of + "of rows whose new key is taken, undo, and count", moving.keep());
    }

    private static void add(List<NestedStep> steps, String purpose, @Nullable StepTemplate template) {
        if (template != null) {
            steps.add(NestedStep.of(purpose, template));
        }
    }

    /**
     * How a row moves to another data node: the other assignments are written where the row is, then the row is read,
     * deleted, and inserted with its new key. Immutable.
     *
     * @param routeQuery a query that is never run: it is routed to where a key belongs; its parameters are the key
     * @param update writes the other assignments, or null; own values as {@link WriteByKey#write}
     * @param read reads the row, its key first, in the order of the key; own values as {@link WriteByKey#write}
     * @param delete deletes the row; own values as {@link WriteByKey#write}
     * @param insert inserts a row; own values are the columns of {@code read}; where {@code keep} is given it inserts
     *     none when the key is taken
     * @param assigned for each column of {@code read} that gets a value of {@code find} besides the key: its position
     *     among the columns of {@code read}, then its position among those of {@code find}
     * @param keep of IGNORE: writes a row that stays, because its new key is taken, as it is, for its count; own values
     *     as {@link WriteByKey#write}; null where a taken key is an error
     * @param obstacle why no row can be moved, or null
     */
    public record MoveRows(
            NestedStatement routeQuery,
            @Nullable StepTemplate update,
            StepTemplate read,
            StepTemplate delete,
            StepTemplate insert,
            List<Integer> assigned,
            @Nullable StepTemplate keep,
            @Nullable String obstacle) {
        public MoveRows {
            assigned = List.copyOf(assigned);
        }
    }
}
