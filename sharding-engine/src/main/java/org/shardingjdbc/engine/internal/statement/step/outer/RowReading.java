package org.shardingjdbc.engine.internal.statement.step.outer;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.worker.Alarm;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;

/** Reads the rows of steps. Stateless. */
public final class RowReading {
    private RowReading() {}

    /**
     * Reads rows to their end, unless a cancel or the query timeout of the outer statement stops that.
     *
     * @param outer the statement whose step is read
     * @param ofStep is stopped when the time is over
     */
    public static void all(
            LogicStatement outer, StatementResults ofStep, ResultSet rows, OuterStatement.RowReader reader)
            throws SQLException {
        StatementResults whole = outer.results();
        Workers workers = outer.session().runs().workers();
        try (Alarm alarm =
                new Alarm(workers, outer.timeoutSeconds(), whole.stepsStart(), ofStep::stop, ofStep::breakOff)) {
            try {
                while (rows.next()) {
                    whole.checkSteps();
                    alarm.check();
                    reader.read(rows);
                }
            } catch (SQLException e) {
                alarm.check();
                throw e;
            }
        }
    }
}
