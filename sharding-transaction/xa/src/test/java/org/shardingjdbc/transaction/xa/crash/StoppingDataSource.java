package org.shardingjdbc.transaction.xa.crash;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.shardingjdbc.transaction.xa.ToldStatements;

/** DataSources whose statements end a process at a point of the protocol, as {@code kill -9} would. */
final class StoppingDataSource {
    private final StopPoint point;
    private final Runnable stop;
    private final AtomicInteger executed = new AtomicInteger();
    /** Not before the first transaction was seen to work. */
    private volatile boolean armed;

    /** @param stop ends the process; called once */
    StoppingDataSource(StopPoint point, Runnable stop) {
        this.point = point;
        this.stop = stop;
    }

    void arm() {
        armed = true;
    }

    DataSource around(DataSource dataSource) {
        return new ToldStatements(this::before, this::after).of(dataSource);
    }

    private synchronized void before(String sql) {
        if (armed && point.isBefore(sql, executed.get())) {
            armed = false;
            stop.run();
        }
    }

    private synchronized void after(String sql) {
        if (armed && point.isOfPhase(sql) && point.isAfter(sql, executed.incrementAndGet())) {
            armed = false;
            stop.run();
        }
    }
}
