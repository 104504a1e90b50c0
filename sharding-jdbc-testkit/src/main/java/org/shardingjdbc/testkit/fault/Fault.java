package org.shardingjdbc.testkit.fault;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Objects;

/**
 * What happens at a JDBC call instead of, before or after the call itself. Immutable; one fault may strike many times.
 */
public sealed interface Fault {

    /** The call is not made; it fails with a new SQLException of that message, SQLState and vendor code. */
    static Fault throwing(String message, String sqlState, int vendorCode) {
        return new Throwing(message, sqlState, vendorCode);
    }

    /** The call is not made; it fails with an SQLException that no database would raise by itself. */
    static Fault throwing() {
        return throwing("fault on demand", "XX001", 4711);
    }

    /** The call is not made; it fails as drivers do that have a defect, with an exception that is no SQLException. */
    static Fault breaking() {
        return new Breaking(false);
    }

    /** The call is not made; it fails with an Error, as where memory ends. */
    static Fault breakingByError() {
        return new Breaking(true);
    }

    /** The call is made after that time. */
    static Fault delay(Duration time) {
        return new Delay(time);
    }

    /**
     * The call waits, deaf to thread interrupts as a socket read is. {@link JdbcProbe#release()} lets it go on;
     * cancelling its statement, and closing or aborting its connection, let it fail.
     */
    static Fault hang() {
        return new Hang();
    }

    /**
     * The call is made; then the fault strikes, so that its caller does not know what it did. What it opened is closed.
     */
    static Fault afterwards(Fault fault) {
        return new Afterwards(fault);
    }

    /** The call is not made; its connection is gone, and so is everything that came from it. */
    static Fault dropConnection() {
        return new DropConnection();
    }

    /** See {@link #throwing(String, String, int)}. */
    record Throwing(String message, String sqlState, int vendorCode) implements Fault {
        public Throwing {
            Objects.requireNonNull(message, "message");
            Objects.requireNonNull(sqlState, "sqlState");
        }

        SQLException exception(JdbcCall call) {
            return new SQLException(message + " at " + call, sqlState, vendorCode);
        }
    }

    /** See {@link #afterwards(Fault)}. */
    record Afterwards(Fault fault) implements Fault {
        public Afterwards {
            Objects.requireNonNull(fault, "fault");
        }
    }

    /** See {@link #breaking()} and {@link #breakingByError()}. */
    record Breaking(boolean error) implements Fault {}

    /** See {@link #delay(Duration)}. */
    record Delay(Duration time) implements Fault {
        public Delay {
            Objects.requireNonNull(time, "time");
        }
    }

    /** See {@link #hang()}. */
    record Hang() implements Fault {}

    /** See {@link #dropConnection()}. */
    record DropConnection() implements Fault {
        static SQLException exception(Object call) {
            return new SQLNonTransientConnectionException("connection dropped at " + call, "08006", 4712);
        }
    }
}
