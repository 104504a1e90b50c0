package org.shardingjdbc.rule.watch;

import org.shardingjdbc.Incubating;

/** A {@link WatchedDatabase} does not answer; a watch takes that for a finding and goes on. */
@Incubating
public final class DatabaseAwayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cause what its driver said */
    public DatabaseAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
