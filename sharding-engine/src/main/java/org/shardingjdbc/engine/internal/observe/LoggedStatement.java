package org.shardingjdbc.engine.internal.observe;

import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.observe.ObservedStatement;
import org.shardingjdbc.engine.observe.ObservedUnits;
import org.shardingjdbc.engine.observe.StatementObservation;
import org.shardingjdbc.engine.observe.UnitListener;

/**
 * The facts of one statement for the log. The statement is over when the method of the application has returned and the
 * last unit is closed. Safe for all threads, as several report on units.
 */
final class LoggedStatement implements StatementObservation, UnitListener {
    private final StatementLog log;
    private final ObservedStatement statement;
    private final long beganAt = System.nanoTime();
    private final Set<String> dataSources = new TreeSet<>();
    private long executingNanos;
    private long readingNanos;
    private int units;
    private int open;
    private long rows;
    /** The rows of the last execution, which are those of the statement. */
    private long lastRows;

    private @Nullable SQLException failure;
    private boolean returned;
    private boolean over;

    LoggedStatement(StatementLog log, ObservedStatement statement) {
        this.log = log;
        this.statement = statement;
    }

    // ---- while it happens

    @Override
    public synchronized UnitListener executes(ObservedUnits executed) {
        units += executed.size();
        lastRows = 0;
        return this;
    }

    @Override
    public void returns(@Nullable SQLException thrown) {
        boolean now;
        synchronized (this) {
            executingNanos = System.nanoTime() - beganAt;
            // the rows that were read meanwhile are part of it
            readingNanos = 0;
            failure = thrown;
            returned = true;
            now = mayEnd();
        }
        if (now) {
            log.over(this);
        }
    }

    @Override
    public void connected() {
        // A unit has waited until it begins.
    }

    @Override
    public synchronized void began(int unit, String dataSourceName) {
        dataSources.add(dataSourceName);
        open++;
    }

    @Override
    public synchronized void executed(int unit, long changed, int roundTrips) {
        lastRows += Math.max(0, changed);
    }

    @Override
    public synchronized void rowsRead(int unit, long read, long nanos) {
        lastRows += read;
        readingNanos += nanos;
    }

    @Override
    public void failed(int unit, Throwable cause) {
        // The statement says so.
    }

    @Override
    public void closed(int unit) {
        boolean now;
        synchronized (this) {
            open--;
            now = mayEnd();
        }
        if (now) {
            log.over(this);
        }
    }

    /** Whether the statement is over now; true only once. */
    private boolean mayEnd() {
        if (over || !returned || open > 0 && failure == null) {
            return false;
        }
        over = true;
        rows = lastRows;
        return true;
    }

    // ---- afterwards

    String shape() {
        return statement.shape();
    }

    /**
     * The failure, if there was one. Our messages hold no values; drivers' messages may, so only the kind of their
     * errors is returned.
     */
    @Nullable
    String failure() {
        SQLException thrown = failure;
        if (thrown == null) {
            return null;
        }
        String message = thrown.getMessage();
        return message != null && message.startsWith("SHD-")
                ? message
                : thrown.getClass().getSimpleName() + ", SQLState " + thrown.getSQLState();
    }

    int units() {
        return units;
    }

    String rows() {
        return rows + (rows == 1 ? " row" : " rows");
    }

    /** The number of units and the databases that they went to. */
    String where() {
        String count = units + (units == 1 ? " unit" : " units");
        return dataSources.isEmpty() ? count : count + " on " + String.join(", ", dataSources);
    }

    /** The time until the method of the application returned. */
    long executingNanos() {
        return executingNanos;
    }

    /** The time of reading rows after that. */
    long readingNanos() {
        return readingNanos;
    }
}
