package org.shardingjdbc.transaction.xa.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The transactions that are open, and the clock that ends those whose time is over: their users may never come back,
 * and coordinators differ in what they do then. Safe for all threads.
 */
final class OpenTransactions implements AutoCloseable {
    private static final long LOOKS_EVERY_MILLIS = 500;

    private final Set<XaTransaction> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService clock;

    OpenTransactions() {
        clock = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "sharding-xa-timeouts");
            thread.setDaemon(true);
            return thread;
        });
        clock.scheduleWithFixedDelay(this::expire, LOOKS_EVERY_MILLIS, LOOKS_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    void add(XaTransaction transaction) {
        open.add(transaction);
    }

    void remove(XaTransaction transaction) {
        open.remove(transaction);
    }

    private void expire() {
        for (XaTransaction each : open) {
            if (each.expire()) {
                open.remove(each);
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
