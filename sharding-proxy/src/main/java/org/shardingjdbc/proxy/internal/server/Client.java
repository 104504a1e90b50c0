package org.shardingjdbc.proxy.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.net.SocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client. Threads that listen put its messages into a queue; one thread at a time takes them out
 * and gives them to the conversation, in their order. While the queue is full nothing is read from the network, so that
 * the client waits.
 */
public final class Client {
    private static final Logger LOG = LoggerFactory.getLogger(Client.class);
    private static final int MOST_WAITING_BYTES = 1024 * 1024;

    /** What the server itself puts into the queue of messages. */
    private enum Sign {
        OPENED,
        /** Go when nothing is harmed. */
        LEAVE
    }

    private final Channel channel;
    private final ClientKey key;
    private final ConnectedClients sessions;
    private final BackendThreads threads;
    private final @Nullable ServerTls tls;
    private final ClientOutput output;
    private final Conversation conversation;

    private volatile boolean authenticated;
    private volatile boolean encrypted;

    // ---- guarded by this

    private final Deque<Object> waiting = new ArrayDeque<>();
    private int waitingBytes;
    private boolean paused;
    /** Whether a thread works the queue off. */
    private boolean working;
    /** Whether the connection is closed, so that nothing that waits is of use. */
    private boolean gone;
    /** What is said before anything else, as the session ends by it. */
    private @Nullable Farewell farewell;

    // ---- of the thread that works

    private boolean leaving;
    private boolean ended;

    Client(
            Channel channel,
            ClientKey key,
            Protocol protocol,
            ConnectedClients sessions,
            BackendThreads threads,
            @Nullable ServerTls tls) {
        this.channel = channel;
        this.key = key;
        this.sessions = sessions;
        this.threads = threads;
        this.tls = tls;
        this.output = new ClientOutput(channel);
        this.conversation = protocol.converse(this);
    }

    /** By what others find this session. */
    public ClientKey key() {
        return key;
    }

    /** All sessions of the server, this one too. */
    public ConnectedClients sessions() {
        return sessions;
    }

    /** What goes to the client; for the conversation alone. */
    public ClientOutput output() {
        return output;
    }

    /** From where it comes; null when it is gone. */
    public @Nullable SocketAddress address() {
        return channel.remoteAddress();
    }

    // ---- login

    /** Whether it is known who the client is. */
    public boolean isAuthenticated() {
        return authenticated;
    }

    /**
     * Says that it is known who the client is: it may take its time from now on.
     *
     * @return false when there are as many clients as there may be; it is to be sent away
     */
    public boolean authenticate() {
        authenticated = sessions.admit();
        return authenticated;
    }

    /** Whether what is sent is encrypted. */
    public boolean isEncrypted() {
        return encrypted;
    }

    /** Whether the server has a certificate. */
    public boolean offersTls() {
        return tls != null;
    }

    /**
     * Sends an answer in plain bytes and encrypts all that comes after it. For the decoder, at a moment at which it has
     * no more bytes.
     *
     * @param answer may be empty
     */
    public void startTls(byte[] answer) {
        ServerTls offered = tls;
        if (offered == null) {
            throw new IllegalStateException("no certificate is configured");
        }
        if (answer.length > 0) {
            channel.writeAndFlush(Unpooled.wrappedBuffer(answer), channel.voidPromise());
        }
        channel.pipeline().addFirst(offered.handler(channel));
        encrypted = true;
    }

    /** Sends an answer without the conversation; for the decoder, before the first message. */
    public void answerAtOnce(byte[] answer) {
        ByteBuf bytes = Unpooled.wrappedBuffer(answer);
        channel.writeAndFlush(bytes, channel.voidPromise());
    }

    // ---- the queue

    void opened() {
        put(Sign.OPENED, 0);
        receivedAll();
    }

    /** By the threads that listen. */
    void received(ClientMessage message) {
        put(message, message.weight());
    }

    /** The client is to go as soon as it is idle. */
    void leave() {
        put(Sign.LEAVE, 0);
        receivedAll();
    }

    /** The session ends by these words, before anything that waits. By any thread. */
    public void dismiss(Farewell last) {
        synchronized (this) {
            if (farewell == null) {
                farewell = last;
            }
            startWork();
        }
        threads.run(conversation::cancel);
    }

    /** The connection is closed. What runs is stopped, what waits forgotten. */
    void disconnected() {
        synchronized (this) {
            gone = true;
            waiting.clear();
            startWork();
        }
        output.wake();
        threads.run(conversation::cancel);
    }

    private synchronized void put(Object what, int weight) {
        if (gone || farewell != null) {
            return;
        }
        waiting.add(what);
        waitingBytes += weight;
        if (waitingBytes >= MOST_WAITING_BYTES && !paused) {
            paused = true;
            channel.config().setAutoRead(false);
        }
    }

    /** All is received that came along: what was sent together is seen together by {@link #next}. */
    synchronized void receivedAll() {
        if (!waiting.isEmpty()) {
            startWork();
        }
    }

    private void startWork() {
        if (!working) {
            working = true;
            threads.run(this::work);
        }
    }

    /** The next thing to do; null when there is none, and then nobody works any more. */
    private synchronized @Nullable Object take() {
        if (ended) {
            working = false;
            return null;
        }
        if (gone) {
            return this;
        }
        if (farewell != null) {
            return farewell;
        }
        Object next = waiting.poll();
        if (next == null) {
            working = false;
        } else if (next instanceof ClientMessage message) {
            waitingBytes -= message.weight();
            if (paused && waitingBytes < MOST_WAITING_BYTES / 2) {
                paused = false;
                channel.config().setAutoRead(true);
            }
        }
        return next;
    }

    /** The message that will be received next, where it is there already; for the conversation. */
    public synchronized @Nullable ClientMessage next() {
        return waiting.peek() instanceof ClientMessage message ? message : null;
    }

    // ---- the conversation

    private void work() {
        for (Object next = take(); next != null; next = take()) {
            try {
                handle(next);
                if (leaving && !ended && conversation.isIdle()) {
                    end(new Farewell(Farewell.Reason.SHUTDOWN, "The server is shutting down"));
                }
            } catch (ClientGone e) {
                end(null);
            } catch (ProtocolViolation e) {
                end(new Farewell(Farewell.Reason.VIOLATION, String.valueOf(e.getMessage())));
            } catch (RuntimeException | Error e) {
                LOG.error("A session of the proxy failed and ends", e);
                end(new Farewell(Farewell.Reason.INTERNAL, "Internal error of the proxy: " + e));
            }
        }
    }

    private void handle(Object next) throws ClientGone, ProtocolViolation {
        if (next instanceof ClientMessage message) {
            conversation.receive(message);
        } else if (next == Sign.OPENED) {
            conversation.opened();
        } else if (next == Sign.LEAVE) {
            leaving = true;
        } else if (next instanceof Farewell last) {
            end(last);
        } else {
            end(null);
        }
    }

    /** Ends the session by the wish of the client; for the conversation. */
    public void hangUp() {
        end(null);
    }

    private void end(@Nullable Farewell last) {
        if (ended) {
            return;
        }
        ended = true;
        try {
            if (last != null && channel.isActive()) {
                conversation.farewell(last);
                output.flush();
            }
        } catch (ClientGone e) {
            LOG.debug("A client was gone before it could be told why", e);
        } catch (RuntimeException | Error e) {
            LOG.error("The last words of a session failed", e);
        }
        output.discard();
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        try {
            conversation.closed();
        } catch (RuntimeException | Error e) {
            LOG.error("The end of a session failed", e);
        } finally {
            sessions.remove(this);
        }
    }

    /** Stops what the session runs, and waits until the database was told. By any thread. */
    public void cancel() {
        conversation.cancel();
    }

    void wake() {
        output.wake();
    }
}
