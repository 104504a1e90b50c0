package org.shardingjdbc.engine.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.analyze.Recording;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.worker.Alarm;
import org.shardingjdbc.engine.internal.explain.PlanExplainer;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.run.ExecutionListener;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.Redefinition;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;

/**
 * Executes the statement inside of an EXPLAIN SHARDING ANALYZE as if it were given by itself, reads its rows to their
 * end and closes it. One per execution, used by one thread.
 */
final class AnalyzeExecution {
    private final LogicStatement statement;
    private final Session session;
    private final String sql;
    private final @Nullable Parameters given;

    /**
     * @param statement the EXPLAIN, whose settings and time apply
     * @param given null for a statement without a PreparedStatement
     */
    AnalyzeExecution(LogicStatement statement, String sql, @Nullable Parameters given) {
        this.statement = statement;
        this.session = statement.session();
        this.sql = sql;
        this.given = given;
    }

    /** What the statement did; nothing of it is open afterwards. */
    Explanation run() throws SQLException {
        Recording recording = new Recording();
        ExecutionListener before = session.listener();
        session.tellTo(recording);
        try {
            DeployedPlan deployed = session.plans().plan(sql);
            long begin = System.nanoTime();
            long rows = rows(deployed, begin);
            long nanos = System.nanoTime() - begin;
            closeButWarnings();
            return recording.explanation(() -> idle(deployed), rows, nanos);
        } finally {
            session.tellTo(before);
        }
    }

    /** Executes the statement; returns how many rows it returned or changed. */
    private long rows(DeployedPlan deployed, long begin) throws SQLException {
        boolean first = session.isUntouched();
        try {
            execute(deployed);
        } catch (SQLException | ShardingException e) {
            if (given != null && given.withStreams()) {
                throw e;
            }
            new Redefinition(statement, first, true)
                    .executeAgain(deployed, e, () -> session.plans().plan(sql), this::execute);
        }
        StatementResults results = statement.results();
        if (results.rows() == null) {
            return Math.max(0, results.updateCount());
        }
        try {
            return read(results.rows(), begin);
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    private void execute(DeployedPlan deployed) throws SQLException {
        statement
                .executor()
                .execute(
                        statement, new ExecutionRequest(deployed, given, GeneratedKeyRequest.NONE, ExpectedResult.ANY));
    }

    private long read(ResultSet rows, long begin) throws SQLException {
        long count = 0;
        StatementResults results = statement.results();
        int timeout = statement.options().queryTimeoutSeconds;
        try (Alarm alarm = new Alarm(session.runs().workers(), timeout, begin, results::stop, results::breakOff)) {
            try {
                while (rows.next()) {
                    results.checkSteps();
                    alarm.check();
                    count++;
                }
            } catch (SQLException e) {
                alarm.check();
                throw e;
            }
        }
        return count;
    }

    private void closeButWarnings() throws SQLException {
        SQLWarning warnings = statement.results().warnings();
        statement.results().closeAll();
        statement.results().warn(warnings);
    }

    /** The tree of a statement that concerns only the session. */
    private Explanation idle(DeployedPlan deployed) {
        Object[] values = given == null ? new Object[0] : given.values();
        return PlanExplainer.of(deployed.deployment()).explain(deployed.plan(), values, statement.hints());
    }
}
