package org.shardingjdbc.proxy.internal.server;

/** Bytes of a client that are no message of the protocol; its session ends. */
public final class ProtocolViolation extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message as the client is told it */
    public ProtocolViolation(String message) {
        super(message, null, false, false);
    }
}
