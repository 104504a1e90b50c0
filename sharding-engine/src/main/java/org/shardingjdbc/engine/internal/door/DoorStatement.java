package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.door.BatchReply;
import org.shardingjdbc.engine.door.Door;
import org.shardingjdbc.engine.door.PreparedSql;
import org.shardingjdbc.engine.door.Reply;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.Parameters.Setter;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.ClientStatement;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement.OpenStatements;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** A statement of a client that came through the {@link Door}. Not thread-safe, but for a cancel. */
final class DoorStatement extends ClientStatement implements PreparedSql {
    private final GeneratedKeyRequest keys;
    private final Parameters parameters;
    private DeployedPlan deployed;

    /** @param siblings among which it is until it is closed */
    DoorStatement(Session session, OpenStatements siblings, DeployedPlan deployed, GeneratedKeyRequest keys) {
        super(session, StatementShape.DEFAULT, StatementOptions.PREPARED);
        this.keys = keys;
        this.parameters = new Parameters(deployed.parameterCount());
        this.deployed = deployed;
        siblings.add(this);
    }

    @Override
    public String text() {
        return deployed.sql();
    }

    @Override
    public int parameterCount() {
        return parameters.count();
    }

    @Override
    public @Nullable Statement face() {
        return null;
    }

    /** @throws SQLException when its database does not know the text; then it is closed */
    void requireUnderstood() throws SQLException {
        requireUnderstood(deployed);
    }

    Reply execute(List<? extends @Nullable Object> values, Door.Limits limits) throws SQLException {
        checkOpen();
        bind(values);
        limit(limits);
        run(keys, ExpectedResult.ANY, parameters);
        return results().rows() != null
                ? new OpenRows(results().rows())
                : new Reply.Changes(
                        results().updateCount(), new OpenRows(results().generatedKeys()));
    }

    BatchReply executeBatch(List<? extends List<? extends @Nullable Object>> rows, Door.Limits limits)
            throws SQLException {
        checkOpen();
        RowSets rowSets = new RowSets(parameters.count());
        for (List<? extends @Nullable Object> row : rows) {
            bind(row);
            rowSets.add(parameters);
        }
        limit(limits);
        long[] counts = observed(text(), () -> run(rowSets));
        return new BatchReply(
                LongStream.of(counts).boxed().toList(), new OpenRows(results().generatedKeys()));
    }

    private long[] run(RowSets rowSets) throws SQLException {
        try {
            results().closeAll();
            return rowSets.size() == 0 ? new long[0] : runBatch(keys, rowSets);
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    @Override
    protected DeployedPlan planNow() {
        if (!session.isCurrent(deployed)) {
            deployed = planUntilStopped(() -> session.plans().plan(deployed));
        }
        return deployed;
    }

    private void bind(List<? extends @Nullable Object> values) throws SQLException {
        if (values.size() != parameters.count()) {
            throw SqlErrors.from(
                    new ShardingException(ErrorCode.PARAMETER_MISSING, values.size() + 1, parameters.count()));
        }
        for (int i = 0; i < values.size(); i++) {
            @Nullable Object value = values.get(i);
            if (value == null) {
                parameters.set(i + 1, Setter.NULL, null, Types.NULL);
            } else {
                parameters.set(i + 1, Setter.OBJECT, value, null);
            }
        }
    }

    private void limit(Door.Limits limits) {
        StatementOptions now = options();
        if (now.maxRows != limits.rows()
                || now.fetchSize != limits.fetchSize()
                || now.queryTimeoutSeconds != limits.seconds()) {
            StatementOptions changed = changed();
            changed.maxRows = limits.rows();
            changed.fetchSize = limits.fetchSize();
            changed.queryTimeoutSeconds = limits.seconds();
        }
    }

    @Override
    protected void release() {
        // It holds nothing else.
    }

    @Override
    public void completed() {
        // It is executed again, or closed.
    }
}
