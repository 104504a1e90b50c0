package org.shardingjdbc.transaction.xa.internal;

/** Nobody knows yet whether a decision to commit is in the log. */
public final class DecisionUnknownException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param cause null when there is none but time */
    public DecisionUnknownException(String message, Throwable cause) {
        super(message, cause);
    }
}
