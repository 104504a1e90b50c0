package org.shardingjdbc.spring;

import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.springframework.core.env.Environment;
import org.springframework.core.io.Resource;
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
     * @throws SQLException when its document cannot be read, has mistakes, or a data source cannot be connected to
     * @throws IOException when there is no such document
     */
    public ShardingDataSource open(String name) throws SQLException, IOException {
        return ShardingDataSourceFactory.create(
                configuration(ShardedDatabases.of(environment).sources().get(name)));
    }

    private ShardingConfiguration configuration(ShardedDatabases.Source source) throws IOException {
        PlaceholderSource values = new EnvironmentValues(environment);
        if (source.location() == null) {
            return YamlConfigurations.parse(
                    PropertyTree.of(environment, source.prefix()).yaml(), source.prefix() + ".*", values);
        }
        Resource resource = resources.getResource(source.location());
        try (InputStream yaml = resource.getInputStream()) {
            String name = resource.getFilename();
            return YamlConfigurations.load(yaml, name == null ? source.location() : name, values);
        }
    }

    /** Names as Spring resolves them: profiles, environment variables, system properties, and what else there is. */
    private record EnvironmentValues(Environment environment) implements PlaceholderSource {
        @Override
        public String value(String name) {
            return environment.getProperty(name);
        }

        @Override
        public String fill(String text) {
            return environment.resolveRequiredPlaceholders(text);
        }
    }
}
