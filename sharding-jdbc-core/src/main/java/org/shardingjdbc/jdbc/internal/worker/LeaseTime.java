package org.shardingjdbc.jdbc.internal.worker;

import java.util.concurrent.TimeUnit;

/** Time as leases see it. */
interface LeaseTime {
    /** The system's time. */
    LeaseTime SYSTEM = new LeaseTime() {
        @Override
        public long elapsedMillis() {
            return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }

        @Override
        public void sleep(long millis) throws InterruptedException {
            Thread.sleep(millis);
        }
    };

    /** Milliseconds since some moment; never steps back. */
    long elapsedMillis();

    /** Milliseconds since 1970-01-01T00:00Z, the clock of the keys. */
    long wallMillis();

    /** Waits. */
    void sleep(long millis) throws InterruptedException;
}
