package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** Counts the parts that it is given, whatever they are. */
final class CountOfValues extends Accumulator {
    private final ColumnType type;

    CountOfValues(int column, ColumnType type) {
        super(column);
        this.type = type;
    }

    @Override
    Accumulator fresh() {
        return new CountOfValues(column, type);
    }

    @Override
    boolean take(ResultSet row) {
        return true;
    }

    @Override
    Object total() {
        return ColumnNumber.count(type, parts());
    }

    @Override
    Object none() {
        return ColumnNumber.count(type, 0);
    }

    @Override
    void forget() {
        // The parts are counted by the superclass.
    }
}
