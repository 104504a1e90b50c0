package org.shardingjdbc.spring;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Opens the data sources of the sharded databases that properties describe. Safe for all threads; one per context. */
public final class DataSourceOpener {
    private final Environment environment;
    private final ResourceLoader resources;

    /** By Spring. */
    public DataSourceOpener(Environment environment, ResourceLoader resources) {
        this.environment = environment;
        this.resources = resources;
    }

    /**
     * Reads the configuration of a database and opens its pools.
     *
     * @param name of its bean
     * @throws SQLException when a data source cannot be connected to
     * @throws ShardingException when its document cannot be read, or has mistakes
     */
    public ShardingDataSource open(String name) throws SQLException {
        ShardedDatabases.Source source =
                ShardedDatabases.of(environment).sources().get(name);
        return ShardingDataSourceFactory.create(configuration(Objects.requireNonNull(source, name)));
    }

    private ShardingConfiguration configuration(ShardedDatabases.Source source) {
        PropertyTree tree = PropertyTree.of(environment, source.prefix());
        NamedDocument document = source.document();
        PlaceholderSource values = new EnvironmentValues(environment, document == null ? tree : null);
        if (document == null) {
            return YamlConfigurations.parse(
                    tree.requireNamedRules(source.prefix()).yaml(), source.prefix() + ".*", values);
        }
        tree.requireNone(source.prefix(), document.property());
        return document.read(resources, values);
    }

    /**
     * Names as Spring resolves them: profiles, environment variables, system properties, and what else there is.
     *
     * @param properties that the document was made of; null for a file
     */
    private record EnvironmentValues(
            Environment environment, @Nullable PropertyTree properties) implements PlaceholderSource {
        @Override
        public @Nullable String place(ConfigPath path) {
            return properties == null ? null : properties.place(path);
        }

        @Override
        public String value(String name) {
            return environment.getProperty(name);
        }

        @Override
        public String fill(String text) {
            try {
                return environment.resolveRequiredPlaceholders(text);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(withoutValue(String.valueOf(e.getMessage())));
            }
        }

        /** What Spring says, without the text that it could not fill, which may be a password. */
        private static String withoutValue(String message) {
            int value = message.indexOf(" in value ");
            return value < 0 ? message : message.substring(0, value);
        }
    }
}
