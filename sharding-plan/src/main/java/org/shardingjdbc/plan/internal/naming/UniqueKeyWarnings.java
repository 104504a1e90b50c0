package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.UniqueKey;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.placement.Dependence;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Warns of unique keys that each data node sees to by itself: a key without the sharding columns may have equal values
 * on two of them. Stateless.
 */
public final class UniqueKeyWarnings {
    private UniqueKeyWarnings() {}

    /** What is to be said of the keys that a definition makes; mostly nothing. */
    public static List<String> of(Statement statement, BoundStatement bound) {
        if (!(statement instanceof DdlStatement ddl) || ddl.uniqueKeys().isEmpty()) {
            return List.of();
        }
        BoundTable table = bound.table(ddl.tables().get(0));
        if (table == null || !table.table().isSpread()) {
            return List.of();
        }
        LogicTable sharded = table.table();
        List<String> warnings = new ArrayList<>();
        for (UniqueKey key : ddl.uniqueKeys()) {
            String missing = missing(key, sharded);
            if (missing != null) {
                warnings.add("The unique key (" + String.join(", ", key.columns()) + ") of the sharded table "
                        + sharded.name() + " lacks " + missing
                        + ": it holds within each data node, and equal keys on two of them are not noticed. Add the"
                        + " sharding columns to the key, or let a key generator make its values");
            }
        }
        return warnings;
    }

    /** The sharding columns without which equal keys may be on two data nodes; null when there are none. */
    private static @Nullable String missing(UniqueKey key, LogicTable sharded) {
        List<String> columns = sharded.shardingColumns();
        if (columns.isEmpty()) {
            return "sharding columns, of which the table has none";
        }
        boolean[] known = new boolean[columns.size()];
        for (int i = 0; i < known.length; i++) {
            known[i] = contains(key, columns.get(i));
        }
        for (Dependence dependence : sharded.dependences()) {
            if (dependence.columns().stream().allMatch(column -> contains(key, column))) {
                dependence.determined().forEach(column -> known[column] = true);
            }
        }
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < known.length; i++) {
            if (!known[i]) {
                missing.add(columns.get(i));
            }
        }
        String word = missing.size() == 1 ? "the sharding column " : "the sharding columns ";
        return missing.isEmpty() ? null : word + String.join(", ", missing);
    }

    private static boolean contains(UniqueKey key, String column) {
        return key.columns().stream().anyMatch(column::equalsIgnoreCase);
    }
}
