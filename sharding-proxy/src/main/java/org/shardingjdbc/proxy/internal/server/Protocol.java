package org.shardingjdbc.proxy.internal.server;

import io.netty.handler.codec.ByteToMessageDecoder;

/** A wire protocol. Safe for all threads; one per server. */
public interface Protocol {
    /**
     * Cuts the bytes of a client into messages, and hands on each as a {@link ClientMessage}. It is called by the
     * threads that listen and must not wait. Until {@link Client#isAuthenticated()} it takes no more than small
     * messages; for bytes that are no message it throws a {@link ProtocolViolation}, and is not asked again.
     *
     * @return a new one; it may call {@link Client#startTls}
     */
    ByteToMessageDecoder decoder(Client client);

    /**
     * What is sent to a connection of more than there may be, which is closed before anything is read of it; empty
     * where nothing can be said then.
     */
    default byte[] tooMany() {
        return new byte[0];
    }

    /**
     * What is spoken with a client. Nothing is opened yet.
     *
     * @return a new one
     */
    Conversation converse(Client client);
}
