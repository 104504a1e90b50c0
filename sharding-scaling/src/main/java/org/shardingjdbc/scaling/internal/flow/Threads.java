package org.shardingjdbc.scaling.internal.flow;

/** What is done with the threads of a job. Stateless. */
public final class Threads {
    private Threads() {}

    /** Waits until it has ended, whoever interrupts this meanwhile; the caller is interrupted afterwards. */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
