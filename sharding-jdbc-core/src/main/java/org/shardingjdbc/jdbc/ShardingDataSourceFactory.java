package org.shardingjdbc.jdbc;

import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/**
 * Makes sharding data sources. The pools are open when a method returns: a data source that cannot be connected to
 * makes it fail, unless its {@code initializationFailTimeout} says otherwise. Stateless.
 *
 * <pre>{@code
 * try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(Path.of("sharding.yaml"));
 *         Connection connection = dataSource.getConnection()) {
 *     ...
 * }
 * }</pre>
 */
public final class ShardingDataSourceFactory {
    private ShardingDataSourceFactory() {}

    /**
     * From a YAML file, whose placeholders are mistakes.
     *
     * @throws SQLException when the file cannot be read, has mistakes, or a data source cannot be connected to
     */
    public static ShardingDataSource create(Path yaml) throws SQLException {
        return create(yaml, PlaceholderType.NONE);
    }

    /**
     * From a YAML file.
     *
     * @param placeholders where the values of <code>$${NAME::default}</code> come from
     * @throws SQLException when the file cannot be read, has mistakes, or a data source cannot be connected to
     */
    public static ShardingDataSource create(Path yaml, PlaceholderType placeholders) throws SQLException {
        return create(() -> YamlConfigurations.load(yaml, placeholders));
    }

    /**
     * From YAML as UTF-8, which is read to its end and not closed; placeholders are mistakes.
     *
     * @throws SQLException when it cannot be read, has mistakes, or a data source cannot be connected to
     */
    public static ShardingDataSource create(InputStream yaml) throws SQLException {
        return create(yaml, PlaceholderType.NONE);
    }

    /**
     * From YAML as UTF-8, which is read to its end and not closed.
     *
     * @param placeholders where the values of <code>$${NAME::default}</code> come from
     * @throws SQLException when it cannot be read, has mistakes, or a data source cannot be connected to
     */
    public static ShardingDataSource create(InputStream yaml, PlaceholderType placeholders) throws SQLException {
        return create(() -> YamlConfigurations.load(yaml, "the stream", placeholders));
    }

    /**
     * From a configuration made in Java.
     *
     * @throws SQLException when it has mistakes, or a data source cannot be connected to
     */
    public static ShardingDataSource create(ShardingConfiguration configuration) throws SQLException {
        return new ShardingDataSource(configuration);
    }

    private static ShardingDataSource create(Supplier<ShardingConfiguration> configuration) throws SQLException {
        try {
            return new ShardingDataSource(configuration.get());
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }
}
