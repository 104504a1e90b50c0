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
     * Reads to the end, which a cancel or the query timeout of the statement may bring about.
     *
     * @param outer whose step it is
     * @param ofStep which is stopped when the time is over
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
