package org.shardingjdbc.transaction;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.shardingjdbc.Incubating;

/** Tells a database that answered from one of which nobody knows what it did. Stateless. */
@Incubating
public final class ConnectionLoss {
    private ConnectionLoss() {}

    /**
     * Whether the connection was lost, so that what was sent last may have been executed or not. MariaDB's driver
     * throws all that it has no class for, such as what a trigger SIGNALs, as an SQLTransientConnectionException: with
     * a state, that is an answer, but for those of an interruption (class 70), after which nobody knows.
     */
    public static boolean is(SQLException error) {
        String state = error.getSQLState();
        return state == null
                || state.startsWith("08")
                || state.startsWith("57P")
                || error instanceof SQLNonTransientConnectionException
                || error instanceof SQLTransientConnectionException && state.startsWith("70")
                || error instanceof SQLRecoverableException;
    }

    /**
     * What an unchecked exception of a driver means: nobody knows what it did, or in which state the connection is.
     *
     * @return an exception that counts as a loss, with that one as its cause
     */
    public static SQLException by(RuntimeException defect) {
        return new SQLNonTransientConnectionException("The driver failed: " + defect, "08007", defect);
    }
}
