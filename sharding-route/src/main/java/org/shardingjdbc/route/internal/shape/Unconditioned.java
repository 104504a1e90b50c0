package org.shardingjdbc.route.internal.shape;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Finds the tables of an alignment class that nothing restricts: the roots by their own conditions, and with one such
 * root all that are aligned with it. Immutable.
 */
record Unconditioned(AlignmentClass members, List<RootRoute> roots) {
    Unconditioned {
        roots = List.copyOf(roots);
    }

    /** Adds their names. */
    void addTo(Set<String> names, HintValues hints) {
        Set<String> restricted = new LinkedHashSet<>();
        boolean any = false;
        for (RootRoute root : roots) {
            if (root.isConditioned(hints)) {
                restricted.add(root.table().name());
            } else {
                names.add(root.table().name());
                any = true;
            }
        }
        for (BoundTable member : members.members()) {
            if (any && member.table() instanceof PartitionedTable table && !restricted.contains(table.name())) {
                names.add(table.name());
            }
        }
    }
}
