package org.shardingjdbc.cli.internal.prompt;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.cli.internal.nodes.NodeMap;
import org.shardingjdbc.cli.internal.nodes.NodeReader;
import org.shardingjdbc.cli.internal.nodes.NodesText;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.output.RowWriter.Format;
import org.shardingjdbc.cli.internal.run.Look;
import org.shardingjdbc.cli.internal.run.StatementRunner;
import org.shardingjdbc.cli.internal.text.StatementText;
import org.shardingjdbc.transaction.TransactionalConnection;

/** A conversation in a terminal over one connection. One per run. */
public final class Prompt implements AutoCloseable {
    private final OpenedDatabase database;
    private final Connection connection;
    private final Terminal terminal;
    private final Output output;
    private final PagedScreen screen;
    private final Look look = new Look();
    private final StatementRunner runner;
    private final CompletionNames names;
    private final Descriptions descriptions;
    private final LineReader reader;
    private @Nullable NodeReader counting;
    private boolean leaving;

    /** Takes the terminal; {@link #close} gives it back. */
    public Prompt(OpenedDatabase database, Output standard) throws SQLException, IOException {
        this.database = database;
        connection = database.dataSource().getConnection();
        // lines are written as they are, in UTF-8, and not in a set of characters of old terminals
        System.setProperty("org.jline.utils.disableAlternateCharset", "true");
        terminal = TerminalBuilder.builder()
                .name("sharding")
                .system(true)
                .encoding(StandardCharsets.UTF_8)
                .build();
        PrintWriter writer = terminal.writer();
        output = new Output(writer, writer, standard.palette(), standard.errorPalette(), terminal.getWidth(), true);
        screen = new PagedScreen(terminal, output);
        runner = new StatementRunner(connection, screen, look);
        names = new CompletionNames(database);
        descriptions = new Descriptions(database, connection);
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("sharding-jdbc-cli")
                .parser(new PromptParser(database.dialect()))
                .completer(new NameCompleter(database.dialect(), names))
                .option(LineReader.Option.CASE_INSENSITIVE, true)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.AUTO_GROUP, true)
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, "%P -> ")
                .variable(LineReader.LIST_MAX, 200);
        Path history = History.file();
        if (history != null) {
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        reader = builder.build();
    }

    /** Reads and runs until the user leaves; returns the exit code. */
    public int converse() throws SQLException {
        names.refresh();
        terminal.handle(Terminal.Signal.INT, signal -> interrupt());
        output.lines(List.of(greeting(), "Statements end in a semicolon. \\? shows the commands, \\q leaves."));
        while (!leaving) {
            try {
                line(reader.readLine(prompt()));
            } catch (UserInterruptException e) {
                // what was typed is thrown away
                continue;
            } catch (EndOfFileException e) {
                leaving = true;
            }
        }
        if (isInTransaction()) {
            connection.rollback();
            output.remark("The transaction that was open is rolled back.");
        }
        return 0;
    }

    private String greeting() throws SQLException {
        int sources = database.dataSource().dataSources().size();
        return connection.getMetaData().getDatabaseProductName() + " in " + sources
                + (sources == 1 ? " data source" : " data sources") + " as one database.";
    }

    private boolean isInTransaction() throws SQLException {
        return connection.unwrap(TransactionalConnection.class).isInTransaction();
    }

    /** The star says that a transaction is open. */
    private String prompt() throws SQLException {
        String name = database.configuration().databaseName();
        String state = isInTransaction() ? "*" : "";
        return output.palette().paint(Role.NAME, name) + output.palette().paint(Role.WARNING, state) + "> ";
    }

    private void interrupt() {
        NodeReader counter = counting;
        if (counter != null) {
            counter.cancel();
        }
        runner.cancel();
    }

    private void line(String line) {
        String text = line.strip();
        try {
            if (PromptCommands.isCommand(text)) {
                String command = text.endsWith(";")
                        ? text.substring(0, text.length() - 1).strip()
                        : text;
                int blank = command.indexOf(' ');
                String name = blank < 0 ? command : command.substring(0, blank);
                command(name, blank < 0 ? "" : command.substring(blank + 1).strip());
            } else {
                statements(text);
            }
        } catch (SQLException | RuntimeException e) {
            output.error(e);
        }
    }

    private void statements(String text) throws SQLException {
        for (StatementText each : StatementText.all(text, database.dialect())) {
            run(each);
        }
    }

    private void run(StatementText statement) throws SQLException {
        runner.run(statement.sql(), statement.expanded());
        String first = statement.sql().stripLeading().toUpperCase(Locale.ROOT);
        if (first.startsWith("CREATE") || first.startsWith("DROP") || first.startsWith("ALTER")) {
            names.refresh();
        }
    }

    private void command(String name, String argument) throws SQLException {
        switch (name) {
            case "\\q", "exit", "quit" -> leaving = true;
            case "\\?", "help" -> output.lines(PromptCommands.help());
            case "\\d" -> describe(argument);
            case "\\dt" -> runner.show(descriptions.tables());
            case "\\ds" -> runner.show(descriptions.dataSources());
            case "\\dr" -> runner.show(descriptions.rules());
            case "\\nodes" -> nodes(argument);
            case "\\explain" -> statements("EXPLAIN SHARDING " + argument);
            case "\\x" -> {
                boolean on = isOn(argument, look.format() == Format.EXPANDED);
                look.format(on ? Format.EXPANDED : Format.TABLE);
                output.remark(on ? "Rows stand one below the other." : "Rows stand in a table.");
            }
            case "\\timing" -> {
                look.timing(isOn(argument, look.timing()));
                output.remark("Times are " + (look.timing() ? "told." : "not told."));
            }
            case "\\pager" -> {
                screen.paging(isOn(argument, screen.paging()));
                output.remark("Large results are shown " + (screen.paging() ? "page by page." : "at once."));
            }
            case "\\format" -> format(argument);
            case "\\i", "source" -> file(argument);
            default -> throw new SQLException("There is no command " + name + ". \\? lists the commands.");
        }
    }

    private static boolean isOn(String argument, boolean now) throws SQLException {
        return switch (argument.toLowerCase(Locale.ROOT)) {
            case "" -> !now;
            case "on" -> true;
            case "off" -> false;
            default -> throw new SQLException("'" + argument + "' is neither on nor off.");
        };
    }

    private void format(String argument) throws SQLException {
        for (Format format : Format.values()) {
            if (format.name().equalsIgnoreCase(argument)) {
                look.format(format);
                return;
            }
        }
        throw new SQLException("There is no format '" + argument + "'. Choose table, expanded, csv, tsv or json.");
    }

    private void describe(String table) throws SQLException {
        if (table.isEmpty()) {
            runner.show(descriptions.tables());
            return;
        }
        if (!descriptions.knows(table)) {
            throw new SQLException("There is no table " + table + ". \\dt lists the tables.");
        }
        runner.show(descriptions.columns(table));
        nodes(map(Set.of(table), 0));
    }

    private NodeMap map(Set<String> tables, int timeoutSeconds) throws SQLException {
        NodeReader counter = new NodeReader(database.dataSource(), database.configuration());
        counting = counter;
        try {
            return counter.read(tables, timeoutSeconds, (done, all) -> {});
        } finally {
            counting = null;
        }
    }

    private void nodes(String table) throws SQLException {
        nodes(map(table.isEmpty() ? Set.of() : Set.of(table), 60));
    }

    private void nodes(NodeMap map) {
        output.lines(new NodesText(output.palette(), screen.output().screen()).draw(map));
    }

    private void file(String name) throws SQLException {
        if (name.isEmpty()) {
            throw new SQLException("Name the file: source file.sql");
        }
        try {
            statements(Files.readString(Path.of(name)));
        } catch (IOException e) {
            throw new SQLException("The file " + name + " cannot be read: " + e, e);
        }
    }

    @Override
    public void close() throws SQLException {
        try (terminal) {
            connection.close();
        } catch (IOException e) {
            throw new SQLException("The terminal cannot be given back: " + e.getMessage(), e);
        }
    }

    /** Where the history of the prompt is kept: in a file that nobody else may read. Stateless. */
    static final class History {
        private static final String VARIABLE = "SHARDING_HISTORY";

        private History() {}

        /** The file, made when it is not there; null when there is none to be, or it cannot be made. */
        static @Nullable Path file() {
            String named = System.getenv(VARIABLE);
            if (named != null && named.isEmpty()) {
                return null;
            }
            Path file =
                    named == null ? Path.of(System.getProperty("user.home"), ".sharding_jdbc_history") : Path.of(named);
            try {
                if (!Files.exists(file)) {
                    Files.createFile(file);
                }
                if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                }
                return file;
            } catch (IOException e) {
                return null;
            }
        }
    }
}
