package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * The properties below a prefix as the document of a sharding configuration. Boot's own binding to maps loses the
 * underscores of names such as {@code ds_0}; here names are kept as they are written, and only the keys that every
 * configuration has may be written with dashes. Not thread-safe.
 */
final class PropertyTree {
    /** The source that Boot puts before all others: it looks properties up in any spelling, and cannot list them. */
    private static final String RELAXED = "configurationProperties";

    /** What the starter reads beside the configuration, where that is directly below {@code sharding}. */
    private static final Set<String> OF_THE_STARTER = Set.of("primary", "databases", "observations");

    private final Map<String, Object> root = new LinkedHashMap<>();

    private PropertyTree() {}

    /** Whether there is a property below a prefix, which is written with dashes. */
    static boolean isBelow(Environment environment, String prefix) {
        String wanted = plain(prefix) + ".";
        for (EnumerablePropertySource<?> source : listed(environment)) {
            for (String name : source.getPropertyNames()) {
                if (plain(name).startsWith(wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    static PropertyTree of(Environment environment, String prefix) {
        PropertyTree tree = new PropertyTree();
        int depth = prefix.split("[.]").length;
        Map<String, PropertySource<?>> lists = new HashMap<>();
        for (EnumerablePropertySource<?> source : listed(environment)) {
            for (String name : source.getPropertyNames()) {
                if (!plain(name).startsWith(plain(prefix) + ".")) {
                    continue;
                }
                if (depth == 1
                        && OF_THE_STARTER.contains(PropertyPath.read(name).get(depth))) {
                    continue;
                }
                // A list is taken whole from the first source that has it, as Boot does.
                int bracket = name.indexOf('[');
                String list = bracket < 0 ? null : plain(name.substring(0, bracket));
                if (list == null || lists.computeIfAbsent(list, key -> source) == source) {
                    List<String> path = PropertyPath.read(name);
                    tree.put(path.subList(depth, path.size()), value(environment, name, source));
                }
            }
        }
        return tree;
    }

    /** Raw: placeholders outside of rules are filled later, and rules have inline expressions of the same form. */
    private static String value(Environment environment, String name, PropertySource<?> found) {
        PropertySource<?> relaxed =
                ((ConfigurableEnvironment) environment).getPropertySources().get(RELAXED);
        Object value = relaxed == null ? null : relaxed.getProperty(name);
        return String.valueOf(value == null ? found.getProperty(name) : value);
    }

    private static List<EnumerablePropertySource<?>> listed(Environment environment) {
        List<EnumerablePropertySource<?>> result = new ArrayList<>();
        if (environment instanceof ConfigurableEnvironment configurable) {
            for (PropertySource<?> source : configurable.getPropertySources()) {
                if (source instanceof EnumerablePropertySource<?> listed
                        && !source.getName().equals(RELAXED)) {
                    result.add(listed);
                }
            }
        }
        return result;
    }

    private static String plain(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    private void put(List<String> path, String value) {
        if (path.isEmpty()) {
            return;
        }
        Map<String, Object> map = root;
        for (String step : path.subList(0, path.size() - 1)) {
            Object below = map.computeIfAbsent(step, key -> new LinkedHashMap<String, Object>());
            if (!(below instanceof Map)) {
                return;
            }
            @SuppressWarnings("unchecked")
            Map<String, Object> next = (Map<String, Object>) below;
            map = next;
        }
        map.putIfAbsent(path.get(path.size() - 1), value);
    }

    /** The document: what YAML files have, but that rules are keys, without their tags. */
    String yaml() {
        StringBuilder text = new StringBuilder();
        root.forEach((key, value) -> {
            if (!key.equals("rules")) {
                text.append(quoted(key)).append(": ").append(flow(value)).append('\n');
            }
        });
        if (root.get("rules") instanceof Map<?, ?> rules) {
            text.append("rules:\n");
            rules.forEach((name, rule) -> text.append("- !")
                    .append(name.toString().toUpperCase(Locale.ROOT).replace('-', '_'))
                    .append(' ')
                    .append(flow(rule))
                    .append('\n'));
        }
        return text.toString();
    }

    private static String flow(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return quoted(value.toString());
        }
        StringBuilder text = new StringBuilder();
        boolean list = !map.isEmpty() && map.keySet().stream().allMatch(key -> PropertyPath.isIndex(key.toString()));
        map.forEach((key, each) -> {
            text.append(text.isEmpty() ? "" : ", ");
            if (!list) {
                text.append(quoted(key.toString())).append(": ");
            }
            text.append(flow(each));
        });
        return (list ? "[" : "{") + text + (list ? "]" : "}");
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t")
                + '"';
    }
}
