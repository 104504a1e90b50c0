package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.CheckDrawing;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.Ticker;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckOptions.RowCheck;
import org.shardingjdbc.jdbc.check.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Looks whether the databases are as the YAML says. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Look whether the databases are as the YAML says: tables, columns, indexes and keys, and where rows lie.",
            "Changes nothing. Exit code 1 when there is an error or a warning.",
            "Examples:",
            "  check",
            "  check t_order --rows all --time-limit 600"
        })
final class CheckCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(arity = "0..*", paramLabel = "TABLE", description = "Logic tables; all when none is named.")
    private Set<String> tables = new LinkedHashSet<>();

    @Option(
            names = "--rows",
            paramLabel = "WHICH",
            defaultValue = "sample",
            description = "Rows to read: sample (default), all, none.")
    private RowCheck rows;

    @Option(
            names = "--sample",
            paramLabel = "ROWS",
            defaultValue = "1000",
            description = "How many rows of an actual table a sample has (default: 1000).")
    private int sample;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "0",
            description = "How long the check may read rows; 0 (default) for as long as it takes.")
    private int seconds;

    @Option(names = "--json", description = "Write JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().open()) {
            CheckReport report = run(database, output);
            if (json) {
                Json.write(output.out(), document -> write(report, document));
            } else {
                output.lines(CheckDrawing.of(report, output.palette()));
            }
            return report.isSound() ? ExitCode.DONE : ExitCode.FOUND;
        }
    }

    @SuppressWarnings("try")
    private CheckReport run(OpenedDatabase database, Output output) throws SQLException {
        AtomicReference<String> progress = new AtomicReference<>("reading definitions");
        CheckOptions options = CheckOptions.standard()
                .tables(tables)
                .rows(rows)
                .sampleSize(Math.max(1, sample))
                .timeLimit(seconds <= 0 ? null : Duration.ofSeconds(seconds))
                .progress((step, done, all, read) -> {
                    progress.set(done + " of " + all + ", " + read + " rows read, " + step);
                    return true;
                });
        try (Ticker ticker = new Ticker(output, millis -> progress.get())) {
            return database.dataSource().check(options);
        }
    }

    private static void write(CheckReport report, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeBooleanField("sound", report.isSound());
        json.writeNumberField("dataSources", report.dataSources());
        json.writeNumberField("tables", report.tables());
        json.writeNumberField("nodes", report.nodes());
        json.writeNumberField("rows", report.rows());
        json.writeArrayFieldStart("findings");
        for (CheckFinding finding : report.findings()) {
            json.writeStartObject();
            json.writeStringField("kind", finding.kind().id());
            json.writeStringField("severity", Opening.lower(finding.severity()));
            json.writeStringField("table", finding.table());
            json.writeStringField("node", finding.node());
            json.writeStringField("what", finding.what());
            json.writeStringField("remedy", finding.remedy());
            json.writeArrayFieldStart("sql");
            for (String sql : finding.sql()) {
                json.writeString(sql);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
