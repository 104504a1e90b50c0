package org.shardingjdbc.jdbc.internal.yaml;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.internal.RuleProviders.WrittenRule;
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

/**
 * Makes YAML of the parts of a configuration. Texts stand without quotes where they are read as the same texts so. One
 * per text.
 */
public final class YamlNodes {
    private static final String PROPS = "props";

    private final Resolver resolver = new Resolver();
    private final SecretNames secrets;

    /** @param secrets hides those in the props of rules */
    public YamlNodes(SecretNames secrets) {
        this.secrets = secrets;
    }

    /** The document: maps before the rules, the rules, maps behind them. */
    public String text(ConfigurationText before, List<WrittenRule> rules, ConfigurationText after) {
        List<NodeTuple> top = new ArrayList<>(tuples(before, null, null));
        if (!rules.isEmpty()) {
            List<Node> elements = new ArrayList<>();
            for (WrittenRule rule : rules) {
                List<NodeTuple> keys = tuples(rule.text(), rule.tag(), null);
                elements.add(new MappingNode(new Tag("!" + rule.tag()), keys, style(keys)));
            }
            top.add(new NodeTuple(scalar("rules"), new SequenceNode(Tag.SEQ, elements, FlowStyle.BLOCK)));
        }
        top.addAll(tuples(after, null, null));
        DumperOptions options = new DumperOptions();
        options.setSplitLines(false);
        StringWriter text = new StringWriter();
        new Yaml(options).serialize(new MappingNode(Tag.MAP, top, FlowStyle.BLOCK), text);
        return text.toString();
    }

    /**
     * @param name of the map in its rule, null outside of rules
     * @param owner whose props these are, null when they are none
     */
    private List<NodeTuple> tuples(ConfigurationText map, @Nullable String name, @Nullable String owner) {
        List<NodeTuple> tuples = new ArrayList<>();
        map.entries().forEach((key, value) -> {
            Object written = owner != null && value instanceof String text ? secrets.write(owner, key, text) : value;
            tuples.add(new NodeTuple(scalar(key), node(written, key, name)));
        });
        return tuples;
    }

    private Node node(Object value, String key, @Nullable String within) {
        if (value instanceof ConfigurationText map) {
            String owner = key.equals(PROPS) ? within : null;
            List<NodeTuple> tuples = tuples(map, within == null ? null : key, owner);
            return new MappingNode(Tag.MAP, tuples, style(tuples));
        }
        if (value instanceof List<?> list) {
            List<Node> elements = new ArrayList<>();
            list.forEach(each -> elements.add(node(each, key, within)));
            return new SequenceNode(Tag.SEQ, elements, FlowStyle.BLOCK);
        }
        return scalar((String) value);
    }

    private static FlowStyle style(List<NodeTuple> tuples) {
        return tuples.isEmpty() ? FlowStyle.FLOW : FlowStyle.BLOCK;
    }

    /** Readers ask for texts whatever their tag, but for those that are null. */
    private Node scalar(String text) {
        Tag plain = resolver.resolve(NodeId.scalar, text, true);
        Tag tag = plain.equals(Tag.NULL) || plain.equals(Tag.MERGE) ? Tag.STR : plain;
        return new ScalarNode(tag, text, null, null, ScalarStyle.PLAIN);
    }
}
