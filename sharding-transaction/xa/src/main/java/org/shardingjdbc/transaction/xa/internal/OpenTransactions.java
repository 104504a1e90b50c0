package org.shardingjdbc.transaction.xa.internal;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions that are open, and the clock that ends those whose time is over: their users may never come back,
 * and coordinators differ in what they do then. Safe for all threads.
 */
final class OpenTransactions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OpenTransactions.class);
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
            try {
                if (each.expire()) {
                    open.remove(each);
                }
            } catch (RuntimeException | Error e) {
                // The clock goes on for the others; an error that is thrown here would stop it.
                LOG.warn("A transaction whose time is over could not be broken off", e);
            }
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
