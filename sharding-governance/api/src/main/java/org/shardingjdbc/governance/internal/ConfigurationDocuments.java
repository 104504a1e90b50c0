package org.shardingjdbc.governance.internal;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** Looks at configurations as documents: keys and texts, whatever they mean. Stateless. */
final class ConfigurationDocuments {
    private static final String MODE = "mode";
    private static final String DATABASE = "databaseName";
    private static final String HIDDEN = "***";
    private static final String GENERATORS = ".keyGenerators.";
    private static final String WORKER_ID = ".props.worker-id";

    private ConfigurationDocuments() {}

    /** What of a text is stored: without its key {@code mode}, and with no secrets in comments. */
    static String stored(String text) {
        return CommentedSecrets.hidden(withoutMode(text));
    }

    /** The text without its key {@code mode}: where the registry is differs from instance to instance. */
    static String withoutMode(String text) {
        if (!(compose(text) instanceof MappingNode top)) {
            return text;
        }
        List<NodeTuple> entries = top.getValue();
        for (int i = 0; i < entries.size(); i++) {
            if (!MODE.equals(scalar(entries.get(i).getKeyNode()))) {
                continue;
            }
            int[] points = text.codePoints().toArray();
            int from = entries.get(i).getKeyNode().getStartMark().getIndex();
            int to = i + 1 < entries.size()
                    ? entries.get(i + 1).getKeyNode().getStartMark().getIndex()
                    : entries.get(i).getValueNode().getEndMark().getIndex();
            // Marks count code points.
            String rest = new String(points, 0, from) + new String(points, to, points.length - to);
            compose(rest);
            return rest;
        }
        return text;
    }

    /** The keys whose values are secrets in plain text. */
    static List<String> plainSecrets(String text) {
        List<String> found = new ArrayList<>();
        entries(text).forEach((key, value) -> {
            if (SecretEntries.isPlain(key, value)) {
                found.add(key);
            }
        });
        return found;
    }

    /** The keys of worker ids that are the same wherever the text is read. */
    static List<String> fixedWorkerIds(String text) {
        List<String> found = new ArrayList<>();
        entries(text).forEach((key, value) -> {
            boolean workerId = key.startsWith("rules.") && key.contains(GENERATORS) && key.endsWith(WORKER_ID);
            if (workerId && !value.contains(SecretEntries.PLACEHOLDER)) {
                found.add(key);
            }
        });
        return found;
    }

    /** The logic database that a document is of; null when a placeholder says it. */
    static @Nullable String database(String text) {
        String name = entries(text).getOrDefault(DATABASE, ShardingConfiguration.DEFAULT_DATABASE_NAME);
        return name.contains(SecretEntries.PLACEHOLDER) ? null : name;
    }

    /** What differs, key by key, with secrets hidden; empty when nothing does. */
    static List<String> differences(String local, String remote) {
        Map<String, String> here = entries(local);
        Map<String, String> there = entries(remote);
        List<String> differences = new ArrayList<>();
        here.forEach((key, value) -> {
            String other = there.get(key);
            if (other == null) {
                differences.add(key + " is local only");
            } else if (!other.equals(value)) {
                boolean secret = SecretEntries.isSecret(key, value) || SecretEntries.isSecret(key, other);
                differences.add(key + " is " + (secret ? HIDDEN : value) + " locally and " + (secret ? HIDDEN : other)
                        + " in the registry");
            }
        });
        there.keySet().stream()
                .filter(key -> !here.containsKey(key))
                .forEach(key -> differences.add(key + " is in the registry only"));
        return differences;
    }

    private static Map<String, String> entries(String text) {
        Map<String, String> entries = new LinkedHashMap<>();
        flatten("", compose(text), entries);
        return entries;
    }

    private static void flatten(String path, Node node, Map<String, String> entries) {
        if (node instanceof MappingNode map) {
            for (NodeTuple each : map.getValue()) {
                String key = scalar(each.getKeyNode());
                flatten(path.isEmpty() ? key : path + "." + key, each.getValueNode(), entries);
            }
        } else if (node instanceof SequenceNode list) {
            for (int i = 0; i < list.getValue().size(); i++) {
                Node element = list.getValue().get(i);
                String tag = element.getTag().getValue();
                boolean rule = tag.startsWith("!");
                flatten(path + (rule ? "." + tag : "[" + i + "]"), element, entries);
            }
        } else if (node instanceof ScalarNode scalar) {
            entries.put(path, scalar.getValue());
        }
    }

    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : String.valueOf(node.getTag());
    }

    private static Node compose(String text) {
        try {
            return new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
        } catch (YAMLException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.CONFIGURATION_UNREADABLE, "without mode", "it is no YAML: " + e.getMessage());
        }
    }
}
