package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.SeveralStatements;

/**
 * MySQL's driver reads row by row when the fetch size is {@link Integer#MIN_VALUE}, and occupies the connection until
 * the last row: a second statement on it fails. It cancels by a timer of its own. Several statements at once need a
 * setting, and then nothing is prepared.
 */
final class MySqlDrivers implements Drivers {
    private static final SeveralStatements SEVERAL = new SeveralStatements(
            "allowMultiQueries=true",
            "DO 0; DO 0",
            SeveralStatements.Unity.EACH,
            SeveralStatements.Results.ALL,
            SeveralStatements.Keys.OF_RESULT,
            SeveralStatements.BatchCount.FIRST,
            SeveralStatements.Gaps.REFUSED);

    /** KILL QUERY marks the thread of a connection; the mark goes with the end of a statement. */
    static final String END_OF_LATE_CANCEL = "DO 0";

    @Override
    public String subprotocol() {
        return "mysql";
    }

    @Override
    public String artifact() {
        return "com.mysql:mysql-connector-j";
    }

    @Override
    public String productName() {
        return "MySQL";
    }

    @Override
    public boolean interleavesResults() {
        return false;
    }

    @Override
    public int streamFetchSize(int userFetchSize) {
        return Integer.MIN_VALUE;
    }

    @Override
    public String endOfLateCancel() {
        return END_OF_LATE_CANCEL;
    }

    @Override
    public int bufferFetchSize(int userFetchSize) {
        return 0;
    }

    @Override
    public boolean handsOutClosedStatements() {
        return true;
    }

    @Override
    public boolean takesFetchSize(int rows) {
        return rows >= 0 || rows == Integer.MIN_VALUE;
    }

    @Override
    public boolean hasOneResultOfKeys() {
        return false;
    }

    @Override
    public boolean givesClosedRows() {
        return false;
    }

    @Override
    public boolean readsFasterInUnions() {
        return true;
    }

    @Override
    public SeveralStatements severalStatements() {
        return SEVERAL;
    }
}
