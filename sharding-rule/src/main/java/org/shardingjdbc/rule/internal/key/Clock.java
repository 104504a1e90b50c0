package org.shardingjdbc.rule.internal.key;

import java.util.concurrent.locks.LockSupport;

/** The time as key generators see it. */
interface Clock {
    /** The system's clock. */
    Clock SYSTEM = new Clock() {
        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public void waitMillis(long duration) {
            LockSupport.parkNanos(duration * 1_000_000);
        }
    };

    /** Milliseconds since 1970-01-01T00:00Z; may step back. */
    long millis();

    /** Lets about so many milliseconds pass, perhaps fewer. */
    void waitMillis(long duration);
}
