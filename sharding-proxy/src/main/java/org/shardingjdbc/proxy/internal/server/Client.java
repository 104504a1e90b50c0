package org.shardingjdbc.proxy.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.ProxyAccount;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection of a client. Threads that listen put its messages into a queue; one thread at a time takes them out
 * and gives them to the conversation, in their order. While the queue is full nothing is read from the network, so that
 * the client waits.
 */
public final class Client {
    private static final Logger LOG = LoggerFactory.getLogger(Client.class);
    /** How many characters of a statement are kept for others to see. */
    private static final int MOST_SHOWN = 1024;

    private static final int MOST_WAITING_BYTES = 1024 * 1024;
    private static final String FIRST_DECODER = "first";
    /** How often a session that is to end is stopped again, as it may begin something between. */
    private static final long STOP_AGAIN_MILLIS = 1000;

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
    private final byte[] tooMany;

    private final Instant since = Instant.now();

    private volatile boolean encrypted;
    /** From where it comes, where somebody stands between; null where nobody does. */
    private volatile @Nullable InetSocketAddress forwarded;
    /** Null until it is known who it is. */
    private volatile @Nullable ProxyAccount account;

    private volatile String database = "";
    private volatile @Nullable String statement;
    /** The address under which it counts; of the thread that works. */
    private @Nullable InetAddress admittedFrom;

    // ---- guarded by this

    private final Deque<Object> waiting = new ArrayDeque<>();
    private int waitingBytes;
    /** Written under the lock; read by decoders without. */
    private volatile boolean paused;
    /** Whether a thread that listens is told already that there is room. */
    private boolean resuming;

    /** Whether a thread works the queue off. */
    private boolean working;
    /** Since when a thread works, or none does. */
    private long changedNanos = System.nanoTime();
    /** Whether a transaction was open when the last thread had nothing more to do. */
    private boolean quietInTransaction;
    /** Whether the connection is closed, so that nothing that waits is of use. */
    private boolean gone;
    /** What is said before anything else, as the session ends by it. */
    private @Nullable Farewell farewell;

    // ---- of the thread that works

    private boolean leaving;
    private volatile boolean ended;

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
        this.tooMany = protocol.tooMany();
    }

    /** By what others find this session. */
    public ClientKey key() {
        return key;
    }

    /** What is taken of a client. */
    public ServerLimits limits() {
        return sessions.limits();
    }

    /** All sessions of the server, this one too. */
    public ConnectedClients sessions() {
        return sessions;
    }

    /** What goes to the client; for the conversation alone. */
    public ClientOutput output() {
        return output;
    }

    /**
     * From where it comes, also where somebody who is trusted stands between and says so; null where it is not known.
     */
    public @Nullable SocketAddress address() {
        SocketAddress told = forwarded;
        return told == null ? channel.remoteAddress() : told;
    }

    /** Who stands between has said from where the client comes. */
    void forwarded(InetSocketAddress address) {
        forwarded = address;
    }

    /**
     * It is known from where it comes, and nothing else.
     *
     * @return false where there are too many from there, and it is closed
     */
    boolean arrives() {
        if (!(address() instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return true;
        }
        InetAddress from = internet.getAddress();
        if (!sessions.arrives(from)) {
            sendAway();
            return false;
        }
        channel.closeFuture().addListener(closed -> sessions.departed(from));
        return true;
    }

    private void sendAway() {
        sessions.counts().refusedLogins.increment();
        channel.writeAndFlush(Unpooled.wrappedBuffer(tooMany)).addListener(ChannelFutureListener.CLOSE);
    }

    // ---- login

    /** Whether it is known who the client is. */
    public boolean isAuthenticated() {
        return account != null;
    }

    /**
     * Says that it is known who the client is: it may take its time from now on. One that was somebody else is so no
     * more, whatever is answered. By the conversation.
     *
     * @return why it is to be sent away, where it is not admitted
     */
    public Admission authenticate(ProxyAccount known) {
        leaveAccount();
        InetAddress from = address() instanceof InetSocketAddress internet ? internet.getAddress() : null;
        Admission admission = sessions.admit(known.name(), from);
        if (admission == Admission.ADMITTED) {
            admittedFrom = from;
            account = known;
        } else {
            refused();
        }
        return admission;
    }

    private void leaveAccount() {
        ProxyAccount left = account;
        if (left != null) {
            account = null;
            sessions.release(left.name(), admittedFrom);
        }
    }

    /** Counts that it is not let in. By the conversation. */
    public void refused() {
        sessions.counts().refusedLogins.increment();
    }

    /**
     * Why the certificate that the client has shown, or not, does not let it be a user; in words, and null where it
     * does. By the conversation, before it asks for a password.
     */
    public @Nullable String whyNotByCertificate(String user) {
        ServerTls offered = tls;
        return offered == null ? null : offered.whyNot(user, channel.pipeline().get(SslHandler.class));
    }

    /** Which logic database it uses now. By the conversation. */
    public void uses(String name) {
        database = name;
    }

    /**
     * What it executes now, of which others see the beginning. By the conversation, once for each statement.
     *
     * @param sql without what nobody may see, such as passwords
     */
    public void executes(String sql) {
        statement = sql.length() <= MOST_SHOWN ? sql : sql.substring(0, MOST_SHOWN);
        sessions.counts().statements.increment();
    }

    /** What others may see of the session now. By any thread. */
    public SessionView view() {
        ProxyAccount known = account;
        boolean works;
        boolean inTransaction;
        long changed;
        synchronized (this) {
            works = working;
            inTransaction = quietInTransaction;
            changed = changedNanos;
        }
        SessionView.State state = SessionView.State.LOGIN;
        if (known != null) {
            SessionView.State quiet = inTransaction ? SessionView.State.IDLE_IN_TRANSACTION : SessionView.State.IDLE;
            state = works ? SessionView.State.ACTIVE : quiet;
        }
        return new SessionView(
                key.id(),
                known == null ? "" : known.name(),
                database,
                address(),
                since,
                state,
                Duration.ofNanos(System.nanoTime() - changed),
                statement);
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

    /**
     * Has what comes from the client from now on go through one more decoder before that of the protocol. By the
     * conversation, at a moment at which the client waits for an answer.
     */
    public void decodeBefore(ByteToMessageDecoder first) {
        channel.pipeline().addBefore(ProxyServer.DECODER, FIRST_DECODER, first);
    }

    /**
     * Whether the queue takes more; for decoders, as few bytes of the network may be many messages. One that keeps
     * bytes while it does not is called again when it does.
     */
    public boolean takesMore() {
        return !paused;
    }

    /** The queue has room again: first come the bytes that decoders have kept, in their order, and then others. */
    private void goOn() {
        synchronized (this) {
            resuming = false;
            if (gone || farewell != null) {
                return;
            }
            paused = false;
        }
        for (String each : List.of(ProxyServer.DECODER, FIRST_DECODER)) {
            ChannelHandlerContext context = channel.pipeline().context(each);
            if (context != null && context.handler() instanceof ByteToMessageDecoder decoder) {
                decodeOn(decoder, context);
            }
        }
        receivedAll();
        synchronized (this) {
            if (!paused && !gone && farewell == null) {
                channel.config().setAutoRead(true);
            }
        }
    }

    private static void decodeOn(ByteToMessageDecoder decoder, ChannelHandlerContext context) {
        try {
            decoder.channelRead(context, Unpooled.EMPTY_BUFFER);
        } catch (Exception e) {
            context.fireExceptionCaught(e);
        }
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
        output.dismiss();
        closeSoon();
        threads.run(this::stopWhatRuns);
    }

    /** Who does not read its last words in time is closed without. */
    private void closeSoon() {
        ScheduledFuture<?> late = channel.eventLoop()
                .schedule(() -> channel.close(), ConnectedClients.LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        channel.closeFuture().addListener(closed -> late.cancel(false));
    }

    /** Stops what runs until nobody works for the client any more. */
    private void stopWhatRuns() {
        try {
            for (boolean first = true; isWorking(); first = false) {
                if (!first) {
                    Thread.sleep(STOP_AGAIN_MILLIS);
                }
                conversation.cancel();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isWorking() {
        return working && !ended;
    }

    /** The connection is closed. What runs is stopped, what waits forgotten. */
    void disconnected() {
        synchronized (this) {
            gone = true;
            waiting.clear();
            startWork();
        }
        output.wake();
        threads.run(this::stopWhatRuns);
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

    /** Dismisses it where it has sent nothing for longer than it may. */
    synchronized void expire(long nowNanos) {
        ServerLimits limits = sessions.limits();
        Duration most = quietInTransaction ? limits.idleTransactionTime() : limits.idleTime();
        if (working
                || gone
                || ended
                || farewell != null
                || account == null
                || most.isZero()
                || nowNanos - changedNanos < most.toNanos()) {
            return;
        }
        farewell = quietInTransaction
                ? new Farewell(Farewell.Reason.IDLE_IN_TRANSACTION, "The client sent nothing in its transaction")
                : new Farewell(Farewell.Reason.IDLE, "The client sent nothing");
        startWork();
    }

    private void startWork() {
        if (!working) {
            working = true;
            changedNanos = System.nanoTime();
            threads.run(this::work);
        }
    }

    /** The next thing to do; null when there is none, and then nobody works any more. */
    private synchronized @Nullable Object take() {
        if (ended) {
            rest();
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
            quietInTransaction = !conversation.isIdle();
            rest();
        } else if (next instanceof ClientMessage message) {
            waitingBytes -= message.weight();
            if (paused && !resuming && waitingBytes < MOST_WAITING_BYTES / 2) {
                resuming = true;
                channel.eventLoop().execute(this::goOn);
            }
        }
        return next;
    }

    private void rest() {
        working = false;
        changedNanos = System.nanoTime();
    }

    /** The message that will be received next, where it is there already; for the conversation. */
    public synchronized @Nullable ClientMessage next() {
        return waiting.peek() instanceof ClientMessage message ? message : null;
    }

    /**
     * A message that will be received later, where it is there already; for the conversation.
     *
     * @param between how many come before it
     */
    public synchronized @Nullable ClientMessage next(int between) {
        int before = 0;
        for (Object each : waiting) {
            if (before++ == between) {
                return each instanceof ClientMessage message ? message : null;
            }
        }
        return null;
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
                end(farewell());
            } catch (ProtocolViolation e) {
                end(new Farewell(Farewell.Reason.VIOLATION, String.valueOf(e.getMessage())));
            } catch (RuntimeException | Error e) {
                LOG.error("A session of the proxy failed and ends", e);
                end(new Farewell(Farewell.Reason.INTERNAL, "Internal error of the proxy: " + e));
            }
        }
    }

    private synchronized @Nullable Farewell farewell() {
        return farewell;
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
        output.last();
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
        if (channel.isActive()) {
            closeSoon();
        }
        try {
            conversation.closed();
        } catch (RuntimeException | Error e) {
            LOG.error("The end of a session failed", e);
        } finally {
            leaveAccount();
            channel.closeFuture().addListener(closed -> sessions.remove(this));
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
