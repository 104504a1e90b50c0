package org.shardingjdbc.rule.watch;

import org.shardingjdbc.Incubating;

/** A database does not answer. */
@Incubating
public final class DatabaseAwayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cause what its driver said */
    public DatabaseAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
