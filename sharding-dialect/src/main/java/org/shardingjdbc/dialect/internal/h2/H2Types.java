package org.shardingjdbc.dialect.internal.h2;

import java.sql.Types;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ColumnTypes;

/**
 * Decimals have no digits added, floating numbers become decimals beside them, and what is computed of NULL has no
 * type.
 */
final class H2Types implements ColumnTypes {
    @Override
    public Decimals decimals() {
        return Decimals.AT_MOST_AS_TYPED;
    }

    @Override
    public boolean computesFloatsAsDecimals() {
        return true;
    }

    @Override
    public boolean realsTakeShorts() {
        return true;
    }

    @Override
    public boolean parametersTakeTypes() {
        return true;
    }

    @Override
    public boolean nullsHideTypes() {
        return true;
    }

    /** A union does not pad the values of a CHARACTER. */
    @Override
    public UnitedValues inUnions(int jdbcType, String typeName) {
        return typeName.equals("tinyint") ? UnitedValues.NUMBERS : ColumnTypes.super.inUnions(jdbcType, typeName);
    }

    @Override
    public @Nullable String castType(int jdbcType, String typeName, int size, int scale) {
        return switch (jdbcType) {
            case Types.CHAR, Types.NCHAR -> "CHARACTER VARYING";
            case Types.BINARY -> typeName.equals("UUID") ? typeName : "BINARY VARYING";
            case Types.NUMERIC, Types.DECIMAL ->
                typeName.equals("DECFLOAT") ? typeName : typeName + "(" + size + ", " + scale + ")";
            case Types.TIMESTAMP, Types.TIME -> typeName + "(" + scale + ")";
            case Types.TIMESTAMP_WITH_TIMEZONE, Types.TIME_WITH_TIMEZONE ->
                typeName.replace(" WITH ", "(" + scale + ") WITH ");
            case Types.OTHER, Types.ARRAY, Types.DISTINCT -> null;
            default -> typeName;
        };
    }
}
