package org.shardingjdbc.scaling.internal.command;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.RowMoves.Step;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.internal.job.JobCatalog;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.job.JobRun;
import org.shardingjdbc.scaling.internal.job.LayoutRules;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that statements let run in a data source, until they are stopped or it is closed. Safe for all threads. */
final class RunningJobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningJobs.class);
    /** Of a job's name, so that a number goes behind it. */
    private static final int LETTERS = 30;

    private final CommandTarget target;
    private final JobHome home;
    /** Held by who lets a job run, which asks databases and may wait; not by who looks at those that do. */
    private final Object beginning = new Object();

    /** Under the lock of this, which is held for moments. */
    private final Map<String, RunningJob> jobs = new HashMap<>();

    private boolean closed;

    RunningJobs(CommandTarget target) {
        this.target = target;
        this.home = new JobHome(target);
    }

    /** Those of a data source. */
    static RunningJobs of(CommandTarget target) {
        return target.kept(RunningJobs.class, () -> new RunningJobs(target));
    }

    /** The job, where it runs here. */
    synchronized @Nullable RunningJob running(String name) {
        return jobs.get(name);
    }

    private synchronized void put(String name, RunningJob job) throws SQLException {
        requireOpen();
        jobs.put(name, job);
    }

    /** Begins a job; one at a time, so that no two get one name. */
    void begin(ShardingConfiguration before, ShardingConfiguration next, List<String> tables) throws SQLException {
        LayoutRules found = LayoutRules.of(home.configuration(), tables);
        synchronized (beginning) {
            requireOpen();
            requireUnmoved(tables);
            String name = name(tables);
            // only the tables differ: so what else changes meanwhile can stay as it is then
            ShardingConfiguration after = LayoutRules.of(next, tables).in(before);
            boolean begun = false;
            JobRun job = JobRun.of(target, name, before, after, tables);
            try {
                ScalingPlan plan = job.plan();
                if (!plan.obstacles().isEmpty()) {
                    throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, String.join("; ", plan.obstacles()));
                }
                LayoutRules left = LayoutRules.of(before, tables);
                replace(found, left);
                try {
                    job.start();
                } catch (SQLException | RuntimeException e) {
                    takeBack(job, left, found, e);
                    throw e;
                }
                put(name, new RunningJob(name, job));
                begun = true;
            } finally {
                if (!begun) {
                    job.close();
                }
            }
        }
    }

    /** Puts a layout of tables in place of another one; whatever else changes meanwhile stays. */
    private void replace(LayoutRules there, LayoutRules wanted) throws SQLException {
        if (there.equals(wanted)) {
            return;
        }
        home.reconfigure(
                now -> {
                    if (!LayoutRules.areAlike(there.in(now), now)) {
                        throw new ShardingException(
                                ErrorCode.SCALING_IMPOSSIBLE,
                                "the rules of " + String.join(", ", there.tables()) + " have just changed");
                    }
                    return wanted.in(now);
                },
                ReconfigureOptions.AT_ONCE);
    }

    /** Where no job moves the tables, this one or another one that was faster, their rules are again what they were. */
    private void takeBack(JobRun job, LayoutRules left, LayoutRules found, Exception failure) {
        try {
            if (job.progress().phase() == ScalingPhase.PLANNED) {
                requireUnmoved(left.tables());
                replace(left, found);
            }
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private synchronized void requireOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
    }

    private void requireUnmoved(List<String> tables) throws SQLException {
        for (Map.Entry<String, Map<String, String>> each : JobCatalog.all(home).entrySet()) {
            for (String table : JobCatalog.tables(each.getValue())) {
                if (tables.stream().anyMatch(table::equalsIgnoreCase)) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_IMPOSSIBLE, "table " + table + " moves already, by job " + each.getKey());
                }
            }
        }
    }

    /** After the first table, with a number that no other job has. */
    private String name(List<String> tables) throws SQLException {
        StringBuilder begin = new StringBuilder();
        tables.get(0)
                .toLowerCase(Locale.ROOT)
                .chars()
                .limit(LETTERS)
                .forEach(letter -> begin.append(
                        letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9' ? (char) letter : '_'));
        Set<String> taken = new HashSet<>(JobCatalog.all(home).keySet());
        synchronized (this) {
            taken.addAll(jobs.keySet());
        }
        int number = 1;
        while (taken.contains(begin + "_" + number)) {
            number++;
        }
        return begin + "_" + number;
    }

    void step(String name, Step step) throws SQLException {
        switch (step) {
            case START -> start(name);
            case STOP -> stop(name);
            case CHECK -> take(name, step, RunningJob::compare);
            case SWITCH -> take(name, step, RunningJob::switchOver);
            case REVERSE -> take(name, step, RunningJob::reverse);
            case COMMIT -> {
                take(name, step, RunningJob::commit);
                stop(name);
            }
            case ROLLBACK -> {
                take(name, step, RunningJob::rollBack);
                stop(name);
            }
        }
    }

    private void take(String name, Step step, RunningJob.Way way) throws SQLException {
        RunningJob running = running(name);
        RunningJob driven = running == null ? start(name) : running;
        driven.step(step.name(), way);
    }

    private RunningJob start(String name) throws SQLException {
        synchronized (beginning) {
            requireOpen();
            RunningJob running = running(name);
            if (running != null) {
                running.step(Step.START.name(), each -> each.job().start());
                return running;
            }
            boolean started = false;
            JobRun job = JobRun.of(target, name);
            try {
                if (!job.isOver()) {
                    job.start();
                }
                RunningJob made = new RunningJob(name, job);
                put(name, made);
                started = true;
                return made;
            } finally {
                if (!started) {
                    job.close();
                }
            }
        }
    }

    private void stop(String name) throws SQLException {
        RunningJob running;
        synchronized (this) {
            running = jobs.remove(name);
        }
        if (running == null) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_DRIVEN_ELSEWHERE,
                    name,
                    JobCatalog.driver(JobCatalog.items(home, name)).orElse("nobody"));
        }
        running.close();
    }

    /** When it began, as it was kept. */
    static String begun(Map<String, String> items) {
        return JobCatalog.begun(items).map(Instant::toString).orElse("");
    }

    JobHome home() {
        return home;
    }

    @Override
    public void close() {
        List<Map.Entry<String, RunningJob>> all;
        synchronized (this) {
            closed = true;
            all = new ArrayList<>(jobs.entrySet());
            jobs.clear();
        }
        for (Map.Entry<String, RunningJob> each : all) {
            try {
                each.getValue().close();
            } catch (SQLException e) {
                LOG.warn("Job {} did not stop in order; it goes on where it was", each.getKey(), e);
            }
        }
    }
}
