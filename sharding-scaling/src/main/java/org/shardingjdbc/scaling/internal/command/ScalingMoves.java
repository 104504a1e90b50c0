package org.shardingjdbc.scaling.internal.command;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.command.Answer;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.command.RowMoves;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.SlotAdvice;
import org.shardingjdbc.scaling.SlotMove;
import org.shardingjdbc.scaling.internal.job.AbandonedJobs;
import org.shardingjdbc.scaling.internal.job.JobCatalog;
import org.shardingjdbc.scaling.internal.job.JobRun;
import org.shardingjdbc.scaling.internal.time.TimeRounds;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingProgress;
import org.shardingjdbc.scaling.time.TimeTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Jobs by statements. Stateless; what runs belongs to the data source. */
public final class ScalingMoves implements RowMoves {
    private static final Logger LOG = LoggerFactory.getLogger(ScalingMoves.class);
    private static final double PERCENT = 100;

    @Override
    public void begin(
            CommandTarget target, ShardingConfiguration before, ShardingConfiguration next, List<String> tables)
            throws SQLException {
        RunningJobs.of(target).begin(before, next, tables);
    }

    @Override
    public void step(CommandTarget target, String job, Step step) throws SQLException {
        RunningJobs.of(target).step(job, step);
    }

    @Override
    public Answer list(CommandTarget target) throws SQLException {
        RunningJobs running = RunningJobs.of(target);
        AbandonedJobs.giveUp(running.home());
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Map.Entry<String, Map<String, String>> each :
                JobCatalog.all(running.home()).entrySet()) {
            Map<String, String> items = each.getValue();
            RunningJob here = running.running(each.getKey());
            String driver = JobCatalog.driver(items).orElse("");
            rows.add(Arrays.asList(
                    each.getKey(),
                    String.join(",", JobCatalog.tables(items)),
                    here == null
                            ? JobCatalog.phase(items)
                            : here.job().progress().phase().name(),
                    String.valueOf(!driver.isEmpty() && running.home().isAlive(driver)),
                    driver,
                    RunningJobs.begun(items),
                    JobCatalog.abandoned(items)));
        }
        return answer("id tables status active driven_by create_time abandoned", rows);
    }

    private static Answer answer(String columns, List<List<@Nullable String>> rows) {
        return new Answer(List.of(columns.split(" ")), rows);
    }

    @Override
    public Answer status(CommandTarget target, String job) throws SQLException {
        RunningJobs running = RunningJobs.of(target);
        RunningJob here = running.running(job);
        String driver = JobCatalog.driver(JobCatalog.items(running.home(), job)).orElse("");
        ScalingProgress progress =
                here == null ? JobRun.kept(target, job) : here.job().progress();
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (ScalingProgress.Node node : progress.nodes()) {
            rows.add(row(rows.size(), node, progress, driver));
        }
        return answer(
                "item data_source tables status active processed_records_count records_count processed_bytes bytes"
                        + " inventory_finished_percentage rows_per_second remaining_seconds lag_bytes"
                        + " incremental_lag_milliseconds longest_stall_milliseconds resting error_message",
                rows);
    }

    private static List<@Nullable String> row(
            int item, ScalingProgress.Node node, ScalingProgress progress, String driver) {
        int dot = node.name().indexOf('.');
        Duration left = progress.left();
        double share = node.done() ? 1 : node.rows() == 0 ? 0 : (double) node.copied() / node.rows();
        return Arrays.asList(
                String.valueOf(item),
                node.name().substring(0, dot),
                node.name().substring(dot + 1),
                progress.phase().name(),
                String.valueOf(!driver.isEmpty() && progress.failure() == null),
                String.valueOf(node.copied()),
                String.valueOf(node.rows()),
                String.valueOf(node.copiedBytes()),
                String.valueOf(node.bytes()),
                String.format(Locale.ROOT, "%.1f", share * PERCENT),
                String.valueOf(progress.rowsPerSecond()),
                left == null ? "" : String.valueOf(left.toSeconds()),
                String.valueOf(progress.lagBytes()),
                String.valueOf(progress.lag().toMillis()),
                String.valueOf(progress.longestStall().toMillis()),
                progress.resting() == null ? "" : progress.resting(),
                progress.failure() == null ? "" : progress.failure());
    }

    @Override
    public Answer checked(CommandTarget target, String job) throws SQLException {
        RunningJobs running = RunningJobs.of(target);
        List<String> tables = JobCatalog.tables(JobCatalog.items(running.home(), job));
        RunningJob here = running.running(job);
        RunningJob.Check check = here == null ? null : here.check();
        List<List<@Nullable String>> rows = new ArrayList<>();
        if (check != null && check.begin() != null) {
            Instant end = check.end();
            rows.add(Arrays.asList(
                    String.join(",", tables),
                    end == null ? "" : String.valueOf(check.mistake() == null),
                    String.valueOf(end == null),
                    String.valueOf(check.rows()),
                    String.valueOf(check.begin()),
                    end == null ? "" : end.toString(),
                    check.mistake() == null ? "" : check.mistake()));
        }
        return answer("tables result active records_count check_begin_time check_end_time error_message", rows);
    }

    @Override
    public Answer rule(CommandTarget target) {
        ScalingOptions options = ScalingOptions.of(target.configuration().props());
        return answer(
                "rows_per_second chunk_rows replica_lag_milliseconds probe_milliseconds slowdown_percent stall_seconds",
                List.of(Arrays.asList(
                        String.valueOf(options.rowsPerSecond()),
                        String.valueOf(options.chunkRows()),
                        String.valueOf(options.replicaLag().toMillis()),
                        String.valueOf(options.probeTime().toMillis()),
                        String.valueOf(options.slowdownPercent()),
                        String.valueOf(RunningJob.STALL.toSeconds()))));
    }

    @Override
    public Answer timeTables(CommandTarget target) throws SQLException {
        TimeRounds rounds = rounds(target);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TimeTable each : rounds.tables()) {
            rows.add(Arrays.asList(
                    each.table(),
                    each.node(),
                    each.from().equals(LocalDateTime.MIN) ? "" : each.from().toString(),
                    each.to().toString(),
                    each.state().name(),
                    each.next() == null ? "" : each.next().name(),
                    ""));
        }
        for (String obstacle : rounds.plan().obstacles()) {
            rows.add(Arrays.asList("", "", "", "", "", "", obstacle));
        }
        return answer("table node from_time to_time status next_round obstacle", rows);
    }

    @Override
    public void applyTimeTables(CommandTarget target) throws SQLException {
        rounds(target).apply().obstacles().forEach(obstacle -> LOG.warn("Time tables: {}", obstacle));
    }

    @Override
    public Answer adviseSlots(CommandTarget target, String table, boolean byStatements, List<String> more)
            throws SQLException {
        SlotAdvice advice = byStatements
                ? SlotAdvice.ofStatements(target, table, more)
                : SlotAdvice.of(target.configuration(), table, more);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < advice.before().size(); i++) {
            SlotAdvice.Node before = advice.before().get(i);
            SlotAdvice.Node after = advice.after().get(i);
            List<String> moves = advice.moves().stream()
                    .filter(move -> move.node().equals(before.name()))
                    .map(SlotMove::toString)
                    .toList();
            rows.add(Arrays.asList(
                    before.name(),
                    String.valueOf(before.slots()),
                    String.valueOf(before.rows()),
                    String.valueOf(after.slots()),
                    String.valueOf(after.rows()),
                    String.join(", ", moves)));
        }
        String counted = byStatements ? "statements" : "rows";
        return answer("node slots " + counted + " next_slots next_" + counted + " moves", rows);
    }

    private static TimeRounds rounds(CommandTarget target) throws SQLException {
        return new TimeRounds(target, Clock.systemDefaultZone(), TimeRounds.GRACE);
    }
}
