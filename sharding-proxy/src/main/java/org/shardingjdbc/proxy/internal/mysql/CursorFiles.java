package org.shardingjdbc.proxy.internal.mysql;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many files the cursors of a session may have, or those of all sessions together: each is open as long as its
 * cursor is, and a process has only so many. Safe for all threads.
 */
final class CursorFiles {
    /** Of a session. */
    static final int MOST_OF_SESSION = 64;
    /** Of a server. */
    static final int MOST_OF_SERVER = 1024;

    private final int most;
    private final @Nullable CursorFiles all;
    private final AtomicInteger open = new AtomicInteger();

    /** @param all to which they belong as well; null for none */
    CursorFiles(int most, @Nullable CursorFiles all) {
        this.most = most;
        this.all = all;
    }

    int most() {
        return most;
    }

    /** @return false where there are as many as there may be */
    boolean take() {
        if (open.incrementAndGet() <= most && (all == null || all.take())) {
            return true;
        }
        open.decrementAndGet();
        return false;
    }

    /** One is closed. */
    void give() {
        open.decrementAndGet();
        if (all != null) {
            all.give();
        }
    }
}
