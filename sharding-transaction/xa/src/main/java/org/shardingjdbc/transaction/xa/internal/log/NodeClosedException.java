package org.shardingjdbc.transaction.xa.internal.log;

/** Another process has closed the row of this one: it decides nothing any more. */
public final class NodeClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NodeClosedException(String message) {
        super(message);
    }
}
