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

/**
 * What a YAML describes, open. Safe for all threads; closed at the end.
 *
 * @param configuration as the YAML has it
 * @param dataSource open until this is closed
 * @param dialect how the databases read SQL
 */
public record OpenedDatabase(ShardingConfiguration configuration, ShardingDataSource dataSource, Dialect dialect)
        implements AutoCloseable {

    /**
     * Opens the databases of a YAML.
     *
     * @param driverJars jars, or folders of them, with drivers that are not on the class path
     * @throws SQLException when the YAML or a driver is missing, or a database does not answer
     * @throws org.shardingjdbc.error.ShardingException when the YAML has mistakes
     */
    public static OpenedDatabase open(Path yaml, PlaceholderType placeholders, List<Path> driverJars)
            throws SQLException {
        if (!Files.exists(yaml)) {
            throw new SQLException(
                    "There is no file " + yaml + ". Name the YAML of the data sources and rules with --config.");
        }
        DriverJars.load(driverJars);
        return open(yaml, placeholders, DriverJars::remedy);
    }

    /**
     * Opens the databases of a YAML that is there, with the drivers of the class path.
     *
     * @param driverRemedy what to do where a driver is missing, of the name of its artifact or an empty text
     * @throws SQLException when a driver is missing, or a database does not answer
     * @throws org.shardingjdbc.error.ShardingException when the YAML has mistakes
     */
    public static OpenedDatabase open(Path yaml, PlaceholderType placeholders, UnaryOperator<String> driverRemedy)
            throws SQLException {
        ShardingConfiguration configuration = YamlConfigurations.load(yaml, placeholders);
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

    @Override
    public void close() {
        dataSource.close();
    }
}
