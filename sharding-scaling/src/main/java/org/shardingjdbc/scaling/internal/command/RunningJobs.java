package org.shardingjdbc.scaling.internal.command;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.RowMoves.Step;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.ScalingPhase;
import org.shardingjdbc.scaling.ScalingPlan;
import org.shardingjdbc.scaling.internal.job.JobHome;
import org.shardingjdbc.scaling.internal.job.KeptJobs;
import org.shardingjdbc.scaling.internal.job.KeptLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The jobs that statements let run in a data source, until they are stopped or it is closed. Safe for all threads. */
final class RunningJobs implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RunningJobs.class);
    /** Of a job's name, so that a number goes behind it. */
    private static final int LETTERS = 30;

    private final CommandTarget target;
    private final JobHome home;
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

    /** Begins a job; one at a time, so that no two get one name. */
    synchronized void begin(ShardingConfiguration before, ShardingConfiguration next, List<String> tables)
            throws SQLException {
        requireOpen();
        String name = name(tables);
        // only the tables differ: so what else changes meanwhile can stay as it is then
        ShardingConfiguration after = KeptLayout.of(next, tables).in(before);
        ScalingJob job = ScalingJob.of(target, name, before, after, tables);
        boolean begun = false;
        try {
            ScalingPlan plan = job.plan();
            if (!plan.obstacles().isEmpty()) {
                throw SqlErrors.of(ErrorCode.SCALING_IMPOSSIBLE, String.join("; ", plan.obstacles()));
            }
            if (!before.equals(home.configuration())) {
                home.reconfigure(before, ReconfigureOptions.AT_ONCE);
            }
            job.start();
            begun = true;
        } finally {
            if (!begun) {
                job.close();
            }
        }
        jobs.put(name, new RunningJob(name, job));
    }

    private void requireOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
    }

    /** After the first table, with a number that no other job has. */
    private String name(List<String> tables) throws SQLException {
        Map<String, Map<String, String>> all = KeptJobs.all(home);
        for (Map.Entry<String, Map<String, String>> each : all.entrySet()) {
            for (String table : KeptJobs.tables(each.getValue())) {
                if (tables.stream().anyMatch(table::equalsIgnoreCase)) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_IMPOSSIBLE, "table " + table + " moves already, by job " + each.getKey());
                }
            }
        }
        StringBuilder begin = new StringBuilder();
        tables.get(0)
                .toLowerCase(Locale.ROOT)
                .chars()
                .limit(LETTERS)
                .forEach(letter -> begin.append(
                        letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9' ? (char) letter : '_'));
        int number = 1;
        while (all.containsKey(begin + "_" + number) || jobs.containsKey(begin + "_" + number)) {
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

    private synchronized RunningJob start(String name) throws SQLException {
        requireOpen();
        RunningJob running = jobs.get(name);
        if (running != null) {
            running.step(Step.START.name(), each -> each.job().start());
            return running;
        }
        ScalingJob job = ScalingJob.of(target, name);
        boolean started = false;
        try {
            if (!isOver(job)) {
                job.start();
            }
            started = true;
        } finally {
            if (!started) {
                job.close();
            }
        }
        RunningJob made = new RunningJob(name, job);
        jobs.put(name, made);
        return made;
    }

    /** What is left of it only has to be dropped. */
    private static boolean isOver(ScalingJob job) {
        return job.progress().phase() == ScalingPhase.REVERSED;
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
                    KeptJobs.driver(KeptJobs.items(home, name)).orElse("nobody"));
        }
        running.close();
    }

    /** When it began, as it was kept. */
    static String begun(Map<String, String> items) {
        return KeptJobs.begun(items).map(Instant::toString).orElse("");
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
