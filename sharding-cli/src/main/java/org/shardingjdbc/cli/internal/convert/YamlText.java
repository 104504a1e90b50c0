package org.shardingjdbc.cli.internal.convert;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.DumperOptions.ScalarStyle;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.resolver.Resolver;

/** Writes a result as YAML, in blocks. Stateless. */
final class YamlText {
    private static final Resolver RESOLVER = new Resolver();

    private YamlText() {}

    static String of(ConvertedMap document) {
        DumperOptions options = new DumperOptions();
        options.setDefaultFlowStyle(FlowStyle.BLOCK);
        options.setSplitLines(false);
        options.setAllowUnicode(true);
        StringWriter text = new StringWriter();
        new Yaml(options).serialize(node(document), text);
        return text.toString();
    }

    private static Node node(Object value) {
        if (value instanceof ConvertedMap map) {
            List<NodeTuple> tuples = new ArrayList<>();
            map.entries().forEach((key, each) -> {
                if (!(each instanceof ConvertedMap below && below.isEmpty())) {
                    tuples.add(new NodeTuple(text(key), node(each)));
                }
            });
            Tag tag = map.tag().isEmpty() ? Tag.MAP : new Tag("!" + map.tag());
            return new MappingNode(tag, tuples, FlowStyle.BLOCK);
        }
        if (value instanceof List<?> list) {
            List<Node> elements = new ArrayList<>();
            list.forEach(each -> elements.add(node(each)));
            return new SequenceNode(Tag.SEQ, elements, FlowStyle.BLOCK);
        }
        return value instanceof ForeignItem item ? node(item) : text(value.toString());
    }

    private static Node node(ForeignItem item) {
        if (item.is(ForeignItem.Kind.MAP)) {
            ConvertedMap map = new ConvertedMap(item.tag());
            item.entries().forEach(map::put);
            return node((Object) map);
        }
        return item.is(ForeignItem.Kind.LIST) ? node(item.elements()) : text(item.text());
    }

    /** Without quotes where YAML reads it back as the same characters: whatever kind it takes it for, we read texts. */
    private static Node text(String text) {
        Tag tag = RESOLVER.resolve(NodeId.scalar, text, true);
        boolean plain = tag.equals(Tag.INT) || tag.equals(Tag.BOOL) || tag.equals(Tag.FLOAT) || tag.equals(Tag.STR);
        return new ScalarNode(plain ? tag : Tag.STR, text, null, null, ScalarStyle.PLAIN);
    }
}
