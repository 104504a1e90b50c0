package org.shardingjdbc.jdbc.internal.yaml;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.document.ConfigurationElement;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A map of a document. A value of the wrong type is reported and treated as absent, so that reading goes on to the next
 * mistake.
 */
public final class YamlMap implements ConfigurationMap {
    private static final Logger LOG = LoggerFactory.getLogger(YamlMap.class);

    /** Ends messages about documents that are older than this library. */
    public static final String CONVERTED = "; 'sharding convert' rewrites the document";

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

    @Override
    public ConfigPath path() {
        return path;
    }

    @Override
    public YamlMap only(List<String> known) {
        for (String key : entries.keySet()) {
            if (!known.contains(key)) {
                document.problems().unknownKey(path.key(key), known);
            }
        }
        return this;
    }

    @Override
    public List<String> keys() {
        return List.copyOf(entries.keySet());
    }

    @Override
    public boolean has(String key) {
        return entries.containsKey(key) && !isNull(entries.get(key));
    }

    @Override
    public @Nullable String text(String key) {
        Node node = entries.get(key);
        return node == null || isNull(node) ? null : scalar(node, path.key(key));
    }

    @Override
    public @Nullable String requiredText(String key) {
        if (!has(key)) {
            document.problems().missing(path, key, "");
            return null;
        }
        return text(key);
    }

    @Override
    public boolean flag(String key, boolean absent) {
        String text = text(key);
        if (text == null) {
            return absent;
        }
        if (!text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
            document.problems().add(path.key(key), "'" + key + "' must be true or false, not '" + text + "'");
        }
        return text.equalsIgnoreCase("true");
    }

    @Override
    public @Nullable YamlMap map(String key) {
        Node node = entries.get(key);
        return node == null || isNull(node) ? null : map(node, path.key(key));
    }

    @Override
    public void maps(BiConsumer<String, ConfigurationMap> reader) {
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

    @Override
    public Map<String, String> texts() {
        return texts("", "");
    }

    /**
     * As {@link #texts()}, where one key may have a list.
     *
     * @param separator between the texts of that list
     */
    public Map<String, String> texts(String listKey, String separator) {
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

    @Override
    public List<String> textList(String key) {
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
    public record Element(
            YamlMap of,
            ConfigPath path,
            Node node,
            @Nullable String tag) implements ConfigurationElement {
        @Override
        public boolean isMap() {
            return node instanceof MappingNode;
        }

        @Override
        public @Nullable YamlMap map() {
            return of.map(node, path);
        }

        @Override
        public @Nullable String text() {
            return of.scalar(node, path);
        }
    }

    @Override
    public List<Element> elements(String key) {
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
            elements.add(new Element(this, at, element, tag.startsWith("!") ? tag.substring(1) : null));
        }
        return elements;
    }

    @Override
    public boolean isText(String key) {
        return entries.get(key) instanceof ScalarNode;
    }

    @Override
    public Problems problems() {
        return document.problems();
    }

    @Override
    public void needless(String what) {
        LOG.warn(what);
    }

    private @Nullable YamlMap map(Node node, ConfigPath at) {
        if (node instanceof MappingNode mapping) {
            return new YamlMap(document, at, mapping);
        }
        document.problems().add(at, "a map is expected, not " + kind(node));
        return null;
    }

    private @Nullable String scalar(Node node, ConfigPath at) {
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

    static String kind(Node node) {
        return node instanceof MappingNode ? "a map" : node instanceof SequenceNode ? "a list" : "a value";
    }
}
