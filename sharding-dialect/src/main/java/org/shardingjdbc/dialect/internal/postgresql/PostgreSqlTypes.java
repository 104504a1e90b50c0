package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.ColumnTypes;

/** Decimals have the digits that they are computed with, and bits are texts of digits. */
final class PostgreSqlTypes implements ColumnTypes {
    @Override
    public Bits bits() {
        return Bits.DIGITS;
    }

    @Override
    public boolean longsAreSigned() {
        return true;
    }

    @Override
    public boolean listsHaveOneType() {
        return true;
    }

    @Override
    public boolean takesTextsForNumbers() {
        return false;
    }

    @Override
    public boolean realsTakeStandIns() {
        return true;
    }

    @Override
    public Decimals decimals() {
        return Decimals.AS_COMPUTED;
    }

    @Override
    public Quotients quotients() {
        return Quotients.SIGNIFICANT;
    }

    @Override
    public boolean zonesOrderTimes() {
        return true;
    }

    /** A union of one type is of that type, with its length or digits. */
    @Override
    public UnitedValues inUnions(int jdbcType, String typeName) {
        return switch (typeName) {
            case "int2", "int4", "int8", "smallserial", "serial", "bigserial" -> UnitedValues.NUMBERS;
            case "timestamptz" -> UnitedValues.TIMES;
            case "timetz", "text", "bpchar", "bool", "uuid", "float4", "float8", "json", "jsonb", "bytea" ->
                UnitedValues.LEFT;
            default -> ColumnTypes.super.inUnions(jdbcType, typeName);
        };
    }

    @Override
    public String castType(int jdbcType, String typeName, int size, int scale) {
        return switch (typeName) {
            case "smallserial" -> "int2";
            case "serial" -> "int4";
            case "bigserial" -> "int8";
            case "bpchar", "char" -> "bpchar";
            default -> typeName;
        };
    }

    /** The driver declares a parameter as a text, which is cast on demand and never where it is stored. */
    @Override
    public boolean castsTextsAsStored(boolean parameter) {
        return !parameter;
    }
}
