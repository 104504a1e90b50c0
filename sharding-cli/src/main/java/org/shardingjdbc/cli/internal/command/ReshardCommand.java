package org.shardingjdbc.cli.internal.command;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
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
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.SlotAdvice;
import org.shardingjdbc.scaling.SlotMove;
import org.shardingjdbc.scaling.SlotMoves;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

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
            "switch    gives the old tables other names: start the applications with the next YAML then. Where the YAML has",
            "          a registry, they wait for a moment and go on by themselves",
            "reverse   gives them their names back, with all that was written since the switch",
            "complete  drops the old tables",
            "cancel    drops the new ones, before the switch or behind reverse",
            "advise    counts the rows of each slot of a table by HASH_SLOT, and says which moves would even them out",
            "slots     writes the next YAML, in which slots are on other data nodes, for the steps above",
            "Examples:",
            "  reshard plan --next next.yaml --name grow t_order t_order_item",
            "  reshard start --next next.yaml --name grow --rows-per-second 20000 t_order t_order_item",
            "  reshard slots --next next.yaml --move 0-511=ds_2.t_order_0 t_order"
        })
final class ReshardCommand implements Callable<Integer> {
    private static final int ALL = 100;
    private static final Duration LONG = Duration.ofDays(365);

    @ParentCommand
    private Opening.Owner root;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "STEP", description = "One of the words above.")
    private Step step;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TABLE",
            description = "Logic tables that move together. A job that was started knows them.")
    private Set<String> tables = new LinkedHashSet<>();

    @Option(
            names = "--next",
            paramLabel = "FILE",
            description =
                    "The YAML with the next layout. A job that was started keeps its layouts; slots writes it, advise"
                            + " needs none. Beside a registry nothing of it counts but how the tables are sharded.")
    private @Nullable Path next;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "What the job is called: it goes on by that name. Lower-case letters, digits, underscores.")
    private @Nullable String name;

    @Option(
            names = "--move",
            paramLabel = "SLOTS=NODE",
            description = "With slots: which go to which data node, as 0-511=ds_2.t_order_0; several times at will.")
    private List<String> moves = new ArrayList<>();

    @Option(
            names = "--to",
            paramLabel = "NODE",
            description = "With advise: a data node that is to be new, as ds_2.t_order_0; several times at will.")
    private List<String> more = new ArrayList<>();

    @Option(
            names = "--alone",
            description =
                    "No application runs from the switch on until it is started with the next YAML: broadcast tables,"
                            + " which keep their names, are copied only then.")
    private boolean alone;

    @Option(
            names = "--rows-per-second",
            paramLabel = "ROWS",
            description = "How many rows are copied in a second at most; 0 for as many as can be (default: the prop"
                    + " scaling-rows-per-second, as of the next three).")
    private @Nullable Integer rowsPerSecond;

    @Option(
            names = "--replica-lag",
            paramLabel = "MILLISECONDS",
            description = "The copy rests while a replica of a database that is written lacks more; 0 for no limit.")
    private @Nullable Integer replicaLag;

    @Option(
            names = "--probe",
            paramLabel = "MILLISECONDS",
            description = "The copy rests while its own reads of one row by its key take longer; 0 for no limit.")
    private @Nullable Integer probe;

    @Option(
            names = "--slowdown",
            paramLabel = "PERCENT",
            description =
                    "The copy works and rests in turn, so that its own reads of one row by its key take no longer than"
                            + " so much more, on average; 0 for no limit.")
    private @Nullable Integer slowdown;

    @Option(
            names = "--sample",
            paramLabel = "PERCENT",
            defaultValue = "100",
            description = "How many of a hundred ranges of rows check compares (default: 100); switch compares all.")
    private int sample;

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
        CANCEL,
        ADVISE,
        SLOTS
    }

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        if (step == Step.ADVISE) {
            return advise(output);
        }
        if (step == Step.SLOTS) {
            if (next == null) {
                throw new ParameterException(spec.commandLine(), "Name the YAML to write with --next.");
            }
            return writeSlots(next, output);
        }
        if (name == null) {
            throw new ParameterException(spec.commandLine(), "Name the job with --name.");
        }
        if (sample < 1 || sample > ALL) {
            throw new ParameterException(spec.commandLine(), "--sample " + sample + ": expected are 1 to 100.");
        }
        try (OpenedDatabase database = root.opening().join()) {
            try (ScalingJob job = job(database, name)) {
                ScalingOptions options = options(database.dataSource().configuration());
                return run(job.options(options), database.isGoverned(), output);
            }
        } catch (ShardingException e) {
            throw new NotOpenException(e);
        }
    }

    private ScalingOptions options(ShardingConfiguration configuration) {
        ScalingOptions options = ScalingOptions.of(configuration.props()).alone(alone);
        options = rowsPerSecond == null ? options : options.rowsPerSecond(rowsPerSecond);
        options = replicaLag == null ? options : options.replicaLag(Duration.ofMillis(replicaLag));
        options = probe == null ? options : options.probeTime(Duration.ofMillis(probe));
        return slowdown == null ? options : options.slowdownPercent(slowdown);
    }

    private String onlyTable() {
        if (tables.size() != 1) {
            throw new ParameterException(
                    spec.commandLine(), "Name one table; those that are bound to it go with it by themselves.");
        }
        return tables.iterator().next();
    }

    private int writeSlots(Path file, Output output) throws SQLException, NotOpenException {
        String table = onlyTable();
        if (moves.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "Say with --move which slots go where.");
        }
        List<SlotMove> all = new ArrayList<>();
        for (String each : moves) {
            all.addAll(SlotMove.parse(each));
        }
        SlotMoves slots = SlotMoves.of(current(), table);
        String yaml = YamlConfigurations.write(slots.next(all), Secrets.WRITTEN);
        try {
            Files.writeString(file, yaml, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new SQLException(file + " is there already; name another one, or remove it", e);
        } catch (IOException e) {
            throw new SQLException(file + " cannot be written: " + e.getMessage(), e);
        }
        said(output, "wrote " + file + "; the tables that move: " + String.join(" ", slots.tables()));
        return ExitCode.DONE;
    }

    /** That of the registry, where the YAML has one. */
    private ShardingConfiguration current() throws NotOpenException {
        ShardingConfiguration read = root.opening().read();
        if (read.mode() == null) {
            return read;
        }
        try (OpenedDatabase database = root.opening().join()) {
            return database.dataSource().configuration();
        }
    }

    private int advise(Output output) throws SQLException, NotOpenException {
        String table = onlyTable();
        try (OpenedDatabase database = root.opening().join()) {
            SlotAdvice advice = SlotAdvice.of(database.dataSource().configuration(), table, more);
            output.lines(ScalingDrawing.of(advice, table, output.palette()));
            return ExitCode.DONE;
        }
    }

    private ScalingJob job(OpenedDatabase database, String name) throws SQLException, NotOpenException {
        boolean known = database.isGoverned()
                && database.dataSource().governance().jobs().containsKey(name);
        if (next == null || known) {
            return ScalingJob.of(database.dataSource(), name);
        }
        ShardingConfiguration layout = root.opening().read(next);
        if (database.isGoverned()) {
            return ScalingJob.ofLayout(database.dataSource(), name, layout, tables);
        }
        return ScalingJob.of(database.dataSource(), name, database.configuration(), layout, List.copyOf(tables));
    }

    private int run(ScalingJob job, boolean governed, Output output) throws SQLException {
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
                check(job, sample, output);
            }
            case SWITCH -> {
                follow(job, output);
                check(job, ALL, output);
                said(
                        output,
                        "switched within "
                                + job.switchOver(Duration.ofSeconds(stall)).toMillis()
                                + " ms; "
                                + (governed
                                        ? "the applications of the registry go on by the next layout"
                                        : "start the applications with " + (next == null ? "the next YAML" : next)));
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
    private static void check(ScalingJob job, int percent, Output output) throws SQLException {
        long rows;
        try (Ticker ticker =
                new Ticker(output, millis -> percent == ALL ? "comparing every row" : "comparing a sample")) {
            rows = job.check(percent);
        }
        said(output, rows + " rows are alike");
    }

    private static void said(Output output, String line) {
        output.lines(List.of(line));
    }
}
