package org.shardingjdbc.proxy.internal.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What a client is sent. It is collected in a buffer and goes to the network in pieces; who sends waits as long as the
 * network does not take more, so that a slow client fills no memory. Used by the thread that converses.
 */
public final class ClientOutput {
    /** From how much on a piece is worth a call of the network. */
    private static final int PIECE_BYTES = 16 * 1024;

    private final Channel channel;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Whether who waits for the network is to give up. */
    private volatile boolean dismissed;
    /** Whether nobody waits for the network any more; of the thread that converses. */
    private boolean last;

    private @Nullable ByteBuf collected;

    ClientOutput(Channel channel) {
        this.channel = channel;
    }

    /** Where the next message is to be appended; valid until the next call of another method. */
    public ByteBuf buffer() {
        ByteBuf open = collected;
        if (open == null) {
            open = channel.alloc().buffer(512);
            collected = open;
        }
        return open;
    }

    /** To be called after each message of many: sends what is collected where that is much, and may wait. */
    public void paced() throws ClientGone {
        ByteBuf open = collected;
        if (open != null && open.readableBytes() >= PIECE_BYTES) {
            flush();
        }
    }

    /** Sends what is collected, and waits until the network takes more. */
    public void flush() throws ClientGone {
        ByteBuf open = collected;
        collected = null;
        if (open != null) {
            channel.writeAndFlush(open, channel.voidPromise());
        }
        if (!last && !channel.isWritable()) {
            awaitWritable();
        }
    }

    private void awaitWritable() throws ClientGone {
        lock.lock();
        try {
            while (!channel.isWritable()) {
                if (dismissed || !channel.isActive()) {
                    throw new ClientGone();
                }
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClientGone();
        } finally {
            lock.unlock();
        }
    }

    /** Tells who waits that the network takes more, or that nobody is there. By any thread. */
    void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Who waits for the network is told that the client is gone, as nobody knows whether it ever reads again. */
    void dismiss() {
        dismissed = true;
        wake();
    }

    /** What comes now are the last words, which are sent without waiting. */
    void last() {
        last = true;
    }

    /** Forgets what is collected. */
    void discard() {
        ByteBuf open = collected;
        collected = null;
        if (open != null) {
            open.release();
        }
    }
}
