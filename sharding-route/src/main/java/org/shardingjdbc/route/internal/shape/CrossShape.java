package org.shardingjdbc.route.internal.shape;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Several alignment classes: a unit is one node of each, all in one data source. An execution is answered right if
 * every class chooses one node, all in the same data source; and where the classes are joined inwardly also if each
 * chooses several, all in one data source: then all pairs are asked.
 */
final class CrossShape extends BaseShape {
    /** How many units a shape may have; beyond that it is refused. */
    private static final int MAX_UNITS = 1 << 22;

    private final List<Part> parts;
    private final Combinations combinations;
    private final ConditionShape.@Nullable UnitLimits limits;
    private final boolean pairs;
    private final Refusal notAligned;

    /** A class with its roots compiled. */
    record Part(AlignmentClass members, List<RootRoute> roots) {
        Part {
            roots = List.copyOf(roots);
        }

        int[] route(Object[] parameters, HintValues hints) {
            if (roots.size() == 1) {
                return roots.get(0).route(parameters, hints);
            }
            BitSet nodes = new BitSet();
            for (RootRoute root : roots) {
                for (int node : root.route(parameters, hints)) {
                    nodes.set(node);
                }
            }
            return nodes.stream().toArray();
        }

        @Nullable
        ShardingException intervalRefusal(Object[] parameters) {
            for (RootRoute root : roots) {
                ShardingException refusal = root.intervalRefusal(parameters);
                if (refusal != null) {
                    return refusal;
                }
            }
            return null;
        }

        /** Whether no result comes without a row of it. */
        boolean needed() {
            return members.roots().size() == 1 && members.roots().get(0).outermost();
        }
    }

    /**
     * @param pairs whether several nodes of each class may be combined
     * @param limits or null
     * @param notAligned the error of an execution that cannot be answered
     */
    CrossShape(
            List<Part> parts,
            List<BoundTable> tables,
            List<String> dataSourceNames,
            boolean pairs,
            ConditionShape.@Nullable UnitLimits limits,
            Refusal notAligned) {
        super(
                pairs ? RouteKind.CARTESIAN : kind(parts),
                combinations(parts, tables, dataSourceNames, notAligned),
                dataSourceNames);
        this.parts = List.copyOf(parts);
        this.combinations = (Combinations) units();
        this.limits = limits;
        this.pairs = pairs;
        this.notAligned = notAligned;
    }

    private static RouteKind kind(List<Part> parts) {
        for (Part part : parts) {
            for (RootRoute root : part.roots()) {
                if (root.kind() != RouteKind.EQUAL && root.kind() != RouteKind.SINGLE_NODE) {
                    return RouteKind.CARTESIAN;
                }
            }
        }
        return RouteKind.EQUAL;
    }

    private static Combinations combinations(
            List<Part> parts, List<BoundTable> tables, List<String> dataSourceNames, Refusal notAligned) {
        Combinations combinations = new Combinations(parts, tables, dataSourceNames);
        if (combinations.total == 0 || combinations.total > MAX_UNITS) {
            throw notAligned.exception();
        }
        return combinations;
    }

    @Override
    public ErrorCode refusalBeyond() {
        return notAligned.code();
    }

    @Override
    RoutedUnits choose(Object[] parameters, HintValues hints) {
        int[][] nodes = new int[parts.size()][];
        for (int i = 0; i < nodes.length; i++) {
            ShardingException refusal = parts.get(i).intervalRefusal(parameters);
            if (refusal != null) {
                return RoutedUnits.refused(refusal);
            }
            nodes[i] = parts.get(i).route(parameters, hints);
            if (nodes[i].length == 0 && limits != null && limits.exactly()) {
                return RoutedUnits.refused(notAligned.kept());
            }
            if (nodes[i].length == 0 && parts.get(i).needed()) {
                return withoutRows(parts.get(i).roots().get(0));
            }
        }
        int dataSource = commonDataSource(nodes);
        if (dataSource < 0) {
            return RoutedUnits.refused(notAligned.kept());
        }
        boolean several = false;
        for (int i = 0; i < nodes.length; i++) {
            if (nodes[i].length == 0) {
                // no row of it counts, so any node of that data source will do
                int any = combinations.anyNode(i, dataSource);
                if (any < 0) {
                    return RoutedUnits.refused(combinations.noNode(i, dataSource));
                }
                nodes[i] = new int[] {any};
            }
            several |= nodes[i].length > 1;
        }
        if (several && !pairs || !repeatedAgree(nodes)) {
            return RoutedUnits.refused(notAligned.kept());
        }
        int[] units = combinations.indexes(nodes, dataSource);
        ShardingException refusal = limits == null
                ? null
                : limits.refusal(units, units(), parts.get(0).roots().get(0), parameters, hints);
        return refusal == null ? new RoutedUnits(units) : RoutedUnits.refused(refusal);
    }

    /** @param root provably without a row */
    private RoutedUnits withoutRows(RootRoute root) {
        ShardingException refusal = limits == null ? null : limits.refusalWithoutRows(units(), root);
        return refusal == null
                ? new RoutedUnits(limits == null ? new int[0] : limits.anyUnit(units()))
                : RoutedUnits.refused(refusal);
    }

    /** The data source that all nodes are in; -1 when they are in several. */
    private int commonDataSource(int[][] nodes) {
        int common = -1;
        for (int i = 0; i < nodes.length; i++) {
            List<DataNode> dataNodes = parts.get(i).members().table().dataNodes();
            for (int node : nodes[i]) {
                int dataSource = dataNodes.get(node).dataSource();
                if (common >= 0 && common != dataSource) {
                    return -1;
                }
                common = dataSource;
            }
        }
        return common < 0 ? combinations.firstDataSource() : common;
    }

    /** A table that plays a part in two classes is written once in the text, so both must have chosen the same node. */
    private boolean repeatedAgree(int[][] nodes) {
        for (int i = 0; i < nodes.length; i++) {
            for (int j = 0; j < i && parts.get(i).members().repeated(); j++) {
                boolean shared = parts.get(i).members().members().stream()
                        .anyMatch(parts.get(j).members().members()::contains);
                if (shared && (nodes[i].length > 1 || nodes[j].length > 1 || nodes[i][0] != nodes[j][0])) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public List<String> unconditioned(HintValues hints) {
        Set<String> names = new LinkedHashSet<>();
        parts.forEach(
                part -> RootRoute.RootsWithoutConditions.of(part.members()).addTo(names, part.roots(), hints));
        return List.copyOf(names);
    }

    @Override
    public int onlyDataSource() {
        return limits == null ? -1 : limits.onlyDataSource();
    }

    @Override
    public String describe(Predicate<String> hidden) {
        StringJoiner text = new StringJoiner("; ");
        parts.forEach(part -> part.roots().forEach(root -> text.add(root.describe(hidden))));
        return text.toString();
    }

    /** The units, made when they are asked for: data source by data source, the last class counting fastest. */
    private static final class Combinations extends AbstractList<RouteUnit> {
        private final List<List<int[]>> nodesByDataSource = new ArrayList<>();
        private final List<Part> parts;
        private final List<BoundTable> tables;
        /** For each table the part that it is a member of, or -1. */
        private final int[] partOfTable;

        private final List<String> dataSourceNames;
        private final int[] offsets;
        private final long total;

        Combinations(List<Part> parts, List<BoundTable> tables, List<String> dataSourceNames) {
            this.parts = List.copyOf(parts);
            this.tables = List.copyOf(tables);
            this.partOfTable = partOfTable(parts, tables);
            this.dataSourceNames = dataSourceNames;
            this.offsets = new int[dataSourceNames.size() + 1];
            long sum = 0;
            for (int dataSource = 0; dataSource < dataSourceNames.size(); dataSource++) {
                List<int[]> nodes = new ArrayList<>();
                long product = 1;
                for (Part part : parts) {
                    int[] own = nodesIn(part.members().table(), dataSource);
                    nodes.add(own);
                    product = Math.min(product * own.length, Integer.MAX_VALUE);
                }
                nodesByDataSource.add(nodes);
                sum = Math.min(sum + product, Integer.MAX_VALUE);
                offsets[dataSource + 1] = (int) sum;
            }
            this.total = sum;
        }

        private static int[] partOfTable(List<Part> parts, List<BoundTable> tables) {
            Map<BoundTable, Integer> known = new IdentityHashMap<>();
            for (int i = 0; i < parts.size(); i++) {
                for (BoundTable member : parts.get(i).members().members()) {
                    known.putIfAbsent(member, i);
                }
            }
            int[] partOfTable = new int[tables.size()];
            for (int i = 0; i < partOfTable.length; i++) {
                partOfTable[i] = known.getOrDefault(tables.get(i), -1);
            }
            return partOfTable;
        }

        private static int[] nodesIn(PartitionedTable table, int dataSource) {
            BitSet nodes = new BitSet();
            for (int i = 0; i < table.dataNodes().size(); i++) {
                if (table.dataNodes().get(i).dataSource() == dataSource) {
                    nodes.set(i);
                }
            }
            return nodes.stream().toArray();
        }

        int firstDataSource() {
            int dataSource = 0;
            while (offsets[dataSource + 1] == 0) {
                dataSource++;
            }
            return dataSource;
        }

        /** Any node of a class in a data source; -1 when it has none, as one elsewhere would have no unit. */
        int anyNode(int part, int dataSource) {
            int[] nodes = nodesByDataSource.get(dataSource).get(part);
            return nodes.length == 0 ? -1 : nodes[0];
        }

        ShardingException noNode(int part, int dataSource) {
            return new ShardingException(
                    ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES,
                    parts.get(part).members().table().name(),
                    dataSourceNames.get(dataSource));
        }

        /** The indexes of all combinations of nodes of one data source, ascending. */
        int[] indexes(int[][] nodes, int dataSource) {
            int[] indexes = {0};
            for (int i = 0; i < nodes.length; i++) {
                int[] own = nodesByDataSource.get(dataSource).get(i);
                int[] next = new int[indexes.length * nodes[i].length];
                int count = 0;
                for (int index : indexes) {
                    for (int node : nodes[i]) {
                        next[count++] = index * own.length + Arrays.binarySearch(own, node);
                    }
                }
                indexes = next;
            }
            for (int i = 0; i < indexes.length; i++) {
                indexes[i] += offsets[dataSource];
            }
            return indexes;
        }

        @Override
        public RouteUnit get(int index) {
            if (index < 0 || index >= size()) {
                throw new IndexOutOfBoundsException(index);
            }
            int dataSource = 0;
            while (index >= offsets[dataSource + 1]) {
                dataSource++;
            }
            int rest = index - offsets[dataSource];
            int[] nodes = new int[parts.size()];
            for (int i = nodes.length - 1; i >= 0; i--) {
                int[] own = nodesByDataSource.get(dataSource).get(i);
                nodes[i] = own[rest % own.length];
                rest /= own.length;
            }
            List<String> actual = new ArrayList<>();
            for (int i = 0; i < partOfTable.length; i++) {
                BoundTable table = tables.get(i);
                PartitionedTable chosen = partOfTable[i] >= 0 ? table.table().partitioning() : null;
                actual.add(
                        chosen == null
                                ? Units.writtenName(table)
                                : chosen.dataNodes().get(nodes[partOfTable[i]]).table());
            }
            return new RouteUnit(dataSource, dataSourceNames.get(dataSource), actual);
        }

        @Override
        public int size() {
            return offsets[offsets.length - 1];
        }
    }
}
