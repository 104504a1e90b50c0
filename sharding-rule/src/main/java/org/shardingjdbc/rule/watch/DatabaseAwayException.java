package org.shardingjdbc.rule.watch;

/** A database does not answer. */
public final class DatabaseAwayException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param cause what its driver said */
    public DatabaseAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
