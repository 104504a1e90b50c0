package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Events of a log as they are asked for, in their order, from a thread that receives them ahead by some. What ends the
 * connection is told behind the events before it. The server sends a sign of life when it has nothing; without one for
 * a long time the connection counts as lost.
 */
final class BinlogReader implements AutoCloseable {
    private static final int AHEAD_BYTES = 4 << 20;
    /** What an event counts at least, so that there are few hundreds. */
    private static final int LEAST_BYTES = 16 << 10;

    private static final String LOST = "08006";
    private static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long CLOSING_MILLIS = 50;

    private final BinaryLogClient client;
    private final long silenceNanos;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    /** How many bytes may still be received ahead. */
    private final Semaphore room = new Semaphore(AHEAD_BYTES);

    private final Thread thread;
    private volatile @Nullable Throwable failure;
    private volatile boolean ended;
    private volatile boolean closed;
    private long lastNanos = System.nanoTime();

    BinlogReader(BinaryLogClient client, long silenceNanos) {
        this.client = client;
        this.silenceNanos = silenceNanos;
        this.thread = new Thread(this::run, "sharding-jdbc-scaling-log");
        thread.setDaemon(true);
        client.registerEventListener(this::received);
        client.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onCommunicationFailure(BinaryLogClient its, Exception e) {
                failed(e);
            }

            @Override
            public void onEventDeserializationFailure(BinaryLogClient its, Exception e) {
                failed(e);
            }
        });
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            client.connect();
        } catch (IOException | RuntimeException | Error e) {
            failed(e);
        } finally {
            ended = true;
        }
    }

    private void failed(Throwable e) {
        if (failure == null) {
            failure = e;
        }
    }

    private void received(Event event) {
        try {
            while (failure == null && !closed) {
                if (room.tryAcquire(bytes(event), 1, TimeUnit.SECONDS)) {
                    events.add(event);
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One that is larger than all the room there is comes alone. */
    private static int bytes(Event event) {
        EventHeaderV4 header = event.getHeader();
        return (int) Math.min(AHEAD_BYTES, Math.max(LEAST_BYTES, header.getEventLength()));
    }

    /** @return null where none came in time */
    @Nullable
    Event next(long waitNanos) throws SQLException {
        boolean over = ended || failure != null;
        Event event;
        try {
            event = events.poll(over ? 0 : waitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
        if (event != null) {
            room.release(bytes(event));
            lastNanos = System.nanoTime();
            return event;
        }
        if (over) {
            Throwable cause = failure;
            Throwable first = cause != null && cause.getCause() != null ? cause.getCause() : cause;
            throw new SQLException(
                    "The server does not send its log any more" + (first == null ? "" : ": " + first.getMessage()),
                    state(cause, first),
                    cause);
        }
        if (System.nanoTime() - lastNanos > silenceNanos) {
            throw new SQLException(
                    "The server is silent: its log has not come for " + TimeUnit.NANOSECONDS.toSeconds(silenceNanos)
                            + " seconds",
                    LOST);
        }
        return null;
    }

    /** A connection that is lost may be made again; what the server says or what is not understood stays so. */
    private static @Nullable String state(@Nullable Throwable cause, @Nullable Throwable first) {
        if (first instanceof ServerException said) {
            return said.getSqlState();
        }
        return cause == null || cause instanceof IOException && !(cause instanceof EventDataDeserializationException)
                ? LOST
                : null;
    }

    /**
     * Ends the connection also while it is still being made, when there is nothing to be disconnected yet, and for a
     * thread that is interrupted, as one that is told to end is: else the server would send its log for ever.
     */
    @Override
    public void close() throws SQLException {
        closed = true;
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + CLOSING_NANOS;
        try {
            while (thread.isAlive()) {
                if (System.nanoTime() - end > 0) {
                    throw new SQLException("The connection to the log does not close");
                }
                client.disconnect();
                thread.interrupt();
                interrupted |= !isJoined();
            }
        } catch (IOException e) {
            throw new SQLException("The connection to the log does not close", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits a moment; false when the wait is interrupted. */
    private boolean isJoined() {
        try {
            thread.join(CLOSING_MILLIS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
