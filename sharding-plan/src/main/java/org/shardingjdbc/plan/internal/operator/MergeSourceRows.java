package org.shardingjdbc.plan.internal.operator;

import java.util.BitSet;
import org.shardingjdbc.rule.placement.KeyGeneration;

/**
 * How rows become the source of a MERGE: each value with the type that it has in the query. Immutable.
 *
 * @param numbers columns that rows of the target are equal to by a number, so that rows with different ones meet no row
 *     together
 * @param texts the same by texts of which only identical ones are equal
 * @param ordered columns whose texts are ordered, or else used so that their collation matters
 * @param generation makes a key for each row, behind its values; null where none is to be made
 * @param keyType what a key is cast to; null where it is written as it is
 */
public record MergeSourceRows(BitSet numbers, BitSet texts, BitSet ordered, KeyGeneration generation, String keyType) {
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
