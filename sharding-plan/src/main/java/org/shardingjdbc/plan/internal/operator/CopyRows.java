package org.shardingjdbc.plan.internal.operator;

import java.util.BitSet;
import java.util.List;

/**
 * An INSERT or MERGE whose rows come from a query and go through the client, each to the data node of its own values.
 * Immutable.
 *
 * @param query makes the rows
 * @param write writes some of the rows
 * @param returned a query without rows that has the columns of what is returned; null when nothing is
 * @param together whether all rows must be of one statement, for a row must not meet one that it inserted itself
 * @param untyped columns of the query whose value is a text that has the type of the column it is put into; of MySQL
 *     and MariaDB those that are put into dates, where the text of a time would be another one
 * @param source what else is known of the rows of a MERGE, which stand in its source; null of an INSERT
 */
public record CopyRows(
        NestedStatement query,
        RowsTemplate write,
        NestedStatement returned,
        boolean together,
        BitSet untyped,
        MergeSourceRows source)
        implements SteppedExecution {
    public CopyRows {
        untyped = (BitSet) untyped.clone();
    }

    @Override
    public List<NestedStep> inputs() {
        String purpose = source == null ? "insert each on its data node" : "merge each on its data node";
        return List.of(NestedStep.find("read rows", query), NestedStep.of(purpose, write));
    }

    @Override
    public BitSet untyped() {
        return (BitSet) untyped.clone();
    }
}
