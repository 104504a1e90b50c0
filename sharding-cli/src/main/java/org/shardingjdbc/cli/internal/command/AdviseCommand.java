package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.AdviceReport;
import org.shardingjdbc.cli.internal.advise.AdviceReport.AdvisedStatement;
import org.shardingjdbc.cli.internal.advise.AdviceReport.FoundStatement;
import org.shardingjdbc.cli.internal.advise.AdviceReport.Threshold;
import org.shardingjdbc.cli.internal.advise.LogKind;
import org.shardingjdbc.cli.internal.advise.StatementSources;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.AdviceDrawing;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach.Kind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Tells where statements go whatever their parameters are, and what would make them better. */
@Command(
        name = "advise",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Tell of each statement where it goes whatever its parameters are, why, and what would make it better.",
            "Executes nothing. Exit code 1 when one is as --fail-on says, or worse.",
            "Examples:",
            "  advise statements.sql",
            "  advise general.log",
            "  advise --fail-on all src/main/resources/mappers/*.xml"
        })
final class AdviseCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Files of SQL, its statements ended by semicolons; mapper files of MyBatis, ending in .xml; logs of"
                            + " databases.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "SQL",
            description = "Statements on the command line; they are not executed either.")
    private List<String> texts = new ArrayList<>();

    @Option(
            names = "--fail-on",
            paramLabel = "WHAT",
            defaultValue = "refused",
            description = "several, all, steps, refused (default), never.")
    private Threshold threshold;

    @Option(
            names = "--log",
            paramLabel = "KIND",
            description = "The files but mappers are logs: mysql (the general log, also of MariaDB), postgresql."
                    + " Else their first lines tell.")
    private @Nullable LogKind log;

    @Option(names = "--json", description = "Write JSON instead of text.")
    private boolean json;

    @Override
    public Integer call() throws SQLException, IOException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().open()) {
            StatementSources sources = new StatementSources(database.dialect(), log);
            for (Path file : files) {
                sources.file(file, file.toString());
            }
            texts.forEach(sources::text);
            AdviceReport report = AdviceReport.of(database.dataSource(), sources);
            if (json) {
                Json.write(output.out(), document -> write(report, document));
            } else {
                output.lines(new AdviceDrawing(output.palette()).draw(report));
            }
            return report.reaching(threshold).isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
        }
    }

    private static void write(AdviceReport report, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("statements");
        for (AdvisedStatement each : report.statements()) {
            write(each, json);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notJudged");
        for (FoundStatement each : report.notJudged()) {
            json.writeString(each.sql());
        }
        json.writeEndArray();
        json.writeObjectFieldStart("totals");
        for (Map.Entry<Kind, Integer> total : report.totals().entrySet()) {
            json.writeNumberField(AdviceDrawing.word(total.getKey()), total.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void write(AdvisedStatement statement, JsonGenerator json) throws IOException {
        FoundStatement found = statement.found();
        Advice advice = statement.advice();
        json.writeStartObject();
        json.writeStringField("sql", found.sql());
        json.writeNumberField("times", found.times());
        if (found.place() != null) {
            json.writeStringField("file", found.place().file());
            json.writeNumberField("line", found.place().line());
        }
        json.writeStringField("reach", AdviceDrawing.word(advice.reach().kind()));
        json.writeNumberField("mostNodes", advice.reach().mostNodes());
        json.writeStringField("why", advice.why());
        json.writeArrayFieldStart("improvements");
        for (String improvement : advice.improvements()) {
            json.writeString(improvement);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
