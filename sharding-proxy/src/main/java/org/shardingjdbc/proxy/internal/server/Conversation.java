package org.shardingjdbc.proxy.internal.server;

/**
 * What a protocol says to one client. One thread at a time calls it, and may wait in it, but for {@link #cancel}. It
 * answers by {@link Client#output()}, and tells the client of every failure itself: what it throws otherwise ends the
 * session.
 */
public interface Conversation {
    /** The client is there and has said nothing yet; a protocol whose server speaks first does so here. */
    void opened() throws ClientGone;

    /**
     * The client's next message, in their order.
     *
     * @throws ProtocolViolation when it is none that can come now; the session ends
     */
    void receive(ClientMessage message) throws ClientGone, ProtocolViolation;

    /** Whether the session may end now without harm: no transaction is open, no answer is half given. */
    boolean isIdle();

    /**
     * Stops what runs; of no effect where nothing does. By any thread, which it keeps as long as the database needs,
     * and again and again where the session is to end.
     */
    void cancel();

    /** The last words, after which the server closes the connection; written at a moment at which the client reads. */
    void farewell(Farewell farewell) throws ClientGone;

    /**
     * The client is gone or was sent away: rolls back and gives back what the session has. Nothing is called
     * afterwards.
     */
    void closed();
}
