package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.internal.job.JobRun;
import org.shardingjdbc.scaling.internal.job.LayoutRules;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.scaling.job.ScalingProgress;

/**
 * Moves the rows of a group of tables from their layout to another one while they are used: a plain table becomes a
 * sharded one, or a sharded table gets other data nodes or another algorithm. Data nodes that are the same in both stay
 * as they are. Single tables go to another data source, and broadcast tables are copied to one that is new.
 *
 * <pre>{@code
 * try (ScalingJob job = ScalingJob.of(dataSource, "grow", next, List.of("t_order"))) {
 *     job.start();
 *     job.awaitFollowing(Duration.ofHours(2));
 *     job.check();
 *     job.switchOver(Duration.ofSeconds(3));
 *     job.complete();
 * }
 * }</pre>
 *
 * <p>The way: the new tables are made ({@link ScalingPhase#PREPARING}), all rows are copied, then what changed
 * meanwhile is read from the databases' logs and written, and goes on to be written as it comes. At the switch
 * statements wait for a moment; the old tables are renamed, so that an instance that missed the change fails instead of
 * writing to them, and the next configuration counts when everything that was committed before is at its new place.
 * Until then a job is given up by {@link #cancel()}; from then on, until {@link #complete()}, what is written goes to
 * the old tables, too, so that {@link #reverse} is possible.
 *
 * <p>What it is and how far it is stands in the registry, and where there is none in a table of the first database, so
 * that another job of that name, in another process, goes on after it was broken off. One process at a time drives a
 * job; any other one gets an error that names the driving one. Not thread-safe but for {@link #progress()}.
 */
@Incubating
public final class ScalingJob implements AutoCloseable {
    private final JobRun run;

    private ScalingJob(JobRun run) {
        this.run = run;
    }

    /**
     * A job from the configuration that counts now to another one, or the one of that name where it was broken off
     * before its switch. Nothing is changed yet.
     *
     * @param name of lower-case letters, digits and underscores, at most 36; what the job makes in databases is called
     *     after it
     * @param next the configuration with the new layout; its other parts may differ, too
     * @param tables the logic tables that move: all that are bound to each other
     * @throws SQLException when the next configuration has mistakes, the layouts do not fit, or a database cannot be
     *     asked
     */
    public static ScalingJob of(
            ShardingDataSource dataSource, String name, ShardingConfiguration next, Collection<String> tables)
            throws SQLException {
        return of(dataSource, name, dataSource.configuration(), next, tables);
    }

    /**
     * The same where the next configuration may count already, as behind the switch.
     *
     * @param before the configuration with the layout that is left
     */
    public static ScalingJob of(
            ShardingDataSource dataSource,
            String name,
            ShardingConfiguration before,
            ShardingConfiguration next,
            Collection<String> tables)
            throws SQLException {
        return new ScalingJob(JobRun.of(dataSource.unwrap(CommandTarget.class), name, before, next, tables));
    }

    /**
     * The same of whose next configuration nothing counts but how it shards these tables; all else stays as it is, also
     * when it changes meanwhile, as by other instances of a registry.
     *
     * @param next a configuration with the new layout, on data sources that there are
     */
    public static ScalingJob ofLayout(
            ShardingDataSource dataSource, String name, ShardingConfiguration next, Collection<String> tables)
            throws SQLException {
        ShardingConfiguration now = dataSource.configuration();
        ShardingConfiguration changed =
                LayoutRules.of(next, List.copyOf(tables)).in(now);
        return of(dataSource, name, now, changed, tables);
    }

    /**
     * The job of that name as it was begun, by this process or another one, whose layouts it keeps.
     *
     * @throws SQLException when there is none, or what it needs is not configured any more
     */
    public static ScalingJob of(ShardingDataSource dataSource, String name) throws SQLException {
        return new ScalingJob(JobRun.of(dataSource.unwrap(CommandTarget.class), name));
    }

    /** How it goes about it from now on; returns this. */
    public ScalingJob options(ScalingOptions chosen) {
        run.options(chosen);
        return this;
    }

    /** What it would do; asks the databases, and changes nothing. */
    public ScalingPlan plan() throws SQLException {
        return run.plan();
    }

    /**
     * Begins, or goes on where it was, by a thread of its own.
     *
     * @throws SQLException when something forbids it; then nothing was changed
     */
    public void start() throws SQLException {
        run.start();
    }

    /** How far it is. Safe for all threads. */
    public ScalingProgress progress() {
        return run.progress();
    }

    /**
     * Waits until all rows are copied and changes are written as they come; behind the switch, to the old tables.
     *
     * @throws SQLException when the job stops, or takes longer
     */
    public void awaitFollowing(Duration atMost) throws SQLException {
        run.awaitFollowing(atMost);
    }

    /**
     * Compares every row of both layouts, while they change.
     *
     * @return how many rows there are
     * @throws SQLException when rows differ, with some of their keys
     */
    public long check() throws SQLException {
        return run.check();
    }

    /**
     * The same of a sample: of ranges of some thousand rows that are spread over all of them, from a random one on.
     *
     * <p>The last range is always compared, so that a small table is compared as a whole.
     *
     * @param percent how many of a hundred ranges, from 1 to 100
     * @return how many rows were compared
     * @throws SQLException when rows differ, with some of their keys
     * @throws IllegalArgumentException when the percentage is out of its range
     */
    public long check(int percent) throws SQLException {
        return run.check(percent);
    }

    /**
     * Lets the next configuration count: statements wait until those that run are over, all that they have committed is
     * written, and the old tables are renamed. From then on what changes in the new layout is written to the old one,
     * so that {@link #reverse} is possible.
     *
     * @param atMost how long statements may wait; then the old configuration goes on
     * @return how long they waited at most
     */
    public Duration switchOver(Duration atMost) throws SQLException {
        return run.switchOver(atMost);
    }

    /**
     * Lets the old configuration count again, with all that was written by the next one. The job is over then: what is
     * left of it goes by {@link #cancel()}.
     *
     * @param atMost how long statements may wait; then the next configuration goes on
     * @return how long they waited at most
     */
    public Duration reverse(Duration atMost) throws SQLException {
        return run.reverse(atMost);
    }

    /**
     * Ends the job: the old tables, what is left of logs and what the job kept of itself are dropped. There is no way
     * back then.
     *
     * @throws SQLException when the next configuration does not count yet
     */
    public void complete() throws SQLException {
        run.complete();
    }

    /**
     * Gives the job up: the new tables, the logs and what the job kept of itself are dropped; the layout of before
     * counts, as it was never left or counts again.
     *
     * @throws SQLException when the next configuration counts already
     */
    public void cancel() throws SQLException {
        run.cancel();
    }

    /** Stops here; what it is and has done stays, for the next one of its name. */
    @Override
    public void close() throws SQLException {
        run.close();
    }
}
