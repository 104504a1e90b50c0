package org.shardingjdbc.cli.internal.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.output.RowWriter.Format;
import org.shardingjdbc.cli.internal.run.Look;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Runs statements and writes what they return. */
@Command(
        name = "query",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Run statements, one after the other, on one connection. It stops at the first that fails.",
            "Examples:",
            "  query \"SELECT status, COUNT(*) FROM t_order GROUP BY status\"",
            "  query --format csv -f report.sql > report.csv",
            "  query --transaction -f change.sql"
        })
final class QueryCommand implements Callable<Integer> {
    @ParentCommand
    private Opening.Owner root;

    @Parameters(
            arity = "0..*",
            paramLabel = "SQL",
            description = "Statements; several are separated by semicolons. None: standard input.")
    private List<String> statements = new ArrayList<>();

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A file of statements, run behind those of the command line.")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "table (default), expanded, csv, tsv, json.")
    private Format format;

    @Option(names = "--json", description = "The same as --format json: an array of objects for each result.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Write rows only: no counts and no times.")
    private boolean quiet;

    @Option(
            names = "--transaction",
            description = "Run all in one transaction, which is rolled back when a statement fails.")
    private boolean transaction;

    @Option(names = "--go-on", description = "Run the other statements, too, when one fails.")
    private boolean goOn;

    @Override
    public Integer call() throws SQLException, NotOpenException {
        List<String> texts = new ArrayList<>(statements);
        for (Path file : files) {
            texts.add(read(file));
        }
        Output output = root.opening().output();
        Look look = new Look();
        look.format(json ? Format.JSON : format);
        look.quiet(quiet || look.format() != Format.TABLE && look.format() != Format.EXPANDED);
        try (OpenedDatabase database = root.opening().openToExecute()) {
            Script script = new Script(database, output, look).goOn(goOn).asOne(transaction);
            return texts.isEmpty() ? script.standardInput() : script.texts(texts);
        }
    }

    static String read(Path file) throws SQLException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new SQLException("The file " + file + " cannot be read: " + e, e);
        }
    }
}
