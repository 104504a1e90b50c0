package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Nearest;
import org.shardingjdbc.rule.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Properties that look as if they said something and are read by nobody: names below {@code sharding} that do not
 * exist, after which Boot would start on a database of its own, and those of Boot's data source beside one of ours.
 * They are mistakes. Environment variables may be meant for something else, so they are warned of. Stateless.
 */
final class UnreadProperties {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadProperties.class);

    private static final String OURS = "sharding.";
    private static final String OF_BOOT = "spring.datasource.";

    /** What may stand directly below {@code sharding}, as it is written with dashes. */
    private static final List<String> KNOWN = List.of(
            "config",
            "databases",
            "primary",
            "observations",
            "time-tables",
            "database-name",
            "mode",
            "data-sources",
            "rules",
            "props",
            "transaction");

    /** What Boot reads of its own data source. An application may have further ones below other names. */
    private static final List<String> BOOTS = List.of(
            "url",
            "username",
            "password",
            "driver-class-name",
            "type",
            "jndi-name",
            "xa",
            "hikari",
            "tomcat",
            "dbcp2",
            "oracleucp");

    private static final List<String> SWITCHES = List.of("observations", "time-tables");
    private static final List<String> SWITCH = List.of("true", "false");

    private UnreadProperties() {}

    /**
     * Looks for them.
     *
     * @param others whether the application has data sources of its own, which may read what Boot's would
     * @throws org.shardingjdbc.error.ShardingException when there are some
     */
    static void refuse(Environment environment, boolean others) {
        Problems problems = new Problems();
        written(environment, OURS).forEach((key, place) -> {
            if (!KNOWN.contains(key)) {
                problems.add(
                        ConfigPath.ROOT,
                        place + " is read by nobody: below 'sharding' there are " + String.join(", ", KNOWN)
                                + Nearest.suggestion(key, KNOWN));
            }
        });
        for (String each : SWITCHES) {
            String set = environment.getProperty(OURS + each);
            if (set != null && !SWITCH.contains(set.toLowerCase(Locale.ROOT))) {
                problems.add(ConfigPath.ROOT, "'sharding." + each + "' is true or false, and not '" + set + "'");
            }
        }
        refuseBoots(environment, others, problems);
        problems.raise();
    }

    private static void refuseBoots(Environment environment, boolean others, Problems problems) {
        ShardedDatabases databases = ShardedDatabases.of(environment);
        boolean config = environment.containsProperty(OURS + "config");
        if (config && databases.sources().size() > 1) {
            problems.add(
                    ConfigPath.ROOT,
                    "'sharding.config' stands beside 'sharding.databases': write it as"
                            + " 'sharding.databases.<name>.config', or leave one of the two out");
        }
        if (others || databases.names().isEmpty()) {
            return;
        }
        ShardedDatabases.Source only = databases.sources().get(ShardedDatabases.ONLY);
        boolean byUrl =
                only != null && only.document() != null && only.document().hasOurUrl();
        written(environment, OF_BOOT).forEach((key, place) -> {
            boolean read = byUrl && (key.equals("url") || key.equals("driver-class-name") || key.equals("type"));
            if (BOOTS.contains(key) && !read) {
                problems.add(
                        ConfigPath.ROOT,
                        place + " is read by nobody: the data source is the sharded one of "
                                + (byUrl ? "'spring.datasource.url'" : "the properties below 'sharding'")
                                + ", which has its databases, users and pools in its configuration; write it there, or leave it out");
            }
        });
    }

    /**
     * The keys directly below a prefix, with dashes, and where one with that key is written; of files and arguments.
     */
    private static Map<String, String> written(Environment environment, String prefix) {
        Map<String, String> found = new LinkedHashMap<>();
        for (EnumerablePropertySource<?> source : PropertyTree.listed(environment)) {
            for (String name : source.getPropertyNames()) {
                if (source instanceof SystemEnvironmentPropertySource) {
                    warnOfVariable(name, prefix);
                } else if (name.toLowerCase(Locale.ROOT).startsWith(prefix)) {
                    found.putIfAbsent(key(name.substring(prefix.length())), place(source, name));
                }
            }
        }
        return found;
    }

    private static void warnOfVariable(String name, String prefix) {
        boolean config = prefix.equals(OURS) && name.toUpperCase(Locale.ROOT).startsWith("SHARDING_CONF");
        if (config && !name.equalsIgnoreCase("SHARDING_CONFIG")) {
            LOG.warn("The environment variable {} is read by nobody; did you mean SHARDING_CONFIG?", name);
        }
    }

    /** Up to the next step, with dashes where it has capitals or underscores. */
    private static String key(String name) {
        List<Character> key = new ArrayList<>();
        for (int i = 0; i < name.length() && name.charAt(i) != '.' && name.charAt(i) != '['; i++) {
            char c = name.charAt(i);
            if (Character.isUpperCase(c) && i > 0) {
                key.add('-');
            }
            key.add(c == '_' ? '-' : Character.toLowerCase(c));
        }
        StringBuilder text = new StringBuilder();
        key.forEach(text::append);
        return text.toString();
    }

    /** A property, and the file and line that say it. */
    static String place(EnumerablePropertySource<?> source, String name) {
        Origin origin = OriginLookup.getOrigin(source, name);
        return "'" + name + "' (" + (origin == null ? source.getName() : origin) + ")";
    }
}
