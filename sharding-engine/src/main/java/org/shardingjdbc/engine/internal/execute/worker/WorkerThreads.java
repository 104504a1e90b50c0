package org.shardingjdbc.engine.internal.execute.worker;

import java.util.Locale;

/**
 * The prop {@code worker-threads}: the kind of threads that workers are, where their number has no bound.
 *
 * <p>A virtual thread that waits inside a monitor holds its carrier up to JDK 23, and there are only as many carriers
 * as processors. So drivers that lock with monitors (H2 in memory, Connector/J before 9) would keep all other virtual
 * threads of the application from running. The drivers of PostgreSQL and MariaDB do not use monitors any more.
 */
public enum WorkerThreads {
    /** Virtual threads on JDKs where no driver can pin a carrier thread. */
    AUTO(24),
    PLATFORM(Integer.MAX_VALUE),
    /**
     * Virtual threads wherever the JDK has them: for applications whose drivers are known not to pin carrier threads.
     */
    VIRTUAL(21);

    private final int firstVersion;

    WorkerThreads(int firstVersion) {
        this.firstVersion = firstVersion;
    }

    /** @param text one of the constants, in lower case */
    public static WorkerThreads of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** Whether workers are virtual threads on this JDK. */
    boolean areVirtual() {
        return Runtime.version().feature() >= firstVersion;
    }
}
