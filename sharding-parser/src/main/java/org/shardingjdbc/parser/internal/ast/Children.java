package org.shardingjdbc.parser.internal.ast;

import java.util.ArrayList;
import java.util.List;

/** Collects the children of a node. */
final class Children {
    private Children() {}

    /** Flattens nodes, lists of nodes and nulls into one list without nulls. */
    static List<Node> of(Object... parts) {
        List<Node> nodes = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Node node) {
                nodes.add(node);
            } else if (part instanceof List<?> list) {
                for (Object element : list) {
                    nodes.add((Node) element);
                }
            }
        }
        return List.copyOf(nodes);
    }
}
