package org.shardingjdbc.cli.internal.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;

/**
 * What a YAML describes, open. Safe for all threads; closed at the end.
 *
 * @param configuration as the YAML has it; in a registry there may be another one
 * @param dataSource open until this is closed
 * @param dialect how the databases read SQL
 */
public record OpenedDatabase(ShardingConfiguration configuration, ShardingDataSource dataSource, Dialect dialect)
        implements AutoCloseable {

    /**
     * Opens the databases of a YAML, and asks no registry.
     *
     * @param driverJars jars, or folders of them, with drivers that are not on the class path
     * @throws SQLException when the YAML or a driver is missing, or a database does not answer
     * @throws org.shardingjdbc.error.ShardingException when the YAML has mistakes
     */
    public static OpenedDatabase open(Path yaml, PlaceholderType placeholders, List<Path> driverJars)
            throws SQLException {
        return of(unread(read(yaml, placeholders, driverJars)), DriverJars::remedy);
    }

    /**
     * The same as an instance of the application, where the YAML has a registry: its configuration counts, and never
     * that of the YAML where they differ.
     *
     * @throws SQLException also when the registry does not answer
     * @throws org.shardingjdbc.error.ShardingException also when the class path lacks the jar of the registry
     */
    public static OpenedDatabase join(Path yaml, PlaceholderType placeholders, List<Path> driverJars)
            throws SQLException {
        return of(joined(read(yaml, placeholders, driverJars)), DriverJars::remedy);
    }

    private static ShardingConfiguration read(Path yaml, PlaceholderType placeholders, List<Path> driverJars)
            throws SQLException {
        if (!Files.exists(yaml)) {
            throw new SQLException(
                    "There is no file " + yaml + ". Name the YAML of the data sources and rules with --config.");
        }
        DriverJars.load(driverJars);
        return YamlConfigurations.load(yaml, placeholders);
    }

    private static ShardingConfiguration unread(ShardingConfiguration configuration) {
        ModeConfiguration mode = configuration.mode();
        return mode == null ? configuration : configuration.governedBy(UnreadRegistryProvider.unread(mode));
    }

    /** Whatever the application says of a start: a command changes the registry by what it is told to do alone. */
    private static ShardingConfiguration joined(ShardingConfiguration configuration) {
        ModeConfiguration mode = configuration.mode();
        return mode == null
                ? configuration
                : configuration.governedBy(new ModeConfiguration(
                        mode.cluster(),
                        mode.repository(),
                        mode.props(),
                        DifferenceWinner.REMOTE_WINS,
                        mode.secretKey(),
                        null,
                        mode.whenAway()));
    }

    /**
     * Opens the databases of a YAML that is there, with the drivers of the class path, and asks no registry.
     *
     * @param driverRemedy what to do where a driver is missing, of the name of its artifact or an empty text
     * @throws SQLException when a driver is missing, or a database does not answer
     * @throws org.shardingjdbc.error.ShardingException when the YAML has mistakes
     */
    public static OpenedDatabase open(Path yaml, PlaceholderType placeholders, UnaryOperator<String> driverRemedy)
            throws SQLException {
        return of(unread(YamlConfigurations.load(yaml, placeholders)), driverRemedy);
    }

    private static OpenedDatabase of(ShardingConfiguration configuration, UnaryOperator<String> driverRemedy)
            throws SQLException {
        Dialect dialect = null;
        for (Map.Entry<String, DataSourceConfiguration> each :
                configuration.dataSources().entrySet()) {
            if (each.getValue() instanceof DataSourceConfiguration.Pooled pooled) {
                String url = pooled.properties().get("jdbcUrl");
                if (pooled.properties().get("driverClassName") == null) {
                    DriverJars.require(each.getKey(), url, driverRemedy);
                }
                dialect = dialect == null ? Dialects.ofUrl(url) : dialect;
            }
        }
        return new OpenedDatabase(
                configuration,
                ShardingDataSourceFactory.create(configuration),
                dialect == null ? Dialects.SQL92 : dialect);
    }

    /** Whether what it does is what the YAML says, and not what its registry may say by now. */
    public boolean isRegistryUnread() {
        return configuration.mode() != null
                && new UnreadRegistryProvider().knows(configuration.mode().repository());
    }

    /** Whether it is an instance among those of its registry. */
    public boolean isGoverned() {
        return configuration.mode() != null && !isRegistryUnread();
    }

    @Override
    public void close() {
        dataSource.close();
    }
}
