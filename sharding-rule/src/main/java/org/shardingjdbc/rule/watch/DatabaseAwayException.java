package org.shardingjdbc.rule.watch;

import org.shardingjdbc.Incubating;

/** A {@link WatchedDatabase} does not answer; a watch treats that as a finding and goes on. */
@Incubating
public final class DatabaseAwayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cause the error of its driver */
    public DatabaseAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
