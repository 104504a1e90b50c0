package org.shardingjdbc.scaling.internal.flow;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.compare.Comparison;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/** The flows of all data sources of one direction, none before it is begun. Safe for all threads. */
public final class Flows implements Comparison.CatchingUp {
    private static final long LONG_MILLIS = 600_000;
    private static final long MOMENT_MILLIS = 1_000;
    private static final long PATIENCE_MILLIS = 500;

    private final Databases databases;
    private final String job;
    private final List<Flow> all = new CopyOnWriteArrayList<>();
    private volatile boolean following;
    private volatile @Nullable Throwable failure;
    private @Nullable ChangeWriter writer;

    /** Who waits for long asks it from time to time. */
    @FunctionalInterface
    public interface Patience {
        /** Whether to wait on; fails where that is of no use any more. */
        boolean goesOn() throws SQLException;
    }

    /** @param job what marks in logs and errors call it */
    public Flows(Databases databases, String job) {
        this.databases = databases;
        this.job = job;
    }

    /** Whether changes are followed, be it of no data source at all. */
    public boolean isFollowing() {
        return following;
    }

    /**
     * Begins to follow.
     *
     * @param logs by the name of a data source
     * @throws IllegalStateException where something is followed: two would write older rows over newer ones
     */
    public synchronized void follow(Direction direction, Function<String, ChangeLog> logs) {
        if (following) {
            throw new IllegalStateException("Changes of job " + job + " are followed already");
        }
        ChangeWriter changes = new ChangeWriter(direction, new TargetRows(databases));
        writer = changes;
        direction.from().stream()
                .map(NodeTable::dataSource)
                .distinct()
                .forEach(source -> all.add(new Flow(source, logs.apply(source), direction, changes)));
        all.forEach(Flow::start);
        failure = null;
        following = true;
    }

    /** All that is committed now is written when this returns; fails where it takes longer. */
    public void catchUp(long millis) throws SQLException {
        try {
            awaitMarks(millis);
        } catch (TimeoutException e) {
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.SCALING_FAILED, job, e.getMessage()));
        }
    }

    /**
     * The same, however long it takes.
     *
     * @return whether it is so; not where it was not waited for
     */
    public boolean catchUp(Patience patience) throws SQLException {
        try {
            for (Map.Entry<Flow, String> each : marked().entrySet()) {
                while (!hasPassed(each.getKey(), each.getValue())) {
                    if (!patience.goesOn()) {
                        return false;
                    }
                }
            }
            return true;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static boolean hasPassed(Flow flow, String mark) throws SQLException, InterruptedException {
        try {
            flow.await(mark, PATIENCE_MILLIS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    @Override
    public void await() throws SQLException {
        catchUp(LONG_MILLIS);
    }

    @Override
    public boolean awaitMoment() throws SQLException {
        try {
            awaitMarks(MOMENT_MILLIS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    private void awaitMarks(long millis) throws SQLException, TimeoutException {
        try {
            Map<Flow, String> marks = marked();
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (Map.Entry<Flow, String> each : marks.entrySet()) {
                each.getKey().await(each.getValue(), TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static SQLException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
    }

    /**
     * Writes a mark to each log, behind all that is committed now.
     *
     * @throws SQLException where nothing is followed: nobody would write what was committed
     */
    private Map<Flow, String> marked() throws SQLException {
        List<Flow> followed;
        synchronized (this) {
            if (!following) {
                throw notFollowing();
            }
            followed = List.copyOf(all);
        }
        Map<Flow, String> marks = new LinkedHashMap<>();
        for (Flow flow : followed) {
            String mark = job + " " + UUID.randomUUID();
            flow.mark(mark);
            marks.put(flow, mark);
        }
        return marks;
    }

    /** What ended them; null where nothing failed, or they go on. */
    public @Nullable Throwable failure() {
        return failure;
    }

    /** With what ended them, where something has failed. */
    private SQLException notFollowing() {
        Throwable known = failure;
        return known == null
                ? new SQLException("Changes of job " + job + " are not followed at this moment")
                : SqlErrors.from(ShardingException.causedBy(known, ErrorCode.SCALING_FAILED, job, known.getMessage()));
    }

    /** @throws SQLException where one has failed */
    public synchronized void check() throws SQLException {
        for (Flow flow : all) {
            flow.check();
        }
    }

    /** How many changes were written. */
    public long changes() {
        return all.stream().mapToLong(Flow::changes).sum();
    }

    /**
     * How many bytes of the logs are not written.
     *
     * @throws SQLException where one has failed, or its database cannot be asked
     */
    public long lagBytes() throws SQLException {
        long lag = 0;
        for (Flow flow : all) {
            flow.check();
            lag += flow.lagBytes();
        }
        return lag;
    }

    /** For how long something has been there that is not written, of the one that is last; 0 where all is. */
    public long lagMillis() {
        return all.stream().mapToLong(Flow::lagMillis).max().orElse(0);
    }

    /** Ends them; others may be begun. */
    public void close() throws SQLException {
        close(null);
    }

    /**
     * The same.
     *
     * @param why what failed, for those who wait for them or come later; null where they end in order
     */
    public synchronized void close(@Nullable Throwable why) throws SQLException {
        failure = why;
        following = false;
        List<AutoCloseable> ends = new ArrayList<>();
        all.forEach(flow -> ends.add(() -> flow.close(why)));
        all.clear();
        ChangeWriter known = writer;
        writer = null;
        if (known != null) {
            ends.add(known);
        }
        Closing.close(ends);
    }
}
