package org.shardingjdbc.spring;

import java.io.IOException;
import java.io.InputStream;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/**
 * The document that a property names.
 *
 * @param property its name
 * @param location what it says: a URL of the driver, or a location as Spring writes them
 */
record NamedDocument(String property, String location) {
    /** The property that Boot has for the URL of its own data source. */
    static final String URL = "spring.datasource.url";

    private static final String URL_PREFIX = "jdbc:sharding:";

    boolean hasOurUrl() {
        return location.startsWith(URL_PREFIX);
    }

    /** @throws ShardingException when it cannot be read, or has mistakes */
    ShardingConfiguration read(ResourceLoader resources, PlaceholderSource values) {
        Resource resource = resources.getResource(hasOurUrl() ? ofUrl() : location);
        String name = resource.getFilename();
        try {
            if (resource.isFile() && resource.getFile().isDirectory()) {
                throw unreadable("it is a folder");
            }
            try (InputStream yaml = resource.getInputStream()) {
                return YamlConfigurations.load(yaml, name == null ? location : name, values);
            }
        } catch (IOException e) {
            throw ShardingException.causedBy(e, ErrorCode.CONFIGURATION_UNREADABLE, called(), e.getMessage());
        }
    }

    private ShardingException unreadable(String why) {
        return new ShardingException(ErrorCode.CONFIGURATION_UNREADABLE, called(), why);
    }

    private String called() {
        return "'" + location + "' of the property " + property;
    }

    /**
     * Without its parameters: placeholders are filled by Spring, which knows more values than each of them asks for.
     */
    private String ofUrl() {
        int query = location.indexOf('?');
        String parameters = query < 0 ? "" : location.substring(query + 1);
        if (!parameters.isEmpty() && !parameters.startsWith("placeholder-type=")) {
            throw new ShardingException(
                    ErrorCode.DRIVER_URL_INVALID,
                    location,
                    "the parameter '" + parameters + "' is unknown; the only one is placeholder-type");
        }
        String place = location.substring(URL_PREFIX.length(), query < 0 ? location.length() : query);
        if (!place.startsWith("classpath:") && !place.startsWith("file:")) {
            throw new ShardingException(
                    ErrorCode.DRIVER_URL_INVALID,
                    location,
                    "behind " + URL_PREFIX + " stands neither classpath: nor file:");
        }
        return place;
    }
}
