package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the children of a node. */
final class Children {
    private Children() {}

    /** Flattens nodes, lists of nodes and nulls into one list without nulls. */
    @SuppressWarnings("unchecked")
    static List<Node> of(@Nullable Object... parts) {
        int count = 0;
        Object last = null;
        for (Object part : parts) {
            int size = part == null ? 0 : part instanceof List<?> list ? list.size() : 1;
            count += size;
            last = size == 0 ? last : part;
        }
        if (count == 0) {
            return List.of();
        }
        if (last instanceof Node only && count == 1) {
            return List.of(only);
        }
        if (last instanceof List<?> list && count == list.size()) {
            return List.copyOf((List<Node>) list);
        }
        Node[] nodes = new Node[count];
        int at = 0;
        for (Object part : parts) {
            if (part instanceof Node node) {
                nodes[at++] = node;
            } else if (part instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    nodes[at++] = (Node) list.get(i);
                }
            }
        }
        return List.of(nodes);
    }
}
