package org.shardingjdbc.scaling.internal.command;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.job.JobRun;
import org.shardingjdbc.scaling.job.ScalingPhase;

/** A job that a data source drives, which takes one step at a time. Safe for all threads. */
final class RunningJob {
    /** How long statements may wait at a switch. */
    static final Duration STALL = Duration.ofSeconds(5);
    /** For how long a step waits for a job that was just started to be where it was. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long CLOSING_SECONDS = 10;

    private final String name;
    private final JobRun job;
    private final ReentrantLock stepping = new ReentrantLock();
    private volatile Check check = new Check(null, null, 0, null);

    /**
     * What a comparison of all rows came to.
     *
     * @param begin null where there was none
     * @param end null while it lasts
     * @param rows how many are alike
     * @param mistake null where they are
     */
    record Check(
            @Nullable Instant begin,
            @Nullable Instant end,
            long rows,
            @Nullable String mistake) {}

    /** How a job takes a step. */
    @FunctionalInterface
    interface Way {
        void go(RunningJob job) throws SQLException;
    }

    RunningJob(String name, JobRun job) {
        this.name = name;
        this.job = job;
    }

    JobRun job() {
        return job;
    }

    Check check() {
        return check;
    }

    /** @throws SQLException where another step is under way */
    void step(String what, Way way) throws SQLException {
        if (!stepping.tryLock()) {
            throw SqlErrors.of(ErrorCode.SCALING_WRONG_PHASE, name, "taking another step, which is not over", what);
        }
        try {
            way.go(this);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        } finally {
            stepping.unlock();
        }
    }

    void compare() throws SQLException {
        job.awaitFollowing(PATIENCE);
        Instant begin = Instant.now();
        check = new Check(begin, null, 0, null);
        try {
            long rows = job.check();
            check = new Check(begin, Instant.now(), rows, null);
        } catch (SQLException e) {
            check = new Check(begin, Instant.now(), 0, e.getMessage());
            throw e;
        }
    }

    void switchOver() throws SQLException {
        compare();
        job.switchOver(STALL);
    }

    void reverse() throws SQLException {
        job.awaitFollowing(PATIENCE);
        job.reverse(STALL);
    }

    void commit() throws SQLException {
        if (job.progress().phase() == ScalingPhase.FOLLOWING) {
            switchOver();
        }
        job.complete();
    }

    void rollBack() throws SQLException {
        if (job.progress().phase() == ScalingPhase.SWITCHED) {
            reverse();
        }
        job.cancel();
    }

    /** A step that is under way fails when it lasts for longer. */
    void close() throws SQLException {
        boolean alone = false;
        try {
            alone = stepping.tryLock(CLOSING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        try {
            job.close();
        } finally {
            if (alone) {
                stepping.unlock();
            }
        }
    }
}
