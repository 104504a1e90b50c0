package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats reads whose database was lost, where a rule that watches databases may choose another one. Used only for such
 * plans ({@code Concern.REPEATED}). Stateless.
 */
final class ReadRetries {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRetries.class);
    /** Each time another database may be lost; more losses in a row have another cause. */
    private static final int MOST = 3;

    private ReadRetries() {}

    /**
     * Whether a failed execution can be repeated as if it had not happened: it belongs to no transaction and depends on
     * nothing else of its session, and its parameters are still there. No row was returned, as it failed.
     *
     * @param given its parameters
     * @param repeated how often it was repeated already
     */
    static boolean mayRepeat(LogicStatement statement, Parameters given, SQLException error, int repeated) {
        if (repeated == MOST
                || !SqlErrors.isLost(error)
                || given.withStreams()
                || statement.session().transactions().isOpen()
                || statement.session().isDependent()) {
            return false;
        }
        LOG.debug("A read is repeated as its database was lost", error);
        return true;
    }
}
