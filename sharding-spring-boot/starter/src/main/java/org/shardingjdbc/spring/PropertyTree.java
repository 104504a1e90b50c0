package org.shardingjdbc.spring;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
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
    private static final Set<String> OF_THE_STARTER = Set.of("primary", "databases", "observations", "time-tables");

    /** The keys of documents, but those that are only read to be ignored. */
    private static final Set<String> DOCUMENT =
            Set.of("databaseName", "mode", "dataSources", "rules", "props", "transaction");

    private static final String RULES = "rules";
    private static final int FIRST_PRINTABLE = 0x20;

    private final Map<String, Object> root = new LinkedHashMap<>();

    /** A value, and the property that says it, with its file. */
    private record Leaf(String value, String place) {}

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
                int index = PropertyPath.index(name);
                String list = index < 0 ? null : plain(name.substring(0, index));
                if (list == null || lists.computeIfAbsent(list, key -> source) == source) {
                    List<String> path = PropertyPath.read(name);
                    Leaf leaf = new Leaf(value(environment, name, source), UnreadProperties.place(source, name));
                    tree.put(path.subList(depth, path.size()), leaf);
                }
            }
        }
        UnboundVariables.warn(prefix, listed(environment), DOCUMENT);
        return tree;
    }

    /** Raw: placeholders outside of rules are filled later, and rules have inline expressions of the same form. */
    private static String value(Environment environment, String name, PropertySource<?> found) {
        PropertySource<?> relaxed =
                ((ConfigurableEnvironment) environment).getPropertySources().get(RELAXED);
        Object value = relaxed == null ? null : relaxed.getProperty(name);
        return String.valueOf(value == null ? found.getProperty(name) : value);
    }

    /** The sources that can say what they have, in their order. */
    static List<EnumerablePropertySource<?>> listed(Environment environment) {
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

    private void put(List<String> path, Leaf value) {
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

    /**
     * Where a document is named, properties beside it would be read by nobody.
     *
     * @param prefix of the properties
     * @param named the property that names the document
     */
    void requireNone(String prefix, String named) {
        Problems problems = new Problems();
        root.keySet().stream()
                .filter(DOCUMENT::contains)
                .forEach(key -> problems.add(
                        ConfigPath.ROOT,
                        "'" + key + "' stands below " + prefix + ", but the configuration is the document that " + named
                                + " names; write it there, with a placeholder for what changes, or leave " + named
                                + " out"));
        problems.raise();
    }

    /**
     * A list is what documents have; elements of it have tags there, which properties cannot have.
     *
     * @param prefix of the properties
     */
    PropertyTree requireNamedRules(String prefix) {
        if (root.get(RULES) instanceof Map<?, ?> rules
                && rules.keySet().stream().noneMatch(key -> PropertyPath.isIndex(key.toString()))) {
            return this;
        }
        if (root.containsKey(RULES)) {
            Problems problems = new Problems();
            problems.add(
                    ConfigPath.ROOT,
                    prefix + ".rules must be a map in properties, with each rule by its name, such as " + prefix
                            + ".rules.sharding and " + prefix + ".rules.readwrite-splitting");
            problems.raise();
        }
        return this;
    }

    /** The document: what YAML files have, but that rules are keys, without their tags. */
    String yaml() {
        StringBuilder text = new StringBuilder();
        root.forEach((key, value) -> {
            if (!key.equals(RULES)) {
                text.append(quoted(key)).append(": ").append(flow(value)).append('\n');
            }
        });
        if (root.get(RULES) instanceof Map<?, ?> rules) {
            text.append(RULES + ":\n");
            rules.forEach((name, rule) -> text.append("- !")
                    .append(name.toString().toUpperCase(Locale.ROOT).replace('-', '_'))
                    .append(' ')
                    .append(flow(rule))
                    .append('\n'));
        }
        return text.toString();
    }

    /** The property that says what stands at a place of the document, or the first below it; null for none. */
    @Nullable
    String place(ConfigPath path) {
        Object at = root;
        for (Object step : path.steps()) {
            Object next = at instanceof Map<?, ?> map ? below(map, step, at == root.get(RULES)) : null;
            if (next == null) {
                break;
            }
            at = next;
        }
        while (at instanceof Map<?, ?> map && !map.isEmpty()) {
            at = map.values().iterator().next();
        }
        return at instanceof Leaf leaf && !path.steps().isEmpty() ? leaf.place() : null;
    }

    /** Rules are a map here, and a list in documents. */
    private static @Nullable Object below(Map<?, ?> map, Object step, boolean ofRules) {
        if (!(step instanceof Integer index)) {
            return map.get(step);
        }
        if (ofRules) {
            return index < map.size() ? new ArrayList<>(map.values()).get(index) : null;
        }
        return map.entrySet().stream()
                .filter(entry -> PropertyPath.isIndex(entry.getKey().toString())
                        && entry.getKey().toString().substring(1).equals(step.toString()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static String flow(Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            return quoted(((Leaf) value).value());
        }
        StringBuilder text = new StringBuilder();
        List<String> keys = new ArrayList<>();
        map.keySet().forEach(key -> keys.add(key.toString()));
        boolean list = !keys.isEmpty() && keys.stream().allMatch(PropertyPath::isIndex);
        if (list) {
            // System properties, for one, are listed in any order.
            keys.sort(PropertyPath::compare);
        }
        for (String key : keys) {
            text.append(text.isEmpty() ? "" : ", ");
            if (!list) {
                text.append(quoted(key)).append(": ");
            }
            text.append(flow(Objects.requireNonNull(map.get(key), key)));
        }
        return (list ? "[" : "{") + text + (list ? "]" : "}");
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < FIRST_PRINTABLE) {
                quoted.append(String.format("\\x%02x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
