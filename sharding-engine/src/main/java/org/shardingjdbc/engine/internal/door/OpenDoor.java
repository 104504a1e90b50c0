package org.shardingjdbc.engine.internal.door;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.WatchedPlanning;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement.OpenStatements;

/** A session and its statements. One thread at a time uses it, but for {@link #cancel}. */
final class OpenDoor implements Door {
    private final Session session;
    private final OpenStatements statements = new OpenStatements();
    /** What was executed last; null before. */
    private volatile DoorStatement running;

    OpenDoor(Session session) {
        this.session = session;
    }

    @Override
    public Session session() {
        return session;
    }

    @Override
    public PreparedSql prepare(String sql, GeneratedKeyRequest keys) throws SQLException {
        session.checkOpen();
        DoorStatement prepared = new DoorStatement(this, statements, WatchedPlanning.plan(session, sql), keys);
        prepared.requireUnderstood();
        return prepared;
    }

    @Override
    public Reply execute(PreparedSql prepared, List<?> values, Limits limits) throws SQLException {
        return next(prepared).execute(values, limits);
    }

    @Override
    public BatchReply executeBatch(PreparedSql prepared, List<? extends List<?>> rows, Limits limits)
            throws SQLException {
        return next(prepared).executeBatch(rows, limits);
    }

    /** The statement that is executed now; what the one before it returned is closed. */
    private DoorStatement next(PreparedSql prepared) throws SQLException {
        session.checkOpen();
        DoorStatement statement = (DoorStatement) prepared;
        if (statement.session() != session) {
            throw new IllegalArgumentException("prepared by another session");
        }
        closeRowsOf(running, statement);
        running = statement;
        return statement;
    }

    /** A session has one statement at a time whose rows are read; its own are closed by the execution. */
    private static void closeRowsOf(DoorStatement before, DoorStatement next) throws SQLException {
        if (before != null && before != next && !before.isClosed()) {
            before.results().closeAll();
        }
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
        SQLException failure = statements.closeAll();
        session.close();
        if (failure != null) {
            throw failure;
        }
    }
}
