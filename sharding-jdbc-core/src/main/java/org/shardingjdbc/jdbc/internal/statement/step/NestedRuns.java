package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.jdbc.internal.unit.Alarm;
import org.shardingjdbc.jdbc.internal.value.CopiedValue;
import org.shardingjdbc.plan.internal.operator.NestedStatement;

/**
 * Executes statements on behalf of another one, in its session: they see what it sees and belong to its transaction.
 * Cancelling the outer statement cancels the one that runs. One per execution, used by one thread.
 */
final class NestedRuns {
    private final LogicStatement outer;
    private final Parameters given;

    /** @param given the outer statement's parameters */
    NestedRuns(LogicStatement outer, Parameters given) {
        this.outer = outer;
        this.given = given;
    }

    /**
     * Prepares a nested statement with its parameters set.
     *
     * @param own the values that the execution itself supplies; given to setObject
     * @return to be executed and closed by the caller
     */
    PreparedStatement prepare(NestedStatement nested, List<?> own) throws SQLException {
        PreparedStatement prepared = open(nested, GeneratedKeyRequest.NONE);
        boolean done = false;
        try {
            bind(prepared, nested, own);
            done = true;
            return prepared;
        } finally {
            if (!done) {
                prepared.close();
            }
        }
    }

    /**
     * Prepares a nested statement whose parameters are set by {@link #bind}.
     *
     * @param keys which generated keys it is asked for
     * @return to be closed by the caller
     */
    PreparedStatement open(NestedStatement nested, GeneratedKeyRequest keys) throws SQLException {
        PreparedStatement prepared = outer.prepareNested(nested, keys);
        LogicStatement inner = (LogicStatement) prepared;
        boolean done = false;
        try {
            inner.nestedIn(outer);
            prepared.setQueryTimeout(outer.options().queryTimeoutSeconds);
            outer.results().nested(prepared);
            outer.results().checkSteps();
            done = true;
            return prepared;
        } finally {
            if (!done) {
                prepared.close();
            }
        }
    }

    /** What a reader does with the columns of a result, before the first row. */
    interface ColumnReader {
        void read(ResultSetMetaData columns) throws SQLException;
    }

    /**
     * Runs a query whose parameters are all of the outer statement, and reads it; nothing of it is open afterwards.
     *
     * @param mostRows how many rows are wanted at most, 0 for all
     */
    void read(NestedStatement query, long mostRows, ColumnReader columns, RowReader reader) throws SQLException {
        try (PreparedStatement prepared = prepare(query, List.of())) {
            if (mostRows > 0) {
                prepared.setLargeMaxRows(mostRows);
            }
            try (ResultSet rows = prepared.executeQuery()) {
                columns.read(rows.getMetaData());
                readAll(prepared, rows, reader);
            }
        } finally {
            outer.results().nested(null);
        }
    }

    /** Reads to the end, which a cancel or the query timeout of the outer statement may bring about. */
    private void readAll(PreparedStatement prepared, ResultSet rows, RowReader reader) throws SQLException {
        StatementResults whole = outer.results();
        StatementResults own = ((LogicStatement) prepared).results();
        int timeout = outer.options().queryTimeoutSeconds;
        try (Alarm alarm = outer.session().alarm(timeout, whole.stepsStart(), own::stop, own::breakOff)) {
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

    /** Sets the parameters of a nested statement. */
    void bind(PreparedStatement prepared, NestedStatement nested, List<?> own) throws SQLException {
        int[] sources = nested.sources();
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                given.replay(sources[i], prepared, i + 1);
            } else if (own.get(-1 - sources[i]) instanceof CopiedValue copied) {
                copied.set(prepared, i + 1);
            } else {
                prepared.setObject(i + 1, own.get(-1 - sources[i]));
            }
        }
    }

    /** The statement that is executed next is this one again. */
    void resume(PreparedStatement prepared) {
        outer.results().nested(prepared);
    }

    /** What was prepared is closed. */
    void ended() {
        outer.results().nested(null);
    }

    /** What a reader does with a row. */
    interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /** Runs a query and hands each of its rows to the reader; nothing of it is open afterwards. */
    void forEachRow(NestedStatement query, List<?> own, RowReader reader) throws SQLException {
        try (PreparedStatement prepared = prepare(query, own);
                ResultSet rows = prepared.executeQuery()) {
            readAll(prepared, rows, reader);
        } finally {
            outer.results().nested(null);
        }
    }

    /** Runs a write; returns its update count. */
    long update(NestedStatement write, List<?> own) throws SQLException {
        try (PreparedStatement prepared = prepare(write, own)) {
            return prepared.executeLargeUpdate();
        } finally {
            outer.results().nested(null);
        }
    }
}
