package org.shardingjdbc.jdbc.internal.yaml;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * Puts the keys of other maps where {@code <<: *name} merges them. SnakeYAML does it by itself only when it constructs
 * objects, or from 2.3 on. One per document.
 */
final class MergeKeys {
    private final Set<Node> done = Collections.newSetFromMap(new IdentityHashMap<>());

    private MergeKeys() {}

    /**
     * @param root changed; null where the document is empty
     * @throws MarkedYAMLException when something is merged that is no map
     */
    static void replace(Node root) {
        new MergeKeys().visit(root);
    }

    private void visit(Node node) {
        if (node == null || !done.add(node)) {
            return;
        }
        if (node instanceof SequenceNode sequence) {
            sequence.getValue().forEach(this::visit);
        } else if (node instanceof MappingNode mapping) {
            mapping.getValue().forEach(tuple -> visit(tuple.getValueNode()));
            if (mapping.getValue().stream().anyMatch(MergeKeys::merges)) {
                mapping.setValue(flat(mapping));
            }
        }
    }

    private static boolean merges(NodeTuple tuple) {
        return Tag.MERGE.equals(tuple.getKeyNode().getTag());
    }

    private static List<NodeTuple> flat(MappingNode mapping) {
        List<NodeTuple> result = new ArrayList<>();
        Set<String> own = new HashSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!merges(tuple)) {
                result.add(tuple);
                own.add(key(tuple));
            }
        }
        for (NodeTuple tuple : mapping.getValue()) {
            if (merges(tuple)) {
                merged(tuple.getValueNode()).stream()
                        .filter(each -> own.add(key(each)))
                        .forEach(result::add);
            }
        }
        return result;
    }

    /** The keys of a map, or of a list of maps of which the first wins. */
    private static List<NodeTuple> merged(Node value) {
        if (value instanceof MappingNode mapping) {
            return mapping.getValue();
        }
        List<NodeTuple> result = new ArrayList<>();
        boolean maps = value instanceof SequenceNode;
        for (Node element : value instanceof SequenceNode sequence ? sequence.getValue() : List.<Node>of()) {
            maps &= element instanceof MappingNode;
            if (element instanceof MappingNode mapping) {
                result.addAll(mapping.getValue());
            }
        }
        if (!maps) {
            throw new NotMergeable(value);
        }
        return result;
    }

    private static String key(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar ? scalar.getValue() : tuple.toString();
    }

    private static final class NotMergeable extends MarkedYAMLException {
        private static final long serialVersionUID = 1L;

        NotMergeable(Node value) {
            super(null, null, "only a map, or a list of maps, can be merged with <<", value.getStartMark());
        }
    }
}
