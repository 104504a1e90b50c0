package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Does the same for several data sources at once, on threads that end with it. Stateless. */
final class ParallelSources {
    private static final int MOST_THREADS = 8;

    private ParallelSources() {}

    /** The results in the order of what they are of. */
    static <T, R> List<R> each(List<T> all, Function<T, R> work) {
        ExecutorService threads =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_THREADS, all.size())), ParallelSources::thread);
        try {
            List<Future<R>> begun = new ArrayList<>();
            all.forEach(each -> begun.add(threads.submit(() -> work.apply(each))));
            List<R> results = new ArrayList<>();
            for (Future<R> each : begun) {
                results.add(each.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "data sources were checked");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "sharding-check");
        thread.setDaemon(true);
        return thread;
    }
}
