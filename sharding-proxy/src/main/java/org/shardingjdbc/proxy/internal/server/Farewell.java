package org.shardingjdbc.proxy.internal.server;

/**
 * Why the server ends a session.
 *
 * @param message in words, for the client
 */
public record Farewell(Reason reason, String message) {
    /** What protocols have codes of their own for. */
    public enum Reason {
        /** The server closes. */
        SHUTDOWN,
        /** The client has sent nothing for too long. */
        IDLE,
        /** The client has sent nothing for too long while its transaction was open. */
        IDLE_IN_TRANSACTION,
        /** The client sent what is no message. */
        VIOLATION,
        /** A defect of ours. */
        INTERNAL
    }
}
