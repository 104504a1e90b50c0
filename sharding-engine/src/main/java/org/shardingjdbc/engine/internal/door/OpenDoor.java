package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.door.BatchReply;
import org.shardingjdbc.engine.door.Door;
import org.shardingjdbc.engine.door.PreparedSql;
import org.shardingjdbc.engine.door.Reply;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.session.SessionTransactions;
import org.shardingjdbc.engine.internal.statement.InterruptiblePlanning;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement.OpenStatements;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.token.TextPart;

/** A session and its statements. One thread at a time uses it, but for {@link #cancel}. */
final class OpenDoor implements Door {
    private final Session session;
    private final OpenStatements statements = new OpenStatements();
    /** What was executed last. */
    private volatile @Nullable DoorStatement running;

    OpenDoor(Session session) {
        this.session = session;
    }

    @Override
    public PreparedSql prepare(String sql) throws SQLException {
        return prepare(sql, GeneratedKeyRequest.NONE);
    }

    @Override
    public PreparedSql prepareForKeys(String sql, String... columns) throws SQLException {
        return prepare(sql, columns.length == 0 ? GeneratedKeyRequest.GENERATED : GeneratedKeyRequest.of(columns));
    }

    @Override
    public List<String> statements(String text) throws SQLException {
        session.checkOpen();
        try {
            return new SqlParser(session.dialect())
                    .split(text).stream()
                            .filter(each -> !each.isEmpty())
                            .map(TextPart::sql)
                            .toList();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private PreparedSql prepare(String sql, GeneratedKeyRequest keys) throws SQLException {
        session.checkOpen();
        DeployedPlan plan = InterruptiblePlanning.plan(session, sql);
        if (plan.way() == ExecutionWay.SEVERAL) {
            throw SqlErrors.refuse(
                    "A text of several statements behind one door",
                    "a reply has one result; cut the text by statements() and prepare each of them");
        }
        DoorStatement prepared = new DoorStatement(session, statements, plan, keys);
        prepared.requireUnderstood();
        return prepared;
    }

    @Override
    public Reply execute(PreparedSql prepared, List<? extends @Nullable Object> values, Limits limits)
            throws SQLException {
        return next(prepared).execute(values, limits);
    }

    @Override
    public BatchReply executeBatch(
            PreparedSql prepared, List<? extends List<? extends @Nullable Object>> rows, Limits limits)
            throws SQLException {
        return next(prepared).executeBatch(rows, limits);
    }

    /** The statement that is executed now; what the one before it returned is closed. */
    private DoorStatement next(PreparedSql prepared) throws SQLException {
        session.checkOpen();
        if (!(prepared instanceof DoorStatement statement) || statement.session() != session) {
            throw new IllegalArgumentException("prepared by another session");
        }
        closeRowsOf(running, statement);
        running = statement;
        return statement;
    }

    /** A session has one statement at a time whose rows are read; its own are closed by the execution. */
    private static void closeRowsOf(@Nullable DoorStatement before, DoorStatement next) throws SQLException {
        if (before != null && before != next && !before.isClosed()) {
            before.results().closeAll();
        }
    }

    @Override
    public TransactionStatus transaction() {
        SessionTransactions transactions = session.transactions();
        if (transactions.isFailed()) {
            return TransactionStatus.FAILED;
        }
        return transactions.isOpen() ? TransactionStatus.OPEN : TransactionStatus.NONE;
    }

    @Override
    public void begin() throws SQLException {
        session.transactions().beginNext();
    }

    @Override
    public void commit() throws SQLException {
        session.transactions().commit();
    }

    @Override
    public void rollback() throws SQLException {
        session.transactions().rollback();
    }

    @Override
    public Savepoint savepoint() throws SQLException {
        return session.transactions().setSavepoint(null);
    }

    @Override
    public void rollbackTo(Savepoint savepoint) throws SQLException {
        session.transactions().rollback(savepoint);
    }

    @Override
    public void release(Savepoint savepoint) throws SQLException {
        session.transactions().release(savepoint);
    }

    @Override
    public boolean autoCommit() {
        return session.transactions().autoCommit();
    }

    @Override
    public void autoCommit(boolean on) throws SQLException {
        session.transactions().autoCommit(on);
    }

    @Override
    public int isolation() throws SQLException {
        session.checkOpen();
        return session.attributes().isolation();
    }

    @Override
    public void isolation(int level) throws SQLException {
        session.checkOpen();
        session.attributes().isolation(level);
    }

    @Override
    public boolean readOnly() {
        return session.attributes().readOnly();
    }

    @Override
    public void readOnly(boolean on) throws SQLException {
        session.checkOpen();
        session.attributes().readOnly(on);
    }

    @Override
    public void cancel() throws SQLException {
        DoorStatement last = running;
        if (last != null && !last.isClosed()) {
            last.results().cancel();
        }
    }

    @Override
    public void close() throws SQLException {
        Throwable failure = statements.closeAll();
        try {
            session.close();
        } catch (SQLException | RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        if (failure != null) {
            Closing.raise(failure);
        }
    }
}
