package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that nobody drives, and for which databases keep their logs until the disk is full. Whoever looks drops the logs
 * of those that are over a limit of the props; no table is touched. Stateless.
 */
public final class AbandonedJobs {
    private static final Logger LOG = LoggerFactory.getLogger(AbandonedJobs.class);
    private static final long MEGABYTE = 1024L * 1024;
    /** Who drives a job tells it much more often; its session may be lost meanwhile. */
    private static final Duration UNSEEN = Duration.ofMinutes(1);

    private AbandonedJobs() {}

    /** Drops the logs of those that are over a limit, and says so. What cannot be done now is tried by the next one. */
    public static void giveUp(JobHome home) throws SQLException {
        try {
            Map<String, Map<String, String>> all = JobCatalog.all(home);
            if (all.isEmpty()) {
                return;
            }
            Databases databases = new Databases(home.configuration().dataSources());
            for (Map.Entry<String, Map<String, String>> each : all.entrySet()) {
                if (databases.isConfigured(JobCatalog.home(each.getValue()))) {
                    giveUp(home, databases, each.getKey());
                }
            }
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private static void giveUp(JobHome home, Databases databases, String job) throws SQLException {
        Map<String, String> items = JobCatalog.items(home, job);
        if (!JobCatalog.abandoned(items).isEmpty()) {
            return;
        }
        try (Connection session = databases.open(JobCatalog.home(items))) {
            // while this has its lock, nobody begins to drive it; somebody may have until then
            if (!databases.kind().lock(session, JobLease.LOCK + job)) {
                return;
            }
            items = JobCatalog.all(home).getOrDefault(job, Map.of());
            if (items.isEmpty() || !JobCatalog.abandoned(items).isEmpty()) {
                return;
            }
            Map<String, ChangeLog> logs = logs(home, databases, job, items);
            String why = why(home.configuration().props(), items, logs);
            if (why != null) {
                LOG.warn("Job {}: {}", job, why);
                JobCatalog.abandon(JobCatalog.store(home, databases, job, items), why);
                for (ChangeLog log : logs.values()) {
                    log.drop();
                }
            }
        } catch (SQLException e) {
            LOG.warn("It cannot be told whether job {} is abandoned", job, e);
        }
    }

    /** Those that databases keep for it, by what they are called with their data sources. */
    private static Map<String, ChangeLog> logs(JobHome home, Databases databases, String job, Map<String, String> items)
            throws SQLException {
        Map<String, ChangeLog> logs = new LinkedHashMap<>();
        JobStore store = JobCatalog.store(home, databases, job, items);
        for (String source : home.configuration().dataSources().keySet()) {
            for (String called : List.of(job, job + JobLogs.BACK)) {
                ChangeLog log = databases
                        .kind()
                        .log(called, databases.access(source, store.item("log " + called + " " + source)));
                if (log.retainedBytes() > 0) {
                    logs.put(called + " of " + source, log);
                }
            }
        }
        return logs;
    }

    private static @Nullable String why(ShardingProps props, Map<String, String> items, Map<String, ChangeLog> logs)
            throws SQLException {
        int hours = props.number(PropKey.SCALING_ABANDONED_HOURS);
        int megabytes = props.number(PropKey.SCALING_RETAINED_MEGABYTES);
        Instant seen = JobCatalog.seen(items);
        Instant now = Instant.now();
        if (seen != null && seen.plus(UNSEEN).isAfter(now)) {
            return null;
        }
        boolean isOld =
                hours > 0 && seen != null && seen.plus(Duration.ofHours(hours)).isBefore(now);
        List<String> over = new ArrayList<>();
        for (Map.Entry<String, ChangeLog> each : logs.entrySet()) {
            long kept = each.getValue().retainedBytes() / MEGABYTE;
            if (isOld || megabytes > 0 && kept >= megabytes) {
                over.add(each.getKey() + ", for which " + kept + " MB of the log were kept");
            }
        }
        return over.isEmpty()
                ? null
                : "nobody has driven the job since " + seen + ", and its logs were dropped at " + now + ": "
                        + String.join("; ", over);
    }
}
