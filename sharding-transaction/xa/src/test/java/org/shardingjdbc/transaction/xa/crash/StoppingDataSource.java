package org.shardingjdbc.transaction.xa.crash;

import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.shardingjdbc.transaction.xa.ToldStatements;

/** DataSources whose statements end the process at a point of the protocol, as {@code kill -9} would. */
final class StoppingDataSource {
    private final StopPoint point;
    private final AtomicInteger executed = new AtomicInteger();
    /** Not before the first transaction was seen to work. */
    private volatile boolean armed;

    StoppingDataSource(StopPoint point) {
        this.point = point;
    }

    void arm() {
        armed = true;
    }

    DataSource around(DataSource dataSource) {
        return new ToldStatements(this::before, this::after).of(dataSource);
    }

    private void before(String sql) {
        if (armed && point.isBefore(sql, executed.get())) {
            Runtime.getRuntime().halt(1);
        }
    }

    private void after(String sql) {
        if (armed && point.isOfPhase(sql) && point.isAfter(sql, executed.incrementAndGet())) {
            Runtime.getRuntime().halt(1);
        }
    }
}
