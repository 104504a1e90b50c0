package org.shardingjdbc.cli.internal.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.command.Opening.NotOpenException;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.output.Streams;
import org.shardingjdbc.cli.internal.output.Streams.OutputLostException;
import org.shardingjdbc.cli.internal.prompt.Prompt;
import org.shardingjdbc.cli.internal.run.Look;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line as a whole, and the prompt when no command is named. */
@Command(
        name = "sharding-jdbc-cli",
        mixinStandardHelpOptions = true,
        versionProvider = RootCommand.Version.class,
        sortOptions = false,
        sortSynopsis = false,
        usageHelpAutoWidth = true,
        synopsisHeading = "%nUsage:  ",
        customSynopsis = {
            "java -jar sharding-jdbc-cli.jar [options] [YAML]            a prompt",
            "        java -jar sharding-jdbc-cli.jar [options] COMMAND [arguments]"
        },
        description = {
            "",
            "Works with the databases of a sharding YAML as if they were one. Without a command it is a prompt;"
                    + " where input is no terminal, it runs the statements that it reads."
        },
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:all was done, and nothing was found",
            "1:a statement failed or was refused, something was found, or output was lost",
            "2:the command line is wrong",
            "3:the YAML has mistakes, a driver is missing, or a database does not answer",
            "130:cancelled by Ctrl-C"
        },
        subcommands = {
            QueryCommand.class,
            ExplainCommand.class,
            NodesCommand.class,
            CheckCommand.class,
            ReshardCommand.class,
            TimeTablesCommand.class,
            ServeCommand.class,
            AdviseCommand.class,
            ConvertCommand.class,
            CommandLine.HelpCommand.class
        })
public final class RootCommand implements Callable<Integer>, Opening.Owner {
    /** What a JVM has in the place of bytes that it cannot decode. */
    private static final char UNREAD = '\uFFFD';

    @Mixin
    private Opening opening;

    private @Nullable Output output;

    @Parameters(arity = "0..1", paramLabel = "YAML", description = "The same as --config.")
    private @Nullable Path yaml;

    @Option(
            names = {"-e", "--execute"},
            paramLabel = "SQL",
            description = "Run these statements instead of a prompt; the same as the command query.")
    private List<String> statements = new ArrayList<>();

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = RootCommand.class.getPackage().getImplementationVersion();
            return new String[] {
                "sharding-jdbc-cli " + (version == null ? "(not from a jar)" : version),
                "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name")
            };
        }
    }

    /** Runs a command line; returns the exit code. */
    public static int run(String... arguments) {
        return run(null, arguments);
    }

    /** @param output null for standard output and standard error */
    static int run(@Nullable Output output, String... arguments) {
        RootCommand root = new RootCommand();
        root.output = output;
        CommandLine line = new CommandLine(root)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setAbbreviatedOptionsAllowed(false);
        line.setExecutionExceptionHandler((error, command, parsed) -> root.failed(error));
        if (!System.getenv().getOrDefault("NO_COLOR", "").isEmpty()) {
            line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        }
        if (output != null) {
            line.setOut(output.out()).setErr(output.err());
        }
        int code = root.isRead(arguments) ? line.execute(arguments) : ExitCode.USAGE;
        try {
            root.opening().output().out().flush();
        } catch (OutputLostException e) {
            return root.failed(e);
        }
        return code;
    }

    @Override
    public Opening opening() {
        if (output != null) {
            opening.output(output);
        }
        if (yaml != null) {
            opening.config(yaml);
        }
        return opening;
    }

    /** In the locale C, for one, a JVM knows no letters but those of ASCII, and would write others into databases. */
    private boolean isRead(String... arguments) {
        String encoding = System.getProperty("sun.jnu.encoding");
        if ("UTF-8".equalsIgnoreCase(encoding) || Stream.of(arguments).noneMatch(each -> each.indexOf(UNREAD) >= 0)) {
            return true;
        }
        opening()
                .output()
                .error(new SQLException("The command line has letters that the encoding of the locale, " + encoding
                        + ", does not have. Set LC_ALL=C.UTF-8, or give statements by --file or standard input,"
                        + " which are read as UTF-8."));
        return false;
    }

    private int failed(Exception error) {
        if (error instanceof OutputLostException lost && lost.isUnread()) {
            return ExitCode.FOUND;
        }
        Throwable cause = error.getCause();
        Throwable told = error instanceof NotOpenException && cause != null ? cause : error;
        Output output = opening().output();
        output.error(told);
        if (opening.stackTrace()) {
            told.printStackTrace(output.err());
            output.err().flush();
        }
        return error instanceof NotOpenException ? ExitCode.NOT_OPEN : ExitCode.FOUND;
    }

    @Override
    public Integer call() throws Exception {
        if (yaml != null
                && yaml.getNameCount() == 1
                && !Files.exists(yaml)
                && yaml.toString().indexOf('.') < 0) {
            throw new NotOpenException(
                    new SQLException("There is neither a command nor a file " + yaml + ". --help lists the commands."));
        }
        Output output = opening().output();
        if (!statements.isEmpty() || !Streams.isConversation()) {
            try (OpenedDatabase database = opening().openToExecute()) {
                return statements.isEmpty()
                        ? new Script(database, output, new Look()).standardInput()
                        : new Script(database, output, new Look()).texts(statements);
            }
        }
        try (OpenedDatabase database = opening().openToExecute();
                Prompt prompt = new Prompt(database, output)) {
            return prompt.converse();
        }
    }
}
