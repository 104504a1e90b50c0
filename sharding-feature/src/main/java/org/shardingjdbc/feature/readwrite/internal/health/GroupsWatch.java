package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.Failover;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.shardingjdbc.rule.watch.WritersAgreement;

/**
 * Probes the databases of all groups again and again, on daemon threads of its own. A database to which a connection
 * was lost is probed once more at once. Safe for all threads.
 */
public final class GroupsWatch implements DatabaseWatch {
    private static final int MAX_THREADS = 16;

    private final List<GroupHealth> groups;
    /** In the order of {@link #databases}; empty until the watch starts. */
    private volatile List<Probe> probes = List.of();

    /** Null until the watch starts. */
    private @Nullable ScheduledThreadPoolExecutor threads;

    /** @param groups the groups of one rule */
    public GroupsWatch(List<GroupHealth> groups) {
        this.groups = List.copyOf(groups);
    }

    @Override
    public List<Integer> databases() {
        List<Integer> all = new ArrayList<>();
        for (GroupHealth group : groups) {
            all.add(group.primary());
            group.replicas().forEach(replica -> all.add(replica.dataSource()));
        }
        return all;
    }

    @Override
    public boolean mayBeAway(int dataSource) {
        return groups.stream().anyMatch(group -> group.has(dataSource) && group.writer() != dataSource);
    }

    @Override
    public boolean mayMove() {
        return groups.stream().anyMatch(group -> group.terms().failover() == Failover.FOLLOW);
    }

    @Override
    public void agree(WritersAgreement agreement) {
        groups.forEach(group -> group.agree(agreement));
    }

    @Override
    public @Nullable String heartbeatTable(int dataSource) {
        for (GroupHealth group : groups) {
            if (group.has(dataSource)) {
                return group.terms().heartbeatTable();
            }
        }
        return null;
    }

    @Override
    public void takeOver(DatabaseWatch before, Set<String> kept) {
        if (before instanceof GroupsWatch watch) {
            for (GroupHealth group : groups) {
                watch.groups.forEach(each -> group.takeOver(each, kept));
            }
        }
    }

    @Override
    public synchronized void start(List<WatchedDatabase> databases) {
        List<Probe> made = new ArrayList<>();
        int next = 0;
        for (GroupHealth group : groups) {
            made.add(new Probe(group, null, group.asked(databases.get(next++))));
            for (Replica replica : group.replicas()) {
                made.add(new Probe(group, replica, group.asked(databases.get(next++))));
            }
        }
        ScheduledThreadPoolExecutor started =
                new ScheduledThreadPoolExecutor(Math.max(1, Math.min(MAX_THREADS, made.size())), task -> {
                    Thread thread = new Thread(task, "sharding-readwrite-probe");
                    thread.setDaemon(true);
                    return thread;
                });
        threads = started;
        probes = List.copyOf(made);
        for (Probe probe : made) {
            long period = probe.group().terms().probePeriodMillis();
            started.scheduleWithFixedDelay(probe::run, 0, period, TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public Map<String, Integer> written() {
        Map<String, Integer> written = new LinkedHashMap<>();
        groups.forEach(group -> written.put(group.group(), group.writer()));
        return written;
    }

    @Override
    public void lost(int dataSource, Exception cause) {
        for (Probe probe : probes) {
            if (probe.dataSource() == dataSource) {
                probe.lost(cause);
                lookSoon(probe);
            }
        }
    }

    private void lookSoon(Probe probe) {
        ScheduledThreadPoolExecutor running = threads;
        if (running != null && probe.claim()) {
            try {
                running.execute(probe::runClaimed);
            } catch (RejectedExecutionException e) {
                // The watch is closed.
            }
        }
    }

    @Override
    public synchronized void close() {
        if (threads == null) {
            return;
        }
        // no thread is interrupted: some drivers close files then
        threads.shutdown();
        probes.forEach(Probe::close);
    }
}
