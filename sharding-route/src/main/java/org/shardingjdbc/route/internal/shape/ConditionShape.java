package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.rule.hint.HintValues;

/** One alignment class: the units are the data nodes of its tables, and conditions choose among them. */
final class ConditionShape extends BaseShape {
    /**
     * Everything that decides.
     *
     * @param roots at least one; their union is the route
     * @param splits the lists that may be divided, only with a single root
     * @param limits what else must hold of the chosen units
     * @param unconditioned finds the tables that nothing restricts
     */
    record Parts(
            List<RootRoute> roots,
            List<ListSplit> splits,
            @Nullable UnitLimits limits,
            RootRoute.RootsWithoutConditions unconditioned) {
        Parts {
            roots = List.copyOf(roots);
            splits = List.copyOf(splits);
        }
    }

    private static final int[] NO_UNIT = {};
    private static final ListSplit[] NO_SPLIT = {};

    private final RootRoute[] roots;
    private final ListSplit[] splits;
    private final @Nullable UnitLimits limits;
    private final RootRoute.RootsWithoutConditions unconditioned;
    private final @Nullable DirectChoice direct;
    private final boolean divides;

    ConditionShape(Parts parts, List<RouteUnit> units, List<String> dataSourceNames) {
        super(kind(parts.roots()), units, dataSourceNames);
        this.roots = parts.roots().toArray(new RootRoute[0]);
        this.splits = parts.splits().isEmpty() ? NO_SPLIT : parts.splits().toArray(NO_SPLIT);
        this.limits = parts.limits();
        this.unconditioned = parts.unconditioned();
        boolean simple = roots.length == 1 && limits == null && splits.length <= 1;
        DirectChoice choice = simple ? roots[0].direct() : null;
        this.divides = splits.length == 1;
        this.direct = choice != null && divides && !choice.choosesBy(splits[0]) ? null : choice;
    }

    private static RouteKind kind(List<RootRoute> roots) {
        RouteKind kind = roots.get(0).kind();
        for (RootRoute root : roots.subList(1, roots.size())) {
            RouteKind other = root.kind();
            if (other == RouteKind.SCATTER || kind == RouteKind.NONE) {
                kind = other;
            } else if (other == RouteKind.RANGE && kind != RouteKind.SCATTER) {
                kind = RouteKind.RANGE;
            } else if (other != kind && other != RouteKind.NONE && kind == RouteKind.EQUAL) {
                kind = RouteKind.IN;
            }
        }
        boolean severalEqual = roots.size() > 1 && kind == RouteKind.EQUAL;
        return severalEqual ? RouteKind.IN : kind;
    }

    @Override
    public @Nullable ErrorCode refusalBeyond() {
        Refusal refusal = limits == null ? null : limits.oneNode();
        if (limits != null && refusal == null && limits.assigned() != null) {
            refusal = limits.assigned().moved();
        }
        return refusal == null ? null : refusal.code();
    }

    @Override
    public @Nullable DirectChoice direct() {
        return direct;
    }

    @Override
    RoutedUnits choose(Object[] parameters, HintValues hints) {
        RoutedUnits known = direct == null || hints.key() != null ? null : direct.route(parameters, divides);
        if (known != null) {
            return known;
        }
        for (RootRoute root : roots) {
            ShardingException refusal = root.intervalRefusal(parameters);
            if (refusal != null) {
                return RoutedUnits.refused(refusal);
            }
        }
        int[] nodes = roots.length == 1 ? roots[0].route(parameters, hints) : union(parameters, hints);
        if (limits != null) {
            ShardingException refusal = limits.refusal(nodes, units(), roots[0], parameters, hints);
            if (refusal != null) {
                return RoutedUnits.refused(refusal);
            }
            nodes = nodes.length == 0 ? limits.anyUnit(units()) : nodes;
        }
        if (splits.length == 0 || nodes.length <= 1) {
            return splits.length == 0 ? new RoutedUnits(nodes) : new RoutedUnits(nodes, new int[splits.length][][]);
        }
        int[][][] elements = new int[splits.length][][];
        for (int i = 0; i < splits.length; i++) {
            elements[i] = splits[i].divide(nodes, parameters, hints);
        }
        return new RoutedUnits(nodes, elements);
    }

    private int[] union(Object[] parameters, HintValues hints) {
        BitSet nodes = new BitSet(units().size());
        for (RootRoute root : roots) {
            for (int node : root.route(parameters, hints)) {
                nodes.set(node);
            }
        }
        return nodes.stream().toArray();
    }

    @Override
    public List<Node> splits() {
        List<Node> nodes = new ArrayList<>();
        for (ListSplit split : splits) {
            nodes.add(split.list());
        }
        return List.copyOf(nodes);
    }

    @Override
    public List<String> unconditioned(HintValues hints) {
        Set<String> names = new LinkedHashSet<>();
        unconditioned.addTo(names, Arrays.asList(roots), hints);
        return List.copyOf(names);
    }

    @Override
    public int onlyDataSource() {
        return limits == null ? -1 : limits.onlyDataSource();
    }

    @Override
    public boolean ofOneUnit() {
        return direct != null && kind() == RouteKind.EQUAL && splits.length == 0;
    }

    @Override
    public String describe(Predicate<String> hidden) {
        StringJoiner text = new StringJoiner("; ");
        for (RootRoute root : roots) {
            text.add(root.describe(hidden));
        }
        return text.toString();
    }

    /**
     * What a statement demands of its units beyond the conditions. Immutable.
     *
     * @param onlyDataSource index of the data source of the single tables that take part, or -1
     * @param singleTable the name of one of them
     * @param oneNode why all must be on one node: the error to raise otherwise, or null
     * @param exactly whether no node is as wrong as several
     * @param assigned for an UPDATE of sharding columns: what they are set to; else null
     */
    record UnitLimits(
            int onlyDataSource,
            @Nullable String singleTable,
            @Nullable Refusal oneNode,
            boolean exactly,
            WrittenRows.@Nullable Keys assigned) {
        /** Where a statement without rows is asked for its columns: where its single tables are. */
        int[] anyUnit(List<RouteUnit> units) {
            int any = onlyDataSource < 0 ? -1 : unitThere(units);
            return any < 0 ? NO_UNIT : new int[] {any};
        }

        /** The first unit where the single tables are; -1 when none is there. */
        private int unitThere(List<RouteUnit> units) {
            for (int i = 0; i < units.size(); i++) {
                if (units.get(i).dataSource() == onlyDataSource) {
                    return i;
                }
            }
            return -1;
        }

        /** Why a statement without rows cannot be asked for its columns; null where it can. */
        @Nullable
        ShardingException refusalWithoutRows(List<RouteUnit> units, RootRoute root) {
            return onlyDataSource >= 0 && unitThere(units) < 0 ? elsewhere(root) : null;
        }

        private ShardingException elsewhere(RootRoute root) {
            return new ShardingException(
                    ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES,
                    singleTable,
                    root.table().name());
        }

        /** Why the units may not be chosen; null where they may. */
        @Nullable
        ShardingException refusal(
                int[] nodes, List<RouteUnit> units, RootRoute root, Object[] parameters, HintValues hints) {
            if (oneNode != null && (nodes.length > 1 || exactly && nodes.length == 0)) {
                return oneNode.kept();
            }
            for (int i = 0; onlyDataSource >= 0 && i < nodes.length; i++) {
                if (units.get(nodes[i]).dataSource() != onlyDataSource) {
                    return elsewhere(root);
                }
            }
            if (assigned != null && nodes.length > 0) {
                Operand[] values = assigned.values().toArray(new Operand[0]);
                if (nodes.length > 1 || root.nodeAfter(values, parameters, hints) != nodes[0]) {
                    return assigned.moved().kept();
                }
            }
            return nodes.length == 0 ? refusalWithoutRows(units, root) : null;
        }
    }
}
