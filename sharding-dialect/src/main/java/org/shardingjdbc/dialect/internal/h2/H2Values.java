package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.Values;

/** H2 rounds a number that becomes an integer, where others cut it off. */
final class H2Values implements Values {
    @Override
    public boolean roundsToIntegers() {
        return true;
    }

    @Override
    public String storedTimestamp() {
        return "CAST(CAST(? AS TIMESTAMP(9)) AS VARCHAR(40))";
    }

    @Override
    public String storedMoment() {
        return "CAST(EXTRACT(EPOCH FROM CAST(? AS TIMESTAMP(9) WITH TIME ZONE)) AS BIGINT)";
    }
}
