package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;

/** Counts the parts that it is given, whatever they are. */
final class CountOfValues extends Accumulator {
    CountOfValues(int column) {
        super(column);
    }

    @Override
    Accumulator fresh() {
        return new CountOfValues(column);
    }

    @Override
    boolean take(ResultSet row) {
        return true;
    }

    @Override
    Object total() {
        return (long) parts();
    }

    @Override
    Object none() {
        return 0L;
    }

    @Override
    void forget() {
        // The parts are counted by the superclass.
    }
}
