package org.shardingjdbc.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Which sharded databases the properties of an application describe, and where the configuration of each is. Immutable.
 *
 * @param sources by the name of the bean, in the order of their names
 * @param primary the bean that is meant where no name is given; null when there is none
 */
record ShardedDatabases(Map<String, Source> sources, String primary) {
    /** The only database, as Boot calls its own. */
    static final String ONLY = "dataSource";

    private static final String PREFIX = "sharding";
    private static final String CONFIG = ".config";

    /**
     * Where a configuration is.
     *
     * @param document null where it is in the properties
     * @param prefix of these properties
     */
    record Source(@Nullable NamedDocument document, String prefix) {}

    static ShardedDatabases of(Environment environment) {
        Map<String, Source> sources = new LinkedHashMap<>();
        NamedDocument document = document(environment, PREFIX + CONFIG);
        NamedDocument url = document(environment, NamedDocument.URL);
        if (document != null) {
            sources.put(ONLY, new Source(document, PREFIX));
        } else if (url != null && url.hasOurUrl()) {
            sources.put(ONLY, new Source(url, PREFIX));
        } else if (PropertyTree.isBelow(environment, "sharding.data-sources")
                || PropertyTree.isBelow(environment, "sharding.rules")) {
            sources.put(ONLY, new Source(null, PREFIX));
        }
        // Names are as they are written; the binder would not look up properties below all of them.
        Map<String, Object> named = Binder.get(environment)
                .bind("sharding.databases", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of());
        for (String name : new TreeSet<>(named.keySet())) {
            String prefix = "sharding.databases." + name;
            sources.put(name, new Source(document(environment, prefix + CONFIG), prefix));
        }
        return new ShardedDatabases(sources, primary(environment.getProperty("sharding.primary"), sources));
    }

    private static @Nullable NamedDocument document(Environment environment, String property) {
        String location = environment.getProperty(property);
        return StringUtils.hasText(location) ? new NamedDocument(property, location) : null;
    }

    /** The only one is none: an application may have other data sources, and say which of all is primary. */
    private static String primary(String name, Map<String, Source> sources) {
        if (name != null && !sources.containsKey(name)) {
            Problems problems = new Problems();
            problems.add(
                    ConfigPath.ROOT,
                    "'sharding.primary' names '" + name + "', which is no sharded database; there are "
                            + String.join(", ", sources.keySet()));
            problems.raise();
        }
        return name;
    }

    List<String> names() {
        return List.copyOf(sources.keySet());
    }
}
