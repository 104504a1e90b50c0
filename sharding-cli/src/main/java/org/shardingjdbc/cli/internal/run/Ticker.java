package org.shardingjdbc.cli.internal.run;

import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.output.Output;

/**
 * A line on the screen that says that something is still at work, from the first second on; gone when it is closed.
 * Nothing where errors go to no screen. One per work; closed by the thread that made it.
 */
public final class Ticker implements AutoCloseable {
    private static final long FIRST_MILLIS = 800;
    private static final long NEXT_MILLIS = 200;
    private static final String ERASE = "\r\u001b[K";

    private final Output output;
    private final @Nullable Thread thread;
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean shown;

    /** Tells the time. */
    public Ticker(Output output) {
        this(output, seconds -> String.format(Locale.ROOT, "%.1f s, Ctrl-C cancels", seconds / 1e3));
    }

    /** @param text what to say after so many milliseconds */
    public Ticker(Output output, LongFunction<String> text) {
        this.output = output;
        if (!output.live()) {
            thread = null;
            return;
        }
        long start = System.nanoTime();
        thread = new Thread(() -> tick(start, text), "sharding-ticker");
        thread.setDaemon(true);
        thread.start();
    }

    private void tick(long start, LongFunction<String> text) {
        long wait = FIRST_MILLIS;
        try {
            while (!end.await(wait, TimeUnit.MILLISECONDS)) {
                shown = true;
                output.err().print(ERASE + text.apply((System.nanoTime() - start) / 1_000_000));
                output.err().flush();
                wait = NEXT_MILLIS;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Wipes what it told; says nothing more. */
    void stop() {
        if (thread == null || end.getCount() == 0) {
            return;
        }
        end.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (shown) {
            output.err().print(ERASE);
            output.err().flush();
        }
    }
}
