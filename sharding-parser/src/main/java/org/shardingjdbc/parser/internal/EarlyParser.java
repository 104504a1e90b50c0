package org.shardingjdbc.parser.internal;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;

/**
 * Has the parser's classes loaded, and the tables of its grammar made, while who starts waits for databases: else the
 * first statement would wait for them. A thread of its own does so, which has ended when {@link #await} returns; once
 * in a JVM, as there is nothing to load for whoever starts later.
 */
public final class EarlyParser {
    /** Has what most statements have. */
    static final String STATEMENT = "SELECT a, b FROM t WHERE c = ? AND d > 1 ORDER BY a LIMIT 1";

    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    /** Null where somebody has begun before. */
    private final @Nullable Thread thread;

    private EarlyParser(@Nullable Thread thread) {
        this.thread = thread;
    }

    /** Begins. What fails is left to who parses next, who will meet it too. */
    public static EarlyParser start(Dialect dialect) {
        if (!BEGUN.compareAndSet(false, true)) {
            return new EarlyParser(null);
        }
        Thread thread = new Thread(() -> parse(dialect), "sharding-early-parser");
        thread.setDaemon(true);
        thread.start();
        return new EarlyParser(thread);
    }

    private static void parse(Dialect dialect) {
        try {
            new SqlParser(dialect).parse(STATEMENT);
        } catch (RuntimeException | LinkageError e) {
            return;
        }
    }

    /** Waits for its end; an interrupt stays pending for the caller, who goes on at once. */
    public void await() {
        if (thread == null) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
