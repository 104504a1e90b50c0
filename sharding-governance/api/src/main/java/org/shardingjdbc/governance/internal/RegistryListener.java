package org.shardingjdbc.governance.internal;

/**
 * Whoever a repository tells that something may have changed, and tells again where the listener failed: a repository
 * does not find the same change a second time. Safe for all threads.
 */
public final class RegistryListener {
    private volatile Runnable told = () -> {};
    /** Whether the listener has failed, and was not told since. */
    private volatile boolean failed;

    /** That one is told from now on, in place of the one before. */
    public void set(Runnable listener) {
        told = listener;
    }

    /** Tells the listener, whose failure is thrown. */
    public void tell() {
        failed = false;
        boolean done = false;
        try {
            told.run();
            done = true;
        } finally {
            if (!done) {
                failed = true;
            }
        }
    }

    /** Tells the listener where it failed before. A repository calls this now and then. */
    public void tellAgain() {
        if (failed) {
            tell();
        }
    }
}
