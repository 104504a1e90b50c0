package org.shardingjdbc.dialect.internal.h2;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.SeveralStatements;

/** H2 computes a result row by row only when the session says so, and then one at a time. */
final class H2Drivers implements Drivers {
    private static final SeveralStatements SEVERAL = new SeveralStatements(
            null,
            null,
            SeveralStatements.Unity.EACH_OR_UNDONE,
            SeveralStatements.Results.FIRST,
            SeveralStatements.Keys.NONE,
            SeveralStatements.BatchCount.FIRST,
            SeveralStatements.Gaps.FIRST_COUNTS);

    private static final Set<String> MISSING_TABLE = Set.of("42S02", "42S03", "42S04");

    @Override
    public String subprotocol() {
        return "h2";
    }

    @Override
    public String artifact() {
        return "com.h2database:h2";
    }

    @Override
    public String productName() {
        return "H2";
    }

    @Override
    public String streamOpening() {
        return "SET LAZY_QUERY_EXECUTION 1";
    }

    @Override
    public String streamClosing() {
        return "SET LAZY_QUERY_EXECUTION 0";
    }

    @Override
    public int streamFetchSize(int userFetchSize) {
        return Math.max(userFetchSize, 0);
    }

    @Override
    public boolean endsStatementsInTime() {
        return true;
    }

    @Override
    public boolean looksAtPreparedTexts() {
        return true;
    }

    /** It has states of its own where it can guess which table was meant, or has none at all. */
    @Override
    public boolean isOfMissingTable(@Nullable String sqlState) {
        return sqlState != null && MISSING_TABLE.contains(sqlState);
    }

    /** The primary key, and all that has a default. */
    @Override
    public boolean tellsMoreThanKeys() {
        return true;
    }

    @Override
    public boolean tellsKeysOfOthers() {
        return false;
    }

    @Override
    public SeveralStatements severalStatements() {
        return SEVERAL;
    }
}
