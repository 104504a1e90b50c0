package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.PlanDrawing;
import org.shardingjdbc.cli.internal.draw.PlanLine;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.text.StatementText;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows what statements would do. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Show what statements would do, without doing it. Exit code 1 when one is refused.",
            "Examples:",
            "  explain \"SELECT * FROM t_order WHERE user_id = 7\"",
            "  explain --json -p 7 \"SELECT * FROM t_order WHERE user_id = ?\""
        })
final class ExplainCommand implements Callable<Integer> {
    private static final String REFUSED = "Refused";

    @ParentCommand
    private Opening.Owner root;

    @Parameters(arity = "1..*", paramLabel = "SQL", description = "Statements, not preceded by EXPLAIN.")
    private List<String> statements;

    @Option(
            names = {"-p", "--parameter"},
            paramLabel = "VALUE",
            description = "The value of the next placeholder: a number, NULL, or a text, in single quotes if need be.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--json", description = "Write an array of plans, each a tree of operators.")
    private boolean json;

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        Object[] values = parameters.stream().map(ExplainCommand::value).toArray();
        try (OpenedDatabase database = root.opening().open()) {
            List<String> texts = new ArrayList<>();
            List<Explanation> plans = new ArrayList<>();
            for (String text : statements) {
                for (StatementText each : StatementText.all(text, database.dialect())) {
                    texts.add(each.sql());
                    plans.add(database.dataSource().explain(each.sql(), values));
                }
            }
            if (json) {
                Json.write(output.out(), document -> write(texts, plans, document));
            } else {
                PlanDrawing drawing = new PlanDrawing(output.palette(), output.screen());
                plans.forEach(plan -> output.lines(drawing.draw(PlanLine.of(plan))));
            }
            return plans.stream().anyMatch(ExplainCommand::isRefused) ? ExitCode.FOUND : ExitCode.DONE;
        }
    }

    private static boolean isRefused(Explanation plan) {
        return plan.operator().equals(REFUSED) || plan.inputs().stream().anyMatch(ExplainCommand::isRefused);
    }

    private static @Nullable Object value(String text) {
        if (text.equalsIgnoreCase("NULL")) {
            return null;
        }
        if (text.length() > 1 && text.startsWith("'") && text.endsWith("'")) {
            return text.substring(1, text.length() - 1).replace("''", "'");
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return number.scale() <= 0 && number.precision() < 19 ? (Object) number.longValueExact() : number;
        } catch (ArithmeticException | NumberFormatException e) {
            return text;
        }
    }

    private static void write(List<String> texts, List<Explanation> plans, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (int i = 0; i < plans.size(); i++) {
            json.writeStartObject();
            json.writeStringField("sql", texts.get(i));
            json.writeBooleanField("refused", isRefused(plans.get(i)));
            json.writeFieldName("plan");
            write(plans.get(i), json);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void write(Explanation plan, JsonGenerator json) throws IOException {
        json.writeStartObject();
        ExplainedUnit unit = plan.unit();
        if (unit == null) {
            json.writeStringField("operator", plan.operator());
            json.writeStringField("detail", plan.detail());
        } else {
            json.writeStringField("operator", "DataSource");
            json.writeStringField("dataSource", unit.dataSourceName());
            json.writeStringField("actualSql", unit.actualSql());
            json.writeArrayFieldStart("parameters");
            for (String parameter : unit.parameters()) {
                json.writeString(parameter);
            }
            json.writeEndArray();
            json.writeStringField("mode", unit.mode());
        }
        if (!plan.inputs().isEmpty()) {
            json.writeArrayFieldStart("inputs");
            for (Explanation input : plan.inputs()) {
                write(input, json);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
