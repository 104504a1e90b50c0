package org.shardingjdbc.proxy.internal.server;

/**
 * A whole message of a client, copied out of the buffers of the network.
 *
 * @param mark what its header says beside the length: the type in PostgreSQL's protocol, the number in MySQL's
 * @param body what follows the header; belongs to whoever receives it
 */
public record ClientMessage(int mark, byte[] body) {
    /** What a message weighs in the queue besides its body, so that many empty ones fill it too. */
    private static final int HEAD_BYTES = 64;

    int weight() {
        return HEAD_BYTES + body.length;
    }
}
