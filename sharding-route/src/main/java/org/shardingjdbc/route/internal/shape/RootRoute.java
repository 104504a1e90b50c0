package org.shardingjdbc.route.internal.shape;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** Chooses the data nodes of one root of an alignment class. Immutable, shared by all threads. */
final class RootRoute {
    private static final int[] NONE = {};

    private final PartitionedTable table;
    private final Alternative[] alternatives;
    private final ColumnSchema[] schemas;
    /** Whether some column may be restricted to an interval. */
    private final boolean intervals;

    RootRoute(AlignmentClass.Root root) {
        this.table = root.sharded();
        this.alternatives = ConditionCompiler.compile(root).toArray(new Alternative[0]);
        this.schemas = new ColumnSchema[table.shardingColumns().size()];
        for (int i = 0; i < schemas.length; i++) {
            schemas[i] = root.keySchema(i);
        }
        boolean intervals = false;
        for (Alternative alternative : alternatives) {
            for (Restriction restriction : alternative.restrictions()) {
                intervals |= !(restriction instanceof Restriction.Points);
            }
        }
        this.intervals = intervals;
    }

    /** Why the table's algorithms take no interval that an execution has; null where they do. Never raised itself. */
    @Nullable
    ShardingException intervalRefusal(Object[] parameters) {
        for (int i = 0; intervals && i < alternatives.length; i++) {
            Domain[] domains = new Domain[schemas.length];
            ShardingException refusal =
                    alternatives[i].domains(parameters, schemas, domains) ? table.intervalRefusal(domains) : null;
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    /** The short way to the same nodes, or null. */
    @Nullable
    DirectChoice direct() {
        return alternatives.length == 1 ? DirectChoice.of(table, schemas, alternatives[0].restrictions()) : null;
    }

    /** Node indexes, ascending, not to be changed. */
    int[] route(Object[] parameters, HintValues hints) {
        if (alternatives.length == 1) {
            return route(alternatives[0], parameters, hints);
        }
        BitSet nodes = new BitSet();
        for (Alternative alternative : alternatives) {
            for (int node : route(alternative, parameters, hints)) {
                nodes.set(node);
            }
        }
        return nodes.isEmpty() ? NONE : nodes.stream().toArray();
    }

    private int[] route(Alternative alternative, Object[] parameters, HintValues hints) {
        Domain[] domains = new Domain[schemas.length];
        if (!alternative.domains(parameters, schemas, domains)) {
            return NONE;
        }
        if (hints.key() != null) {
            KeyDomains.fill(hints.key(), table, schemas, domains);
        }
        return table.find(domains, hints);
    }

    /**
     * The node on which rows stay when columns are set to other values, provided that the conditions choose that node
     * only; -1 when there is no such node.
     *
     * @param assigned for each sharding column what it is set to, or null
     */
    int nodeAfter(Operand[] assigned, Object[] parameters, HintValues hints) {
        if (alternatives.length != 1) {
            return -1;
        }
        Domain[] domains = new Domain[schemas.length];
        if (!alternatives[0].domains(parameters, schemas, domains)) {
            return -1;
        }
        for (int i = 0; i < assigned.length; i++) {
            if (assigned[i] != null) {
                Object[] written = InsertedRow.written(assigned[i].value(parameters), schemas[i], table, i);
                if (written == null || written.length == 0) {
                    return -1;
                }
                domains[i] = new Domain.Points(written);
            }
        }
        int[] nodes = table.route(domains, hints);
        return nodes.length == 1 ? nodes[0] : -1;
    }

    PartitionedTable table() {
        return table;
    }

    ColumnSchema schema(int column) {
        return schemas[column];
    }

    /** What the text alone says. */
    RouteKind kind() {
        if (alternatives.length == 0) {
            return RouteKind.NONE;
        }
        if (table.dataNodes().size() == 1) {
            return RouteKind.SINGLE_NODE;
        }
        if (alternatives.length == 1 && alternatives[0].isEqual(schemas.length)) {
            return RouteKind.EQUAL;
        }
        RouteKind kind = RouteKind.IN;
        for (Alternative alternative : alternatives) {
            if (alternative.restrictions().isEmpty()) {
                return RouteKind.SCATTER;
            }
            kind = alternative.hasPoints() ? kind : RouteKind.RANGE;
        }
        return kind;
    }

    /** Whether anything restricts the table. */
    boolean isConditioned(HintValues hints) {
        if (alternatives.length == 0 || table.dataNodes().size() == 1) {
            return true;
        }
        return table.shardingColumns().isEmpty()
                ? !hints.databaseValues(table.name()).isEmpty()
                        || !hints.tableValues(table.name()).isEmpty()
                : kind() != RouteKind.SCATTER || hints.key() != null;
    }

    String describe(Predicate<String> hidden) {
        if (alternatives.length == 0) {
            return table.name() + ": never true";
        }
        StringJoiner text = new StringJoiner(" OR ");
        for (Alternative alternative : alternatives) {
            if (alternative.restrictions().isEmpty()) {
                return table.name() + ": all data nodes";
            }
            StringJoiner and = new StringJoiner(" AND ");
            for (Restriction restriction : alternative.restrictions()) {
                String column = table.shardingColumns().get(restriction.column());
                and.add(restriction.describe(table.name() + "." + column, hidden.test(table.name() + "." + column)));
            }
            text.add(and.toString());
        }
        return text.toString();
    }

    /**
     * Finds the tables of an alignment class that nothing restricts: the roots by their own conditions, and with one
     * such root all that are aligned with it. Immutable; holds nothing of the statement's tree, as plans are kept.
     *
     * @param aligned the names of the sharded tables of the class that are no roots
     */
    record RootsWithoutConditions(List<String> aligned) {
        private static final RootsWithoutConditions NOTHING_ALIGNED = new RootsWithoutConditions(List.of());

        RootsWithoutConditions {
            aligned = List.copyOf(aligned);
        }

        static RootsWithoutConditions of(AlignmentClass members) {
            Set<String> names = new LinkedHashSet<>();
            for (BoundTable member : members.members()) {
                if (member.table().isPartitioned()) {
                    names.add(member.table().name());
                }
            }
            members.roots().forEach(root -> names.remove(root.table().table().name()));
            return names.isEmpty() ? NOTHING_ALIGNED : new RootsWithoutConditions(List.copyOf(names));
        }

        /** Adds their names. */
        void addTo(Set<String> names, List<RootRoute> roots, HintValues hints) {
            boolean any = false;
            for (RootRoute root : roots) {
                if (!root.isConditioned(hints)) {
                    names.add(root.table().name());
                    any = true;
                }
            }
            if (any) {
                names.addAll(aligned);
            }
        }
    }
}
