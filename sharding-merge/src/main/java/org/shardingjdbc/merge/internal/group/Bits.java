package org.shardingjdbc.merge.internal.group;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.merge.internal.value.ColumnNumber;
import org.shardingjdbc.merge.internal.value.ColumnType;

/** BIT_AND, BIT_OR and BIT_XOR of integers of at most 64 bits. */
final class Bits extends Accumulator {
    private final AggregateKind kind;
    private final ColumnType type;
    private long bits;

    Bits(AggregateKind kind, int column, ColumnType type) {
        super(column);
        this.kind = kind;
        this.type = type;
        bits = neutral();
    }

    private long neutral() {
        return kind == AggregateKind.BIT_AND ? -1 : 0;
    }

    @Override
    Accumulator fresh() {
        return new Bits(kind, column, type);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        Object part = row.getObject(column);
        if (part == null) {
            return false;
        }
        long value = ((Number) part).longValue();
        bits = switch (kind) {
            case BIT_AND -> bits & value;
            case BIT_OR -> bits | value;
            default -> bits ^ value;
        };
        return true;
    }

    @Override
    Object total() {
        BigInteger value = type.signed() || bits >= 0
                ? BigInteger.valueOf(bits)
                : BigInteger.valueOf(bits).add(BigInteger.ONE.shiftLeft(Long.SIZE));
        return ColumnNumber.integer(type, value);
    }

    @Override
    void forget() {
        bits = neutral();
    }
}
