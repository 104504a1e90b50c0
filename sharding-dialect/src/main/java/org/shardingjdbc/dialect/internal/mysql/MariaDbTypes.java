package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Types;
import org.shardingjdbc.dialect.internal.ColumnTypes;

/** Truths are numbers, times are spans, and dates may have zeros in them. MariaDB's driver shows a BIT as bytes. */
class MariaDbTypes implements ColumnTypes {
    @Override
    public Bits bits() {
        return Bits.BYTES;
    }

    @Override
    public final boolean truthsAreNumbers() {
        return true;
    }

    @Override
    public final boolean fillsWithZeros() {
        return true;
    }

    @Override
    public final Quotients quotients() {
        return Quotients.LONGER_THAN_SHOWN;
    }

    @Override
    public final boolean computesInOwnTypes() {
        return false;
    }

    @Override
    public final boolean computesWithoutSigns() {
        return true;
    }

    @Override
    public boolean standInsMakeDecimals() {
        return true;
    }

    @Override
    public final boolean exponentsMakeDoubles() {
        return true;
    }

    @Override
    public final boolean rangesHaveOneType() {
        return true;
    }

    @Override
    public final boolean writesFloatingParameters() {
        return true;
    }

    @Override
    public final boolean zerosHaveSigns() {
        return true;
    }

    @Override
    public final boolean timesAreSpans() {
        return true;
    }

    @Override
    public final boolean anyDates() {
        return true;
    }

    @Override
    public final boolean uuidsSortByBits() {
        return false;
    }

    @Override
    public boolean roundsFloats() {
        return true;
    }

    /** A union makes a number of a BOOLEAN, which is a TINYINT of one digit, a VARCHAR of an ENUM and wider TEXTs. */
    @Override
    public final UnitedValues inUnions(int jdbcType, String typeName) {
        if (jdbcType == Types.BIT || jdbcType == Types.BOOLEAN) {
            return UnitedValues.OTHERS;
        }
        return switch (typeName) {
            case "tinyint",
                    "mediumint",
                    "tinyint unsigned",
                    "smallint unsigned",
                    "mediumint unsigned",
                    "int unsigned",
                    "integer unsigned",
                    "bigint unsigned" -> UnitedValues.NUMBERS;
            case "datetime" -> UnitedValues.TIMES;
            // shown without the blanks at its end in a union as in its table
            case "char" -> UnitedValues.TEXTS;
            default -> ColumnTypes.super.inUnions(jdbcType, typeName);
        };
    }

    @Override
    public String momentCast(int jdbcType, String typeName, int scale) {
        return jdbcType == Types.TIME ? "TIME(6)" : "DATETIME(6)";
    }

    /** A cast makes NULL of a text that is no time, and says nothing of what it passes over. */
    @Override
    public boolean castsTextsAsStored(boolean parameter) {
        return false;
    }
}
