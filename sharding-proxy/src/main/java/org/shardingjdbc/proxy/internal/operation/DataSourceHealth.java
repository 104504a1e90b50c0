package org.shardingjdbc.proxy.internal.operation;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.server.LogicDatabases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether databases answer. Whoever asks more often than once a second gets the answer of before. Safe for all threads.
 */
final class DataSourceHealth {
    private static final Logger LOG = LoggerFactory.getLogger(DataSourceHealth.class);
    private static final int SECONDS = 2;
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LogicDatabases databases;
    private final Executor executor;

    // ---- guarded by this

    private final Map<DataSource, CompletableFuture<Boolean>> waiting = new IdentityHashMap<>();
    private boolean asked;
    private long askedNanos;
    private @Nullable String silent;

    /** @param executor may wait */
    DataSourceHealth(LogicDatabases databases, Executor executor) {
        this.databases = databases;
        this.executor = executor;
    }

    /** A logic database of which no data source answers within two seconds; null where there is none. */
    synchronized @Nullable String silent() {
        if (!asked || System.nanoTime() - askedNanos >= KEPT_NANOS) {
            silent = find();
            asked = true;
            askedNanos = System.nanoTime();
        }
        return silent;
    }

    private @Nullable String find() {
        waiting.values().removeIf(CompletableFuture::isDone);
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        List<String> names = List.copyOf(databases.names());
        for (String name : names) {
            answers.add(anyAnswers(databases.get(name).dataSources().values()));
        }
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (int i = 0; i < names.size(); i++) {
            if (!isTrue(answers.get(i), end)) {
                return names.get(i);
            }
        }
        return null;
    }

    private static boolean isTrue(CompletableFuture<Boolean> answer, long end) {
        try {
            return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("No data source answers", e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** True at the first one that answers, and false when all have failed. */
    private CompletableFuture<Boolean> anyAnswers(Collection<DataSource> dataSources) {
        CompletableFuture<Boolean> any = new CompletableFuture<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (DataSource each : dataSources) {
            all.add(answer(each).thenAccept(answers -> {
                if (answers) {
                    any.complete(true);
                }
            }));
        }
        CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
                .whenComplete((done, failure) -> any.complete(false));
        return any;
    }

    /** Who has not answered yet is not asked again, as each question holds a thread. */
    private CompletableFuture<Boolean> answer(DataSource dataSource) {
        CompletableFuture<Boolean> before = waiting.get(dataSource);
        if (before != null && !before.isDone()) {
            return before;
        }
        CompletableFuture<Boolean> now = CompletableFuture.supplyAsync(() -> answers(dataSource), executor);
        waiting.put(dataSource, now);
        return now;
    }

    private static boolean answers(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.isValid(SECONDS);
        } catch (SQLException e) {
            LOG.debug("A data source does not answer", e);
            return false;
        }
    }
}
