package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.dialect.internal.SeveralStatements;

/**
 * MariaDB's driver reads in portions when there is a fetch size, and occupies the connection until the last row: a
 * second statement on it has to load the rest. Several statements at once need a setting, and then nothing is prepared.
 */
final class MariaDbDrivers implements Drivers {
    private static final SeveralStatements SEVERAL = new SeveralStatements(
            "allowMultiQueries=true",
            "DO 0; DO 0",
            SeveralStatements.Unity.EACH,
            SeveralStatements.Results.ALL,
            SeveralStatements.Keys.OF_RESULT,
            SeveralStatements.BatchCount.SUCCESS,
            SeveralStatements.Gaps.REFUSED);

    @Override
    public String subprotocol() {
        return "mariadb";
    }

    @Override
    public String artifact() {
        return "org.mariadb.jdbc:mariadb-java-client";
    }

    @Override
    public String productName() {
        return "MariaDB";
    }

    @Override
    public boolean interleavesResults() {
        return false;
    }

    @Override
    public String endOfLateCancel() {
        return MySqlDrivers.END_OF_LATE_CANCEL;
    }

    @Override
    public int bufferFetchSize(int userFetchSize) {
        return 0;
    }

    @Override
    public boolean endsStatementsInTime() {
        return true;
    }

    @Override
    public boolean abortsByConnecting() {
        return true;
    }

    /** One row at a time is what MySQL's driver has that number for. */
    @Override
    public boolean takesFetchSize(int rows) {
        return rows >= 0 || rows == Integer.MIN_VALUE;
    }

    @Override
    public boolean showsRowsOfNothing() {
        return true;
    }

    @Override
    public String distanceOfUntoldKeys() {
        return "SELECT @@auto_increment_increment";
    }

    @Override
    public boolean hasOneResultOfKeys() {
        return false;
    }

    @Override
    public boolean leavesKeysOpen() {
        return true;
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
