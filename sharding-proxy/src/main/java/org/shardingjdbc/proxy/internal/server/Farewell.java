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
        /** The client sent what is no message. */
        VIOLATION,
        /** A defect of ours. */
        INTERNAL
    }
}
