package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.layout.Layouts;

/**
 * That one process at a time drives a job: a lock of a session with the first database whose rows move. It ends with
 * its process, and not before: while a process stands still its other sessions live as this one does, and what it was
 * about to write may still come. Safe for all threads.
 */
public final class JobLease implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 5;
    private static final long GIVING_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long PAUSE_MILLIS = 100;
    private static final String DRIVER = "driver";
    static final String LOCK = "sharding_jdbc_scaling ";

    private final Layouts layouts;
    private final String job;
    private final JobStore store;
    private @Nullable Connection session;

    public JobLease(Layouts layouts, String job, JobStore store) {
        this.layouts = layouts;
        this.job = job;
        this.store = store;
    }

    /**
     * Takes it, where this has not got it yet.
     *
     * @throws SQLException when somebody else drives the job
     */
    public void take() throws SQLException {
        long end = System.nanoTime() + GIVING_UP_NANOS;
        while (!isTakenNow(end)) {
            try {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
            }
        }
    }

    /**
     * One try.
     *
     * @param end until when it is waited for who has given it up in order: the database knows a moment later that the
     *     session is closed
     */
    private synchronized boolean isTakenNow(long end) throws SQLException {
        if (isTaken()) {
            return true;
        }
        close();
        Connection opened = layouts.databases().open(layouts.home());
        boolean taken = false;
        try {
            taken = layouts.databases().kind().lock(opened, LOCK + job);
        } finally {
            if (!taken) {
                opened.close();
            }
        }
        if (taken) {
            session = opened;
            return true;
        }
        String driver = store.read(DRIVER);
        boolean known = driver != null && !driver.isEmpty();
        if (known || driver == null || System.nanoTime() - end > 0) {
            throw SqlErrors.of(ErrorCode.SCALING_DRIVEN_ELSEWHERE, job, known ? driver : "somebody who has just begun");
        }
        return false;
    }

    /** Lets others know who has it; empty for nobody, as it is about to be given up in order. */
    public void tell(String driver) throws SQLException {
        store.write(DRIVER, driver);
    }

    /** Whether this has it: not where its session died, since somebody else may have it then. */
    public synchronized boolean isTaken() throws SQLException {
        Connection held = session;
        return held != null && held.isValid(PATIENCE_SECONDS);
    }

    /** @throws SQLException when it is lost, as with the database; then it may be taken again */
    public synchronized void check() throws SQLException {
        if (!isTaken()) {
            throw new SQLException("The session that drives job " + job + " is lost", "08006");
        }
    }

    /** Gives it up. */
    @Override
    public synchronized void close() throws SQLException {
        Connection held = session;
        session = null;
        if (held != null) {
            held.close();
        }
    }
}
