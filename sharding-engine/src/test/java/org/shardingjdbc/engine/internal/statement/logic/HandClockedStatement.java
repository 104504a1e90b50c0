package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;

/** A statement without a session, which sees only the time that a test lets pass. */
public final class HandClockedStatement extends LogicStatement {
    private long nanos = 1;

    public HandClockedStatement() {
        super(null, StatementShape.DEFAULT, StatementOptions.PREPARED);
    }

    /** Lets so much time pass. */
    public void pass(long milliseconds) {
        nanos += TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    /** Its application sets a query timeout. */
    public void timeout(int seconds) {
        changed().queryTimeoutSeconds = seconds;
    }

    @Override
    protected long nanos() {
        return nanos;
    }

    @Override
    public PlanExecutor executor() {
        throw new IllegalStateException();
    }

    @Override
    public String text() {
        return "SELECT 1";
    }

    @Override
    public Statement face() {
        return null;
    }

    @Override
    public void completed() {
        // Nobody waits for it.
    }

    @Override
    protected void release() {
        // It holds nothing.
    }
}
