package org.shardingjdbc.jdbc.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A map of a document. What is not of the wanted kind is told and read as absent, so that reading goes on to the next
 * mistake.
 */
final class YamlMap {
    private final YamlDocument document;
    private final ConfigPath path;
    private final Map<String, Node> entries = new LinkedHashMap<>();

    YamlMap(YamlDocument document, ConfigPath path, MappingNode node) {
        this.document = document;
        this.path = path;
        for (NodeTuple tuple : node.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                document.problems().add(path, "a key is not a text");
                continue;
            }
            ConfigPath at = path.key(key.getValue());
            if (entries.containsKey(key.getValue())) {
                document.problems().addAtKey(at, "key '" + key.getValue() + "' stands twice");
            }
            document.remember(at, key, tuple.getValueNode());
            entries.put(key.getValue(), tuple.getValueNode());
        }
    }

    ConfigPath path() {
        return path;
    }

    /** Tells every key that is not among these. */
    YamlMap only(List<String> known) {
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                document.problems().unknownKey(path.key(key), known);
            }
        }
        return this;
    }

    /** All keys, in the document's order. */
    List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    /** Whether the key is there and has a value. */
    boolean has(String key) {
        return entries.containsKey(key) && !isNull(entries.get(key));
    }

    /** The text of a key, its placeholders filled; null when it is absent. */
    String text(String key) {
        Node node = entries.get(key);
        return node == null || isNull(node) ? null : scalar(node, path.key(key));
    }

    /** The text of a key that must be there; null after a mistake. */
    String requiredText(String key) {
        if (!has(key)) {
            document.problems().addAtKey(path, "key '" + key + "' is missing");
            return null;
        }
        return text(key);
    }

    /** A switch. */
    boolean flag(String key, boolean absent) {
        String text = text(key);
        if (text == null) {
            return absent;
        }
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            document.problems().add(path.key(key), "'" + key + "' must be true or false, not '" + text + "'");
        }
        return text.equalsIgnoreCase("true");
    }

    /** The map of a key; null when it is absent. */
    YamlMap map(String key) {
        Node node = entries.get(key);
        return node == null || isNull(node) ? null : map(node, path.key(key));
    }

    /** Calls the reader for each entry, whose values must be maps. */
    void maps(BiConsumer<String, YamlMap> reader) {
        entries.forEach((key, node) -> {
            if (isNull(node)) {
                document.problems().addAtKey(path.key(key), "'" + key + "' is empty");
                return;
            }
            YamlMap map = map(node, path.key(key));
            if (map != null) {
                reader.accept(key, map);
            }
        });
    }

    /** All entries, whose values must be scalars; absent values are empty texts. */
    Map<String, String> texts() {
        return texts("", "");
    }

    /**
     * As {@link #texts()}, where one key may have a list.
     *
     * @param separator between the texts of that list
     */
    Map<String, String> texts(String listKey, String separator) {
        Map<String, String> texts = new LinkedHashMap<>();
        entries.forEach((key, node) -> {
            if (key.equals(listKey) && node instanceof SequenceNode) {
                texts.put(key, String.join(separator, textList(key)));
                return;
            }
            String text = isNull(node) ? "" : scalar(node, path.key(key));
            if (text != null) {
                texts.put(key, text);
            }
        });
        return texts;
    }

    /** The texts of a list; one text counts as a list of one. Empty when the key is absent. */
    List<String> textList(String key) {
        List<String> texts = new ArrayList<>();
        Node list = entries.get(key);
        if (list == null || isNull(list)) {
            return texts;
        }
        if (list instanceof ScalarNode) {
            String text = scalar(list, path.key(key));
            return text == null ? texts : List.of(text);
        }
        for (Element element : elements(key)) {
            String text = scalar(element.node(), element.path());
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }

    /**
     * An element of a list.
     *
     * @param tag the name of its own tag, such as SHARDING, or null
     */
    record Element(ConfigPath path, Node node, String tag) {
        boolean isMap() {
            return node instanceof MappingNode;
        }
    }

    /** The elements of a list; empty when the key is absent. */
    List<Element> elements(String key) {
        List<Element> elements = new ArrayList<>();
        Node node = entries.get(key);
        if (node == null || isNull(node)) {
            return elements;
        }
        if (!(node instanceof SequenceNode sequence)) {
            document.problems().add(path.key(key), "'" + key + "' must be a list, not " + kind(node));
            return elements;
        }
        for (int i = 0; i < sequence.getValue().size(); i++) {
            Node element = sequence.getValue().get(i);
            ConfigPath at = path.key(key).index(i);
            document.remember(at, null, element);
            String tag = element.getTag().getValue();
            elements.add(new Element(at, element, tag.startsWith("!") ? tag.substring(1) : null));
        }
        return elements;
    }

    /** Whether a key has one value, and neither a list nor a map. */
    boolean isText(String key) {
        return entries.get(key) instanceof ScalarNode;
    }

    /** The text that an element is; null after a mistake. */
    String text(Element element) {
        return scalar(element.node(), element.path());
    }

    /** The map that an element is; null after a mistake. */
    YamlMap map(Element element) {
        return map(element.node(), element.path());
    }

    private YamlMap map(Node node, ConfigPath at) {
        if (node instanceof MappingNode mapping) {
            return new YamlMap(document, at, mapping);
        }
        document.problems().add(at, "a map is expected, not " + kind(node));
        return null;
    }

    private String scalar(Node node, ConfigPath at) {
        if (node instanceof ScalarNode scalar) {
            return document.placeholders().fill(scalar.getValue(), at);
        }
        document.problems().add(at, "a value is expected, not " + kind(node));
        return null;
    }

    private static boolean isNull(Node node) {
        return node instanceof ScalarNode scalar
                && (node.getTag().equals(Tag.NULL) || scalar.getValue().isEmpty() && scalar.isPlain());
    }

    private static String kind(Node node) {
        return node instanceof MappingNode ? "a map" : node instanceof SequenceNode ? "a list" : "a value";
    }
}
