package org.shardingjdbc.cli.internal.command;

import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.TimeTablesDrawing;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.scaling.TimeTables;
import org.shardingjdbc.scaling.time.TimeTablePlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Keeps tables per day, month or year going, a round at a time, as from a timer of the system. */
@Command(
        name = "time-tables",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Keep up the tables of !TIME_TABLES: make the next ones before they are needed, retire old ones.",
            "plan      says what a round would do now; changes nothing",
            "run       does it, as one more instance of the application; applications that are about it do not mind",
            "status    shows the actual tables by their time",
            "The YAML needs a registry (mode), whose configuration counts: there the next data nodes are kept.",
            "Examples:",
            "  time-tables plan",
            "  time-tables run"
        })
final class TimeTablesCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(index = "0", paramLabel = "STEP", description = "One of the words above.")
    private Step step;

    /** What is to be done. */
    enum Step {
        PLAN,
        RUN,
        STATUS
    }

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().join();
                TimeTables tables = TimeTables.of(database.dataSource())) {
            if (step == Step.STATUS) {
                output.lines(TimeTablesDrawing.of(tables.tables(), output.palette()));
                return ExitCode.DONE;
            }
            TimeTablePlan plan = step == Step.PLAN ? tables.plan() : tables.apply();
            output.lines(TimeTablesDrawing.of(plan, output.palette()));
            return plan.obstacles().isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
        }
    }
}
