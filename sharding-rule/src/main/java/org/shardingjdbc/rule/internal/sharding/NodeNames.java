package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.internal.inline.InlineExpression;
import org.shardingjdbc.rule.internal.inline.NamePattern;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Expands the row expressions that name data nodes and data sources. */
final class NodeNames {
    private final DataSourceNames dataSources;
    private final Problems problems;
    /** Of all data sources that hold tables, as most tables are on all of them; null where there is none. */
    private final @Nullable TargetNames all;

    NodeNames(DataSourceNames dataSources, Problems problems) {
        this.dataSources = dataSources;
        this.problems = problems;
        this.all = dataSources.placed().isEmpty() ? null : TargetNames.of(dataSources.placed());
    }

    private NodeGrid grid(List<DataNode> nodes) {
        return new NodeGrid(nodes, Objects.requireNonNull(all, "where its nodes are"));
    }

    /** The data nodes of a table, or null after a mistake. */
    @Nullable
    NodeGrid grid(ShardedTableConfiguration table, ConfigPath tablePath) {
        if (table.actualDataNodes() == null) {
            List<DataNode> nodes = new ArrayList<>();
            for (String name : dataSources.placed()) {
                nodes.add(new DataNode(nodes.size(), name, table.logicTable()));
            }
            return nodes.isEmpty() ? null : grid(nodes);
        }
        ConfigPath path = tablePath.key("actualDataNodes");
        NodeGrid full = full(table.actualDataNodes());
        if (full != null) {
            return full;
        }
        List<String> names = names(table.actualDataNodes(), path);
        if (names == null) {
            return null;
        }
        List<DataNode> nodes = new ArrayList<>();
        Set<String> unknown = new LinkedHashSet<>();
        for (String name : names) {
            DataNode node = node(name, path, unknown);
            if (node != null) {
                nodes.add(node);
            }
        }
        boolean twice = new LinkedHashSet<>(nodes).size() < nodes.size();
        if (twice) {
            problems.add(path, "a data node is listed twice");
        }
        return nodes.size() < names.size() || twice ? null : grid(nodes);
    }

    /**
     * The grid of an expression that is one product of data sources and tables, as almost all are, without listing its
     * cells; null of another one, or after a mistake, which is told of by the list.
     */
    private @Nullable NodeGrid full(String expression) {
        InlineExpression.Product product = InlineExpression.product(expression, '.');
        if (product == null || !areNames(product.heads()) || !areNames(product.tails())) {
            return null;
        }
        int[] sources = new int[product.heads().size()];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = dataSources.placed().indexOf(product.heads().get(i));
            if (sources[i] < 0) {
                return null;
            }
        }
        TargetNames names = all != null && all.equals(product.heads()) ? all : TargetNames.of(product.heads());
        return new NodeGrid(sources, names, product.tails());
    }

    private static boolean areNames(List<String> texts) {
        if (texts instanceof NamePattern pattern) {
            return !pattern.has('.');
        }
        return !texts.isEmpty()
                && new HashSet<>(texts).size() == texts.size()
                && texts.stream().noneMatch(text -> text.isBlank() || text.indexOf('.') >= 0);
    }

    /** The data nodes of an auto table, or null after a mistake. */
    @Nullable
    NodeGrid autoGrid(AutoTableConfiguration table, int count, ConfigPath tablePath) {
        ConfigPath path = tablePath.key("actualDataSources");
        List<String> names =
                table.actualDataSources() == null ? dataSources.placed() : names(table.actualDataSources(), path);
        if (names == null) {
            return null;
        }
        boolean known = true;
        for (String name : names) {
            known &= dataSources.placed(name, path, problems) >= 0;
        }
        if (new LinkedHashSet<>(names).size() < names.size()) {
            problems.add(path, "a data source is listed twice");
            known = false;
        }
        if (!known) {
            return null;
        }
        List<DataNode> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = names.get(i % names.size());
            nodes.add(new DataNode(dataSources.placed().indexOf(name), name, table.logicTable() + "_" + i));
        }
        return grid(nodes);
    }

    private @Nullable List<String> names(String expression, ConfigPath path) {
        try {
            List<String> names = InlineExpression.names(expression);
            if (names.isEmpty()) {
                problems.add(path, "nothing is listed");
                return null;
            }
            return names;
        } catch (IllegalArgumentException | ArithmeticException | java.time.DateTimeException e) {
            problems.add(path, "row expression: " + e.getMessage());
        } catch (IndexOutOfBoundsException e) {
            problems.add(path, "row expression: a position is out of bounds");
        }
        return null;
    }

    /** Null after a mistake; an unknown data source is told once. */
    private @Nullable DataNode node(String name, ConfigPath path, Set<String> unknown) {
        String[] parts = name.split("\\.", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            problems.add(path, "'" + name + "' must be <data source>.<actual table>");
            return null;
        }
        int index = unknown.contains(parts[0]) ? -1 : dataSources.placed(parts[0], path, problems);
        if (index < 0) {
            unknown.add(parts[0]);
            return null;
        }
        return new DataNode(index, parts[0], parts[1]);
    }
}
