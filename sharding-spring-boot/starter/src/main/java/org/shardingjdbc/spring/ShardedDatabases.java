package org.shardingjdbc.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Which sharded databases the properties of an application describe, and where the configuration of each is. Immutable.
 *
 * @param sources by the name of the bean, in the order of their names
 * @param primary the bean that is meant where no name is given; null when there is none
 */
record ShardedDatabases(Map<String, Source> sources, String primary) {
    /** The only database, as Boot calls its own. */
    static final String ONLY = "dataSource";

    private static final String URL_PREFIX = "jdbc:sharding:";

    /** Where a configuration is: in a document, or, where its location is null, in the properties below a prefix. */
    record Source(String location, String prefix) {}

    static ShardedDatabases of(Environment environment) {
        Binder binder = Binder.get(environment);
        Map<String, Source> sources = new LinkedHashMap<>();
        String config = text(binder, "sharding.config");
        String url = text(binder, "spring.datasource.url");
        if (config != null) {
            sources.put(ONLY, new Source(config, null));
        } else if (PropertyTree.isBelow(environment, "sharding.data-sources")) {
            sources.put(ONLY, new Source(null, "sharding"));
        } else if (url != null && url.startsWith(URL_PREFIX)) {
            sources.put(ONLY, new Source(location(url), null));
        }
        Map<String, Object> named = binder.bind("sharding.databases", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
        for (String name : new TreeSet<>(named.keySet())) {
            String prefix = "sharding.databases." + name;
            String location = text(binder, prefix + ".config");
            sources.put(name, new Source(location, location == null ? prefix : null));
        }
        return new ShardedDatabases(sources, primary(text(binder, "sharding.primary"), sources));
    }

    /** The only one is none: an application may have other data sources, and say which of all is primary. */
    private static String primary(String name, Map<String, Source> sources) {
        if (name != null && !sources.containsKey(name)) {
            throw new IllegalArgumentException("sharding.primary names '" + name
                    + "', which is no sharded database; there are " + sources.keySet());
        }
        return name;
    }

    private static String text(Binder binder, String property) {
        return binder.bind(property, String.class).orElse(null);
    }

    /**
     * Without its parameters: placeholders are filled by Spring, which knows more values than each of them asks for.
     */
    private static String location(String url) {
        int query = url.indexOf('?');
        String parameters = query < 0 ? "" : url.substring(query + 1);
        if (!parameters.isEmpty() && !parameters.startsWith("placeholder-type=")) {
            throw new IllegalArgumentException("spring.datasource.url has the parameter '" + parameters
                    + "', which is unknown; the only one is placeholder-type");
        }
        return url.substring(URL_PREFIX.length(), query < 0 ? url.length() : query);
    }

    List<String> names() {
        return List.copyOf(sources.keySet());
    }
}
