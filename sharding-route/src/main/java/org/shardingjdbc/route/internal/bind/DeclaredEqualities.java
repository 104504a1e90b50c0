package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.rule.placement.Dependence;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Facts that follow from the dependences that binding groups declare: where two uses of a group are equal in the
 * columns of a dependence, their rows are equal in the sharding columns that it determines. Such a fact holds in the
 * region whose facts it follows from. It is about rows that are there; the rows that an INSERT makes are placed by the
 * values that they get.
 */
final class DeclaredEqualities {
    private final Binding binding;
    private final List<TableUse> uses = new ArrayList<>();
    private final Set<String> applied = new LinkedHashSet<>();

    /** Makes the terms of the columns that dependences determine; regions are to be closed afterwards. */
    DeclaredEqualities(Binding binding) {
        this.binding = binding;
        for (TableUse use : binding.uses()) {
            PartitionedTable table = use.table().table().partitioning();
            if (table != null
                    && !table.dependences().isEmpty()
                    && !binding.insertTargets().contains(use)) {
                uses.add(use);
                table.shardingColumns().forEach(column -> binding.terms().column(use, column));
            }
        }
    }

    /** States what follows of the regions as they were closed; says whether anything new did. */
    boolean settle() {
        boolean settled = false;
        for (TableUse use : uses) {
            for (TableUse other : uses) {
                if (use != other
                        && use.sharded().bindingGroup() == other.sharded().bindingGroup()) {
                    settled |= settle(use, other);
                }
            }
        }
        return settled;
    }

    private boolean settle(TableUse use, TableUse other) {
        boolean settled = false;
        List<Dependence> dependences = use.sharded().dependences();
        for (int i = 0; i < dependences.size(); i++) {
            Dependence dependence = dependences.get(i);
            if (columnsEqual(
                    use, dependence, other, other.sharded().dependences().get(i))) {
                for (int position : dependence.determined()) {
                    if (equate(use, other, position)) {
                        applied.add(dependence.text());
                        settled = true;
                    }
                }
            }
        }
        return settled;
    }

    private boolean columnsEqual(TableUse use, Dependence own, TableUse other, Dependence others) {
        for (int i = 0; i < own.columns().size(); i++) {
            int term = binding.terms().find(use, own.columns().get(i));
            int equal = binding.terms().find(other, others.columns().get(i));
            boolean same = use.region().equal(term, equal)
                    && ValueKind.comparable(
                            binding.terms().schema(term), binding.terms().schema(equal), binding.dialect());
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private boolean equate(TableUse use, TableUse other, int position) {
        int term = key(use, position);
        int equal = key(other, position);
        boolean isNew = !use.region().equal(term, equal)
                && ValueKind.comparable(
                        binding.terms().schema(term), binding.terms().schema(equal), binding.dialect());
        if (isNew) {
            use.region().equate(term, equal);
        }
        return isNew;
    }

    private int key(TableUse use, int position) {
        return binding.terms().find(use, use.sharded().shardingColumns().get(position));
    }

    /** The dependences that facts came from, as they were declared. */
    List<String> applied() {
        return List.copyOf(applied);
    }
}
