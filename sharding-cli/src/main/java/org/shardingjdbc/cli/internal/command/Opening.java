package org.shardingjdbc.cli.internal.command;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.database.OpenedDatabase;
import org.shardingjdbc.cli.internal.output.Output;
import org.shardingjdbc.cli.internal.output.Streams;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.proxy.ProxyOptions;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has. Filled by the command line. */
final class Opening {
    /** The command whose options they are, as those below it know it. */
    interface Owner {
        Opening opening();
    }

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The YAML of data sources and rules. Else $SHARDING_CONFIG, else sharding.yaml.")
    private @Nullable Path config;

    @Option(
            names = "--driver-jar",
            paramLabel = "JAR",
            scope = ScopeType.INHERIT,
            split = ",",
            description =
                    "A jar with a JDBC driver, or a folder of them. The drivers of H2 and PostgreSQL are in this jar.")
    private List<Path> driverJars = new ArrayList<>();

    @Option(
            names = "--placeholder-type",
            paramLabel = "TYPE",
            scope = ScopeType.INHERIT,
            converter = Placeholder.class,
            defaultValue = "environment",
            description = "Where $${NAME} in the YAML comes from: environment (default), system_props, none.")
    private PlaceholderType placeholders;

    @Option(
            names = {"--color", "--colour"},
            paramLabel = "WHEN",
            scope = ScopeType.INHERIT,
            defaultValue = "auto",
            description = "auto (default: on a terminal unless $NO_COLOR is set), always, never.")
    private Streams.@Nullable Colours colours;

    @Option(names = "--ascii", scope = ScopeType.INHERIT, description = "Draw with ASCII characters only.")
    private boolean ascii;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print where in the program an error comes from.")
    private boolean stackTrace;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Log what the library and the pools do, to standard error.")
    private boolean verbose;

    /** Null until somebody asks, or gives one. */
    private @Nullable Output output;

    /** Reads names in any case. */
    static final class Placeholder implements ITypeConverter<PlaceholderType> {
        @Override
        public PlaceholderType convert(String name) {
            return PlaceholderType.of(name);
        }
    }

    /** Standard output and standard error. */
    Output output() {
        Output known = output;
        if (known == null) {
            known = Streams.standard(colours == null ? Streams.Colours.AUTO : colours, ascii);
            output = known;
        }
        return known;
    }

    void output(Output given) {
        output = given;
    }

    boolean stackTrace() {
        return stackTrace;
    }

    void config(Path file) {
        config = file;
    }

    private Path config() {
        if (config != null) {
            return config;
        }
        String named = System.getenv("SHARDING_CONFIG");
        return Path.of(named == null || named.isBlank() ? "sharding.yaml" : named);
    }

    /** How a YAML becomes a database. */
    @FunctionalInterface
    private interface Way {
        OpenedDatabase open(Path yaml, PlaceholderType placeholders, List<Path> driverJars) throws SQLException;
    }

    /** Opens what the YAML describes. */
    OpenedDatabase open() throws NotOpenException {
        return open(OpenedDatabase::open);
    }

    /** Opens it as one more instance of the application, where it has a registry. */
    OpenedDatabase join() throws NotOpenException {
        return open(OpenedDatabase::join);
    }

    private OpenedDatabase open(Way way) throws NotOpenException {
        String level = verbose ? "info" : "warn";
        setUnlessSet("org.slf4j.simpleLogger.defaultLogLevel", level);
        if (!verbose) {
            // what goes wrong with a pool is told as an error
            setUnlessSet("org.slf4j.simpleLogger.log.com.zaxxer.hikari", "off");
        }
        try {
            return way.open(config(), placeholders, driverJars);
        } catch (SQLException | ShardingException e) {
            throw new NotOpenException(e);
        }
    }

    /** Reads the YAML, and opens nothing. */
    ShardingConfiguration read() throws NotOpenException {
        return read(config());
    }

    /**
     * Lets users into a proxy.
     *
     * @param users the YAML that names them; null for the one of the configuration
     */
    ProxyOptions users(ProxyOptions options, @Nullable Path users) throws IOException {
        return options.authority(users == null ? config() : users, placeholders);
    }

    /**
     * Reads another YAML, with the placeholders of the first.
     *
     * @throws NotOpenException when it is not there
     */
    ShardingConfiguration read(Path yaml) throws NotOpenException {
        try {
            return YamlConfigurations.load(yaml, placeholders);
        } catch (ShardingException e) {
            throw new NotOpenException(e);
        }
    }

    /**
     * Opens what the YAML describes, to execute statements: by the rules of now, or not at all.
     *
     * @throws NotOpenException also when the rules of now are in a registry that is not read here
     */
    OpenedDatabase openToExecute() throws NotOpenException {
        OpenedDatabase opened = open();
        if (opened.isRegistryUnread()) {
            opened.close();
            throw new NotOpenException(
                    new SQLException("The YAML has a mode, and its registry is not read here: statements"
                            + " could go by older rules than those of the application. Execute them through the application, or"
                            + " with a copy of the YAML that has the rules of now and no mode."));
        }
        return opened;
    }

    private static void setUnlessSet(String key, String value) {
        if (System.getProperty(key) == null) {
            System.setProperty(key, value);
        }
    }

    /** The name of an enum's constant as options write it. */
    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The configuration has mistakes, or a database does not answer; the cause says which. */
    static final class NotOpenException extends Exception {
        private static final long serialVersionUID = 1L;

        NotOpenException(Exception cause) {
            super(cause);
        }
    }
}
