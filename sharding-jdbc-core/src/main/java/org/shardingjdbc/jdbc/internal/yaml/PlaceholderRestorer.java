package org.shardingjdbc.jdbc.internal.yaml;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/**
 * Puts the placeholders of a document back into one that was written after it, wherever they stand for the value that
 * is written: what was no secret of the one does not become one of the other, and each instance goes on to fill them by
 * itself. Rules are found by their tags, everything else by its keys. One per text.
 */
public final class PlaceholderRestorer {
    private static final String RULES = "rules";

    private final String like;
    private final PlaceholderValues values;

    /**
     * @param like the document with the placeholders
     * @param values what fills them
     */
    public PlaceholderRestorer(String like, PlaceholderValues values) {
        this.like = like;
        this.values = values;
    }

    /** The written text with them. */
    public String putInto(String written) {
        Node former = composed(like);
        MergeKeys.replace(former);
        Node now = composed(written);
        Node kept = merged(now, former, ConfigPath.ROOT);
        DumperOptions options = new DumperOptions();
        options.setSplitLines(false);
        StringWriter text = new StringWriter();
        new Yaml(options).serialize(kept, text);
        return text.toString();
    }

    private static Node composed(String text) {
        return new Yaml(new SafeConstructor(new LoaderOptions())).compose(new StringReader(text));
    }

    private Node merged(Node now, @Nullable Node former, ConfigPath path) {
        if (now instanceof MappingNode map && former instanceof MappingNode before) {
            List<NodeTuple> tuples = new ArrayList<>();
            for (NodeTuple each : map.getValue()) {
                String key = scalar(each.getKeyNode());
                Node value = each.getValueNode();
                Node same = value(before, key);
                tuples.add(new NodeTuple(
                        each.getKeyNode(),
                        value instanceof ScalarNode text
                                ? merged(text, same, before, path)
                                : merged(value, same, path.key(key))));
            }
            return new MappingNode(map.getTag(), tuples, map.getFlowStyle());
        }
        if (now instanceof SequenceNode list && former instanceof SequenceNode before) {
            List<Node> elements = new ArrayList<>();
            boolean rules = path.equals(ConfigPath.ROOT.key(RULES));
            for (int i = 0; i < list.getValue().size(); i++) {
                Node element = list.getValue().get(i);
                Node same = rules
                        ? ofTag(before, element)
                        : i < before.getValue().size() ? before.getValue().get(i) : null;
                elements.add(merged(element, same, path.index(i)));
            }
            return new SequenceNode(list.getTag(), elements, list.getFlowStyle());
        }
        return now instanceof ScalarNode text ? merged(text, former, null, path) : now;
    }

    private static @Nullable Node ofTag(SequenceNode before, Node element) {
        return before.getValue().stream()
                .filter(each -> each.getTag().equals(element.getTag()))
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Node value(MappingNode map, String key) {
        for (NodeTuple each : map.getValue()) {
            if (scalar(each.getKeyNode()).equals(key)) {
                return each.getValueNode();
            }
        }
        return null;
    }

    private static String scalar(Node node) {
        return node instanceof ScalarNode scalar ? scalar.getValue() : "";
    }

    /**
     * A value by the placeholder of its key; of one that was written under another name of its key, by any in the same
     * map.
     */
    private Node merged(ScalarNode now, @Nullable Node same, @Nullable MappingNode within, ConfigPath path) {
        if (same instanceof ScalarNode text) {
            return standsFor(text, now, path) ? copied(text) : now;
        }
        if (within != null) {
            for (NodeTuple each : within.getValue()) {
                if (each.getValueNode() instanceof ScalarNode text && standsFor(text, now, path)) {
                    return copied(text);
                }
            }
        }
        return now;
    }

    /** One node at two places would be written as an anchor and its alias. */
    private static Node copied(ScalarNode node) {
        return new ScalarNode(node.getTag(), node.getValue(), null, null, node.getScalarStyle());
    }

    private boolean standsFor(ScalarNode former, ScalarNode now, ConfigPath path) {
        String text = former.getValue();
        if (!text.contains("${")) {
            return false;
        }
        Problems problems = new Problems();
        String filled = new Placeholders(values, problems).fill(text, path);
        return problems.isEmpty() && !filled.equals(text) && filled.equals(now.getValue());
    }
}
