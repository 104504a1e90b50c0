package org.shardingjdbc.cli.internal.convert;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/** Reads YAML into items. No object is made because a document names its class. Stateless. */
final class YamlItems {
    private static final int MAX_CODE_POINTS = 64 * 1024 * 1024;
    private static final String MERGE = "<<";

    private YamlItems() {}

    /**
     * The documents of a text; those that are empty are left out.
     *
     * @throws org.yaml.snakeyaml.error.YAMLException when it is no YAML
     */
    static List<ForeignItem> read(String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MAX_CODE_POINTS);
        // documents of 4.x name classes of pools; they are read as names, and nothing is made of them
        options.setTagInspector(tag -> true);
        List<ForeignItem> documents = new ArrayList<>();
        for (Node node : new Yaml(new SafeConstructor(options)).composeAll(new StringReader(yaml))) {
            ForeignItem item = item(node, node, "");
            if (!item.is(ForeignItem.Kind.EMPTY)) {
                documents.add(item);
            }
        }
        return documents;
    }

    /** @param place whose place it has: its key, or itself */
    private static ForeignItem item(Node node, Node place, String path) {
        int line = place.getStartMark().getLine() + 1;
        int column = place.getStartMark().getColumn() + 1;
        String tag = tag(node);
        if (node instanceof MappingNode mapping) {
            ForeignItem map = ForeignItem.map(path, line, column, tag);
            fill(map, mapping, path);
            return map;
        }
        if (node instanceof SequenceNode sequence) {
            ForeignItem list = ForeignItem.list(path, line, column);
            List<Node> elements = sequence.getValue();
            for (int i = 0; i < elements.size(); i++) {
                list.add(item(elements.get(i), elements.get(i), path + "[" + i + "]"));
            }
            return list;
        }
        ScalarNode scalar = (ScalarNode) node;
        boolean plain = scalar.getScalarStyle() == ScalarStyle.PLAIN;
        String text = scalar.getValue();
        return plain
                ? ForeignItem.text(path, line, column, tag, text.equals("~") || text.equals("null") ? "" : text)
                : ForeignItem.quoted(path, line, column, text);
    }

    /** What is merged from an anchor comes after what the map says itself, and does not replace it. */
    private static void fill(ForeignItem map, MappingNode mapping, String path) {
        List<Node> merged = new ArrayList<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                continue;
            }
            if (key.getValue().equals(MERGE)) {
                merged.add(tuple.getValueNode());
            } else {
                String at = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
                map.put(key.getValue(), item(tuple.getValueNode(), key, at));
            }
        }
        for (Node each : merged) {
            List<Node> sources = each instanceof SequenceNode list ? list.getValue() : List.of(each);
            for (Node source : sources) {
                item(source, source, path).entries().forEach((key, value) -> {
                    if (map.get(key) == null) {
                        map.put(key, value);
                    }
                });
            }
        }
    }

    private static String tag(Node node) {
        String tag = node.getTag().getValue();
        if (tag.startsWith(Tag.PREFIX)) {
            String type = tag.substring(Tag.PREFIX.length());
            return type.indexOf('.') > 0 ? type : "";
        }
        return tag.startsWith("!") && tag.length() > 1 ? tag.substring(1) : "";
    }
}
