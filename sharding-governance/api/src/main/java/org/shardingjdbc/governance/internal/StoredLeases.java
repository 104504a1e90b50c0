package org.shardingjdbc.governance.internal;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.jdbc.governance.WorkerLease;
import org.shardingjdbc.jdbc.governance.WorkerLeases;

/** Leases of worker ids in a repository, one value for each id that was ever leased. Safe for all threads. */
final class StoredLeases implements WorkerLeases {
    private static final String FOLDER = "workers";
    /** How long who leases, or keeps a lease, waits for a registry that is away, as while it is started anew. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

    private static final long PAUSE_MILLIS = 50;

    private final Repository repository;

    StoredLeases(Repository repository) {
        this.repository = repository;
    }

    /** A question to the repository. */
    @FunctionalInterface
    private interface Question<T> {
        T ask();
    }

    private static <T> T asked(Question<T> question) throws SQLException {
        try {
            return question.ask();
        } catch (ShardingException e) {
            throw new SQLException(e.getMessage(), e.code().sqlState(), e);
        }
    }

    /**
     * Asks, and waits for a registry that is away or goes away meanwhile: who leases can wait. What was written when
     * the answer got lost counts as somebody else's lease then, which ends by itself; a beat that was written all the
     * same is followed by one more.
     */
    private static <T> T askedPatiently(Question<T> question) throws SQLException {
        long start = System.nanoTime();
        return asked(() -> {
            while (true) {
                try {
                    return question.ask();
                } catch (ShardingException e) {
                    if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE || System.nanoTime() - start >= PATIENCE_NANOS) {
                        throw e;
                    }
                }
                pause();
            }
        });
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for the registry");
        }
    }

    @Override
    public List<WorkerLease> read() throws SQLException {
        return askedPatiently(() -> {
            List<WorkerLease> leases = new ArrayList<>();
            repository.list(FOLDER).forEach((id, stored) -> leases.add(lease(id, stored)));
            return leases;
        });
    }

    @Override
    public boolean add(int workerId, String holder, long usedUntil) throws SQLException {
        return askedPatiently(() -> repository.write(key(workerId), text(holder, 1, usedUntil), 0) > 0);
    }

    @Override
    public boolean take(WorkerLease lease, String holder, long usedUntil) throws SQLException {
        return askedPatiently(() -> {
            StoredValue stored = repository.read(key(lease.workerId()));
            return stored != null
                    && lease(String.valueOf(lease.workerId()), stored).equals(lease)
                    && next(lease, holder, usedUntil, stored.version());
        });
    }

    @Override
    public boolean beat(int workerId, String holder, long usedUntil) throws SQLException {
        return askedPatiently(() -> ofHolder(workerId, holder, holder, usedUntil));
    }

    @Override
    public void release(int workerId, String holder, long usedUntil) throws SQLException {
        asked(() -> ofHolder(workerId, holder, WorkerLease.NOBODY, usedUntil));
    }

    private boolean ofHolder(int workerId, String holder, String nextHolder, long usedUntil) {
        StoredValue stored = repository.read(key(workerId));
        if (stored == null) {
            return false;
        }
        WorkerLease lease = lease(String.valueOf(workerId), stored);
        return lease.holder().equals(holder) && next(lease, nextHolder, usedUntil, stored.version());
    }

    private boolean next(WorkerLease lease, String holder, long usedUntil, long version) {
        return repository.write(key(lease.workerId()), text(holder, lease.beat() + 1, usedUntil), version) > 0;
    }

    private static String key(int workerId) {
        return FOLDER + "/" + workerId;
    }

    private static String text(String holder, long beat, long usedUntil) {
        return holder + " " + beat + " " + usedUntil;
    }

    private static WorkerLease lease(String id, StoredValue stored) {
        String[] parts = stored.value().split(" ", -1);
        try {
            return new WorkerLease(Integer.parseInt(id), parts[0], Long.parseLong(parts[1]), Long.parseLong(parts[2]));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, "The lease of worker id " + id, e.toString());
        }
    }
}
