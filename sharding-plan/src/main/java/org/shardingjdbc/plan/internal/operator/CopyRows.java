package org.shardingjdbc.plan.internal.operator;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.RowsTemplate;
import org.shardingjdbc.rule.placement.KeyGeneration;

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
        @Nullable NestedStatement returned,
        boolean together,
        BitSet untyped,
        @Nullable MergeSourceRows source)
        implements SteppedExecution {
    public CopyRows {
        untyped = (BitSet) untyped.clone();
    }

    @Override
    public <E extends Exception> void match(Cases<E> cases) throws E {
        cases.of(this);
    }

    @Override
    public String word() {
        return "CopyRows";
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

    /**
     * How rows become the source of a MERGE: each value with the type that it has in the query. Immutable.
     *
     * @param numbers columns by which rows of the target are found as equal numbers, so that source rows with different
     *     numbers meet no target row together
     * @param texts the same for texts, of which only identical ones are equal
     * @param ordered columns whose texts are ordered, or used in another way in which their collation matters
     * @param generation makes a key for each row, behind its values; null where no key is to be made
     * @param keyType the type to which a key is cast; null where it is written as it is
     */
    public record MergeSourceRows(
            BitSet numbers,
            BitSet texts,
            BitSet ordered,
            @Nullable KeyGeneration generation,
            @Nullable String keyType) {
        public MergeSourceRows {
            numbers = (BitSet) numbers.clone();
            texts = (BitSet) texts.clone();
            ordered = (BitSet) ordered.clone();
        }

        @Override
        public BitSet numbers() {
            return (BitSet) numbers.clone();
        }

        @Override
        public BitSet texts() {
            return (BitSet) texts.clone();
        }

        @Override
        public BitSet ordered() {
            return (BitSet) ordered.clone();
        }
    }
}
