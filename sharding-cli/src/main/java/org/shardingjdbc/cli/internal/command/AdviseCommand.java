package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.shardingjdbc.cli.draw.AdviceDrawing;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.mapper.MapperFile;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.StatementText;
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
            "  advise --fail-on all src/main/resources/mappers/*.xml"
        })
final class AdviseCommand implements Callable<Integer> {
    /** What makes the exit code 1. */
    enum Threshold {
        SEVERAL(Kind.SEVERAL_NODES),
        ALL(Kind.ALL_NODES),
        STEPS(Kind.STEPS_BEYOND_ONE_NODE),
        REFUSED(Kind.REFUSED_BEYOND_ONE_NODE),
        NEVER(null);

        private final Kind from;

        Threshold(Kind from) {
            this.from = from;
        }

        boolean isReached(Advice advice) {
            return from != null && advice.reach().kind().compareTo(from) >= 0;
        }
    }

    @ParentCommand
    private RootCommand root;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "Files of SQL, its statements ended by semicolons; or mapper files of MyBatis, ending in .xml.")
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

    @Option(names = "--json", description = "Write JSON instead of text.")
    private boolean json;

    /** Statements of mappers of which a part is put in at run time. */
    private final List<String> unknown = new ArrayList<>();

    @Override
    public Integer call() throws SQLException, IOException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().open()) {
            Map<String, Integer> statements = statements(database);
            List<Advice> advice = new ArrayList<>();
            for (String sql : statements.keySet()) {
                advice.add(database.dataSource().advise(sql));
            }
            if (json) {
                Json.write(output.out(), document -> write(advice, statements, document));
            } else {
                output.lines(new AdviceDrawing(output.palette()).draw(advice, statements, unknown));
            }
            return advice.stream().anyMatch(threshold::isReached) ? ExitCode.FOUND : ExitCode.DONE;
        }
    }

    /** Each text once, with how often it stands there. */
    private Map<String, Integer> statements(OpenedDatabase database) throws IOException {
        Map<String, Integer> statements = new LinkedHashMap<>();
        List<String> sources = new ArrayList<>(texts);
        for (Path file : files) {
            if (file.toString().endsWith(".xml")) {
                for (String sql : MapperFile.read(file)) {
                    if (MapperFile.isWhole(sql)) {
                        statements.merge(sql, 1, Integer::sum);
                    } else {
                        unknown.add(sql);
                    }
                }
            } else {
                sources.add(Files.readString(file));
            }
        }
        for (String source : sources) {
            for (StatementText each : StatementText.all(source, database.dialect())) {
                statements.merge(each.sql(), 1, Integer::sum);
            }
        }
        return statements;
    }

    private void write(List<Advice> advice, Map<String, Integer> statements, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("statements");
        Map<Kind, Integer> totals = new EnumMap<>(Kind.class);
        for (Advice each : advice) {
            totals.merge(each.reach().kind(), 1, Integer::sum);
            json.writeStartObject();
            json.writeStringField("sql", each.sql());
            json.writeNumberField("times", statements.get(each.sql()));
            json.writeStringField("reach", AdviceDrawing.word(each.reach().kind()));
            json.writeNumberField("mostNodes", each.reach().mostNodes());
            json.writeStringField("why", each.why());
            json.writeArrayFieldStart("improvements");
            for (String improvement : each.improvements()) {
                json.writeString(improvement);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("notJudged");
        for (String sql : unknown) {
            json.writeString(sql);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("totals");
        for (Map.Entry<Kind, Integer> total : totals.entrySet()) {
            json.writeNumberField(AdviceDrawing.word(total.getKey()), total.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
