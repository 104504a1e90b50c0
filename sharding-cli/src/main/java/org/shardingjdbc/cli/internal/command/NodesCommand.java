package org.shardingjdbc.cli.internal.command;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.nodes.NodeMap;
import org.shardingjdbc.cli.internal.nodes.NodeReader;
import org.shardingjdbc.cli.internal.nodes.NodesSvg;
import org.shardingjdbc.cli.internal.nodes.NodesText;
import org.shardingjdbc.cli.internal.output.Json;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.run.Ticker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Draws data sources, tables and how many rows they have. */
@Command(
        name = "nodes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Draw the data sources, the actual tables in them and how many rows each has.",
            "Exit code 1 when a table could not be counted.",
            "Examples:",
            "  nodes t_order t_order_item",
            "  nodes --svg nodes.svg"
        })
final class NodesCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(arity = "0..*", paramLabel = "TABLE", description = "Logic tables; all when none is named.")
    private Set<String> tables = new LinkedHashSet<>();

    @Option(names = "--svg", paramLabel = "FILE", description = "Write the drawing as SVG, too.")
    private @Nullable Path svg;

    @Option(names = "--json", description = "Write JSON instead of the drawing.")
    private boolean json;

    @Option(names = "--no-rows", description = "Count no rows: quick however large the tables are.")
    private boolean noRows;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "How long counting one actual table may take (default: 60).")
    private int timeoutSeconds;

    @Override
    public Integer call() throws SQLException, NotOpenException {
        Output output = root.opening().output();
        try (OpenedDatabase database = root.opening().open()) {
            NodeMap map = read(database, output);
            if (svg != null) {
                write(NodesSvg.of(map));
            }
            if (json) {
                Json.write(output.out(), document -> write(map, document));
            } else {
                output.lines(new NodesText(output.palette(), output.screen()).draw(map));
            }
            return map.hasProblems() ? ExitCode.FOUND : ExitCode.DONE;
        }
    }

    @SuppressWarnings("try")
    private NodeMap read(OpenedDatabase database, Output output) throws SQLException {
        AtomicReference<String> progress = new AtomicReference<>("");
        NodeReader reader = new NodeReader(database.dataSource(), database.configuration());
        try (Ticker ticker = new Ticker(output, millis -> progress.get())) {
            return reader.read(
                    tables,
                    noRows ? 0 : Math.max(1, timeoutSeconds),
                    (done, all) -> progress.set("counted " + done + " of " + all + " actual tables"));
        }
    }

    private void write(String drawing) throws SQLException {
        try {
            Files.writeString(svg, drawing);
        } catch (IOException e) {
            throw new SQLException("The file " + svg + " cannot be written: " + e, e);
        }
    }

    private static void write(NodeMap map, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("dataSources");
        for (NodeMap.Source source : map.sources()) {
            json.writeStartObject();
            json.writeStringField("name", source.name());
            json.writeStringField("database", source.database());
            json.writeStringField("url", source.url());
            number("rows", map.rowsIn(source.name()), json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("tables");
        for (NodeMap.Table table : map.tables()) {
            write(table, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(NodeMap.Table table, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", table.name());
        json.writeStringField("kind", Opening.lower(table.kind()));
        json.writeStringField("strategy", table.strategy());
        number("rows", table.rows(), json);
        json.writeArrayFieldStart("nodes");
        for (NodeMap.Node node : table.nodes()) {
            json.writeStartObject();
            json.writeStringField("dataSource", node.dataSource());
            json.writeStringField("table", node.actualTable());
            number("rows", node.rows(), json);
            if (node.problem() != null) {
                json.writeStringField("problem", node.problem());
            }
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void number(String name, long rows, JsonGenerator json) throws IOException {
        if (rows == NodeMap.NOT_COUNTED) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, rows);
        }
    }
}
