package org.shardingjdbc.jdbc.internal.library;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;

/**
 * Tells our pools which errors leave a connection usable. HikariCP by itself drops a connection after a timeout or a
 * refused feature; inside a transaction that would end one branch of it without a need. Stateless.
 */
public final class LastingConnections implements SQLExceptionOverride {
    /** Class of SQLStates: the connection is lost. */
    private static final String CONNECTION_LOST = "08";

    /** Class of SQLStates: the server ends or ended the session. */
    private static final String SESSION_ENDED = "57P";

    /** For HikariCP, which makes one by the class name. */
    public LastingConnections() {
        // Nothing is kept.
    }

    /** Lets a pool ask one of these, unless its configuration names another one. */
    public static void tell(HikariConfig config) {
        if (config.getExceptionOverrideClassName() != null) {
            return;
        }
        try {
            if (config.getExceptionOverride() == null) {
                config.setExceptionOverride(new LastingConnections());
            }
        } catch (NoSuchMethodError e) {
            // HikariCP before 6 takes the name of the class only.
            config.setExceptionOverrideClassName(LastingConnections.class.getName());
        }
    }

    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException error) {
        String state = error.getSQLState();
        boolean lost = state != null && (state.startsWith(CONNECTION_LOST) || state.startsWith(SESSION_ENDED));
        // Vendor codes and other states of a lost connection are left to HikariCP's own list.
        boolean lasting = error instanceof SQLTimeoutException || "0A000".equals(state);
        return lasting && !lost
                ? SQLExceptionOverride.Override.DO_NOT_EVICT
                : SQLExceptionOverride.Override.CONTINUE_EVICT;
    }
}
