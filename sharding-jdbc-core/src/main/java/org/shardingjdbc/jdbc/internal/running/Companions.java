package org.shardingjdbc.jdbc.internal.running;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.shardingjdbc.engine.observe.MoveState;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.RowMoves;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What other modules keep for a data source, one of each type, such as jobs that run in it; closed with it. Safe for
 * all threads.
 */
final class Companions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Companions.class);

    private final Map<Class<?>, AutoCloseable> kept = new LinkedHashMap<>();
    private boolean closed;

    /** @throws ShardingException when they are closed */
    synchronized <T extends AutoCloseable> T of(Class<T> type, Supplier<T> make) {
        if (closed) {
            throw new ShardingException(ErrorCode.CLOSED, "data source");
        }
        return type.cast(kept.computeIfAbsent(type, missing -> make.get()));
    }

    /** What those of them that move rows are at; not under the lock, as databases may be asked. */
    List<MoveState> moves() {
        List<AutoCloseable> all;
        synchronized (this) {
            all = new ArrayList<>(kept.values());
        }
        List<MoveState> moves = new ArrayList<>();
        for (AutoCloseable each : all) {
            if (each instanceof RowMoves.Running running) {
                moves.addAll(running.states());
            }
        }
        return moves;
    }

    /** Those that fail to close are logged: the data source closes all the same. */
    @Override
    public void close() {
        List<AutoCloseable> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(kept.values());
            kept.clear();
        }
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                LOG.warn("What was kept for a data source did not close in order", e);
            }
        }
    }
}
