package org.shardingjdbc.cli.internal.command;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.ScalingDrawing;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.Ticker;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.ScalingOptions;
import org.shardingjdbc.scaling.ScalingPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Moves the rows of tables to another layout, in a process of its own. */
@Command(
        name = "reshard",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Move the rows of tables to the layout of another YAML, while applications write them.",
            "plan      says what would be made and what forbids it; changes nothing",
            "start     copies the rows and writes what changes meanwhile; goes on where it was broken off",
            "status    says how far it is",
            "check     compares every row",
            "switch    gives the old tables other names: start the applications with the next YAML then",
            "reverse   gives them their names back, with all that was written since the switch",
            "complete  drops the old tables",
            "cancel    drops the new ones, before the switch or behind reverse",
            "Examples:",
            "  reshard plan --next next.yaml --name grow t_order t_order_item",
            "  reshard start --next next.yaml --name grow --rows-per-second 20000 t_order t_order_item"
        })
final class ReshardCommand implements Callable<Integer> {
    private static final Duration LONG = Duration.ofDays(365);

    @ParentCommand
    private Opening.Owner root;

    @Parameters(index = "0", paramLabel = "STEP", description = "One of the words above.")
    private Step step;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TABLE",
            description = "Logic tables that move together. Left out with --next, from start on.")
    private Set<String> tables = new LinkedHashSet<>();

    @Option(
            names = "--next",
            paramLabel = "FILE",
            description = "The YAML with the next layout. A job that was started keeps its layouts.")
    private @Nullable Path next;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            required = true,
            description = "What the job is called: it goes on by that name. Lower-case letters, digits, underscores.")
    private String name;

    @Option(
            names = "--rows-per-second",
            paramLabel = "ROWS",
            defaultValue = "0",
            description = "How many rows are copied in a second at most; 0 (default) for as many as can be.")
    private int rowsPerSecond;

    @Option(
            names = "--stall",
            paramLabel = "SECONDS",
            defaultValue = "5",
            description = "How long switch and reverse may take (default: 5); else nothing has changed.")
    private int stall;

    /** What is to be done. */
    enum Step {
        PLAN,
        START,
        STATUS,
        CHECK,
        SWITCH,
        REVERSE,
        COMPLETE,
        CANCEL
    }

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().openToExecute()) {
            try (ScalingJob job = job(database)) {
                return run(job.options(ScalingOptions.STANDARD.rowsPerSecond(rowsPerSecond)), output);
            }
        } catch (ShardingException e) {
            throw new NotOpenException(e);
        }
    }

    private ScalingJob job(OpenedDatabase database) throws SQLException {
        if (next == null) {
            return ScalingJob.of(database.dataSource(), name);
        }
        ShardingConfiguration layout = root.opening().read(next);
        return ScalingJob.of(database.dataSource(), name, database.configuration(), layout, List.copyOf(tables));
    }

    private int run(ScalingJob job, Output output) throws SQLException {
        switch (step) {
            case PLAN -> {
                ScalingPlan plan = job.plan();
                output.lines(ScalingDrawing.of(plan, output.palette()));
                return plan.obstacles().isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
            }
            case START -> follow(job, output);
            case STATUS -> {
                // what it kept of itself is known
            }
            case CHECK -> {
                follow(job, output);
                check(job, output);
            }
            case SWITCH -> {
                follow(job, output);
                check(job, output);
                said(
                        output,
                        "switched within "
                                + job.switchOver(Duration.ofSeconds(stall)).toMillis()
                                + " ms; start the applications with "
                                + (next == null ? "the next YAML" : next));
            }
            case REVERSE -> {
                follow(job, output);
                said(
                        output,
                        "reversed within "
                                + job.reverse(Duration.ofSeconds(stall)).toMillis() + " ms");
            }
            case COMPLETE -> job.complete();
            case CANCEL -> job.cancel();
        }
        output.lines(ScalingDrawing.of(job.progress(), output.palette()));
        return ExitCode.DONE;
    }

    @SuppressWarnings("try")
    private static void follow(ScalingJob job, Output output) throws SQLException {
        job.start();
        try (Ticker ticker = new Ticker(output, millis -> ScalingDrawing.line(job.progress(), output.errorPalette()))) {
            job.awaitFollowing(LONG);
        }
    }

    @SuppressWarnings("try")
    private static void check(ScalingJob job, Output output) throws SQLException {
        long rows;
        try (Ticker ticker = new Ticker(output, millis -> "comparing every row")) {
            rows = job.check();
        }
        said(output, rows + " rows are alike");
    }

    private static void said(Output output, String line) {
        output.lines(List.of(line));
    }
}
