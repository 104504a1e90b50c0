package org.shardingjdbc.dialect.internal.mysql;

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

    @Override
    public boolean trimsFixedTexts() {
        return true;
    }

    @Override
    public String momentCast(int jdbcType, String typeName, int scale) {
        return jdbcType == java.sql.Types.TIME ? "TIME(6)" : "DATETIME(6)";
    }

    /** A cast makes NULL of a text that is no time, and says nothing of what it passes over. */
    @Override
    public boolean castsTextsAsStored(boolean parameter) {
        return false;
    }
}
