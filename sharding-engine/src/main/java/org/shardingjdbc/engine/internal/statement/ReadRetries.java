package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads whose database was lost: executed once more, where a rule that watches over databases may choose another. Asked
 * only where that is so ({@code Concern.REPEATED}). Stateless.
 */
final class ReadRetries {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRetries.class);
    /** Each time another database is lost; more in a row is none that is lost. */
    private static final int MOST = 3;

    private ReadRetries() {}

    /**
     * Whether it can be as if an execution that failed had not been: it belongs to no transaction and to nothing else
     * of its session, and its parameters are still there. No row was seen, as it failed.
     *
     * @param given its parameters
     * @param repeated how often it was executed once more
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
