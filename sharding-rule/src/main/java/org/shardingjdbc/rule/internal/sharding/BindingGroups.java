package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.DependenceConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NodeDefinition;
import org.shardingjdbc.rule.internal.sharding.ResolvedStrategy.NamedAlgorithm;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.Dependence;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Checks that the tables of a binding group are sharded alike: their nodes correspond by position (same data source,
 * same end of the actual table's name), and their strategies are the same but for the names of columns and tables.
 */
final class BindingGroups {
    private final ShardingRuleConfiguration rule;
    private final ConfigPath path;
    private final Map<String, TableDraft> drafts = new HashMap<>();
    private final Problems problems;
    private final List<String> names = new ArrayList<>();

    BindingGroups(ShardingRuleConfiguration rule, ConfigPath path, List<TableDraft> drafts, Problems problems) {
        this.rule = rule;
        this.path = path.key("bindingTables");
        this.problems = problems;
        drafts.forEach(draft -> this.drafts.put(draft.name().toLowerCase(Locale.ROOT), draft));
        rule.tables().forEach(table -> names.add(table.logicTable()));
        rule.autoTables().forEach(table -> names.add(table.logicTable()));
    }

    /**
     * A table's place in a group.
     *
     * @param number of the group; -1 for none
     * @param dependences that are declared of its rows, the same for all tables of the group
     */
    record Member(int number, List<Dependence> dependences) {
        static final Member NONE = new Member(-1, List.of());
    }

    /** The group of each table that is in one, by lower-case name. */
    Map<String, Member> check() {
        Map<String, Member> groups = new HashMap<>();
        for (int i = 0; i < rule.bindingTables().size(); i++) {
            BindingTablesConfiguration group = rule.bindingTables().get(i);
            TableDraft first = null;
            for (String name : group.tables()) {
                String key = name.trim().toLowerCase(Locale.ROOT);
                if (names.stream().noneMatch(name.trim()::equalsIgnoreCase)) {
                    problems.unknown(path.index(i), "sharded table", name.trim(), names);
                    continue;
                }
                if (groups.containsKey(key)) {
                    problems.add(path.index(i), "table '" + name.trim() + "' is bound twice");
                    continue;
                }
                TableDraft draft = drafts.get(key);
                List<Dependence> dependences = List.of();
                if (draft != null) {
                    if (first == null) {
                        first = draft;
                        checkDependences(group, draft, path.index(i));
                    } else {
                        compare(first, draft, path.index(i));
                    }
                    dependences = dependences(group, first, draft);
                }
                groups.put(key, new Member(i, dependences));
            }
        }
        return groups;
    }

    private void checkDependences(BindingTablesConfiguration group, TableDraft first, ConfigPath at) {
        int count = group.dependences().size();
        for (int i = 0; i < count; i++) {
            DependenceConfiguration dependence = group.dependences().get(i);
            ConfigPath place = at.key("dependences");
            place = count == 1 ? place : place.index(i);
            if (dependence.columns().isEmpty() || dependence.determined().isEmpty()) {
                problems.add(place, "'" + dependence + "' has no columns on a side; write order_id -> user_id");
            }
            for (String column : dependence.determined()) {
                if (!first.shardingColumns().contains(lower(column))) {
                    problems.unknown(
                            place, "sharding column of '" + first.name() + "'", column, first.shardingColumns());
                } else if (dependence.columns().stream().anyMatch(column::equalsIgnoreCase)) {
                    problems.add(place, "column '" + column + "' stands on both sides of '" + dependence + "'");
                }
            }
        }
    }

    /** What is declared of a table's rows; sharding columns have their own names in each table of a group. */
    private static List<Dependence> dependences(BindingTablesConfiguration group, TableDraft first, TableDraft table) {
        List<Dependence> dependences = new ArrayList<>();
        List<String> names = first.shardingColumns();
        List<String> own = table.shardingColumns();
        for (DependenceConfiguration dependence : group.dependences()) {
            List<String> columns = new ArrayList<>();
            for (String column : dependence.columns()) {
                int position = names.indexOf(lower(column));
                columns.add(position >= 0 && position < own.size() ? own.get(position) : lower(column));
            }
            List<Integer> determined = new ArrayList<>();
            dependence.determined().forEach(column -> determined.add(names.indexOf(lower(column))));
            dependences.add(new Dependence(dependence.toString(), columns, determined));
        }
        return dependences;
    }

    private static String lower(String column) {
        return column.trim().toLowerCase(Locale.ROOT);
    }

    private void compare(TableDraft first, TableDraft second, ConfigPath at) {
        String difference = difference(first, second);
        if (difference != null) {
            problems.add(
                    at, "tables '" + first.name() + "' and '" + second.name() + "' cannot be bound: " + difference);
        }
    }

    /** What is not alike, or null. */
    private static @Nullable String difference(TableDraft first, TableDraft second) {
        List<DataNode> left = first.grid().nodes();
        List<DataNode> right = second.grid().nodes();
        if (left.size() != right.size()) {
            return "they have " + left.size() + " and " + right.size() + " data nodes";
        }
        NodeDefinition firstNodes = nodes(first);
        NodeDefinition secondNodes = nodes(second);
        boolean bySlots = firstNodes != null && secondNodes != null;
        String leftFront = front(first.grid().tables());
        String rightFront = front(second.grid().tables());
        Iterator<DataNode> others = right.iterator();
        int position = 1;
        for (DataNode one : left) {
            DataNode other = others.next();
            int end = one.table().length() - leftFront.length();
            boolean alike = one.dataSource() == other.dataSource()
                    && (bySlots
                            || end == other.table().length() - rightFront.length()
                                    && one.table()
                                            .regionMatches(
                                                    true, leftFront.length(), other.table(), rightFront.length(), end));
            if (!alike) {
                return "their data nodes at position " + position + " are " + one + " and " + other;
            }
            position++;
        }
        String database = difference("database", first.database(), second.database(), "", "");
        if (database != null) {
            return database;
        }
        if (firstNodes != null && secondNodes != null) {
            return difference(first, firstNodes, second, secondNodes);
        }
        String table = difference("table", first.table(), second.table(), leftFront, rightFront);
        if (table != null) {
            return table;
        }
        boolean sameColumns = positions(first).equals(positions(second));
        return sameColumns ? null : "their sharding columns do not correspond";
    }

    private static @Nullable NodeDefinition nodes(TableDraft table) {
        NamedAlgorithm algorithm = table.table().algorithm();
        return algorithm != null && algorithm.definition() instanceof NodeDefinition nodes ? nodes : null;
    }

    /**
     * Of tables whose nodes are in the same data sources one by one, and are chosen as a whole: what they are called
     * does not matter then, but which slots they have.
     */
    private static @Nullable String difference(
            TableDraft first, NodeDefinition firstNodes, TableDraft second, NodeDefinition secondNodes) {
        int[] left;
        int[] right;
        try {
            left = firstNodes.targetsOfSlots(StrategyCompiler.nodeTargets(first, ""));
            right = secondNodes.targetsOfSlots(StrategyCompiler.nodeTargets(second, ""));
        } catch (IllegalArgumentException misfit) {
            // which is told where the table itself is compiled
            return null;
        }
        if (left.length != right.length) {
            return "they have " + left.length + " and " + right.length + " slots";
        }
        int slot = Arrays.mismatch(left, right);
        return slot < 0
                ? null
                : "slot " + slot + " is on " + first.grid().nodes().get(left[slot]) + " and on "
                        + second.grid().nodes().get(right[slot]);
    }

    private static @Nullable String difference(
            String kind, ResolvedStrategy first, ResolvedStrategy second, String firstFront, String secondFront) {
        Class<? extends StrategyConfiguration> firstKind = first.configuration().getClass();
        if (firstKind != second.configuration().getClass()
                || first.columns().size() != second.columns().size()) {
            return "their " + kind + " strategies are of different kinds";
        }
        NamedAlgorithm one = first.algorithm();
        NamedAlgorithm other = second.algorithm();
        if (one == null || other == null) {
            return null;
        }
        boolean same = one.type().equalsIgnoreCase(other.type())
                && properties(one, first.columns(), firstFront)
                        .equals(properties(other, second.columns(), secondFront));
        return same
                ? null
                : "their " + kind + " strategies use different algorithms, '" + one.name() + "' and '" + other.name()
                        + "'";
    }

    /** The algorithm's properties with names of columns and tables taken out of its expression. */
    private static Map<String, String> properties(NamedAlgorithm algorithm, List<String> columns, String front) {
        Map<String, String> properties = new TreeMap<>(algorithm.props());
        properties.computeIfPresent("algorithm-expression", (name, text) -> neutral(text, columns, front));
        properties.computeIfPresent("sharding-columns", (name, text) -> neutral(text, columns, ""));
        return properties;
    }

    private static String neutral(String expression, List<String> columns, String front) {
        String text = expression.trim();
        if (text.startsWith(front)) {
            text = text.substring(front.length());
        }
        StringBuilder neutral = new StringBuilder();
        int position = 0;
        while (position < text.length()) {
            int end = position;
            while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end)) && text.charAt(end) != '$') {
                end++;
            }
            if (end == position) {
                char c = text.charAt(position++);
                neutral.append(Character.isWhitespace(c) ? "" : c);
                continue;
            }
            String word = text.substring(position, end);
            int column = columns.indexOf(word.toLowerCase(Locale.ROOT));
            neutral.append(column < 0 ? word : "\0" + column);
            position = end;
        }
        return neutral.toString();
    }

    /** Where the columns of both strategies stand among the table's sharding columns. */
    private static List<Integer> positions(TableDraft table) {
        List<String> columns = table.shardingColumns();
        List<Integer> positions = new ArrayList<>();
        table.database().columns().forEach(column -> positions.add(columns.indexOf(column)));
        table.table().columns().forEach(column -> positions.add(columns.indexOf(column)));
        return positions;
    }

    /** What all actual tables begin with, without digits at its end. */
    private static String front(List<String> tables) {
        String first = tables.iterator().next();
        String front = first;
        for (String table : tables) {
            int length = 0;
            int limit = Math.min(front.length(), table.length());
            while (length < limit && front.charAt(length) == table.charAt(length)) {
                length++;
            }
            front = front.substring(0, length);
        }
        int end = front.length();
        while (end > 0 && Character.isDigit(front.charAt(end - 1))) {
            end--;
        }
        // one actual table has no end of its own
        return tables.size() == 1 ? first.substring(0, end) : front.substring(0, end);
    }
}
