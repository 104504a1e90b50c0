package org.shardingjdbc.plan.internal.pull;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * The common table expressions of a query that nothing but themselves, and others of these, names. A database does not
 * compute them, and need not be able to; so no shard is asked for their rows. Immutable.
 */
final class UnreadTables {
    private final Set<Node> within = Collections.newSetFromMap(new IdentityHashMap<>());

    UnreadTables(BoundStatement bound) {
        List<CommonTable> all = bound.parsed().analysis().all(CommonTable.class);
        List<NamedTable> names =
                all.isEmpty() ? List.of() : bound.parsed().analysis().all(NamedTable.class);
        int before = -1;
        while (within.size() > before) {
            before = within.size();
            for (CommonTable table : all) {
                addUnread(bound, table, names);
            }
        }
    }

    private void addUnread(BoundStatement bound, CommonTable table, List<NamedTable> names) {
        boolean read = names.stream()
                .anyMatch(name ->
                        bound.commonTable(name) == table && !within.contains(name) && !Tree.isWithin(name, table));
        if (!read) {
            within.addAll(Tree.all(table, Node.class));
        }
    }

    /** Whether a node is in one of them. */
    boolean contain(Node node) {
        return within.contains(node);
    }
}
