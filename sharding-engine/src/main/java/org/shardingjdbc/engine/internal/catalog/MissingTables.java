package org.shardingjdbc.engine.internal.catalog;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * What databases say of tables that are not there, in words that help: an actual table of a logic one that is missing,
 * or the name of a table that the rules know and that was probably meant. Stateless.
 */
public final class MissingTables {
    private MissingTables() {}

    /** The error with what is missing or was probably meant, where it is one of a table that is not there. */
    public static SQLException told(
            SQLException error, String sql, Placements rules, Catalog catalog, Dialect dialect) {
        if (!dialect.drivers().isOfMissingTable(error.getSQLState())) {
            return error;
        }
        List<String> names = names(sql, dialect);
        for (String name : names) {
            LogicTable table = rules.table(name);
            PartitionedTable sharded = table == null ? null : table.partitioning();
            String message = error.getMessage();
            if (sharded != null && message != null) {
                DataNode missing = missing(sharded, message);
                if (missing != null) {
                    ShardingException told = new ShardingException(
                            ErrorCode.ACTUAL_TABLE_MISSING, missing.table(), name, missing.dataSourceName());
                    return SqlErrors.reworded(error, told.getMessage() + " " + error.getMessage());
                }
            }
        }
        String meant = meant(names, rules, catalog);
        return meant.isEmpty() ? error : SqlErrors.reworded(error, error.getMessage() + meant);
    }

    /** The data node that a message names; null when it names none. */
    private static @Nullable DataNode missing(PartitionedTable sharded, String message) {
        DataNode found = null;
        for (DataNode node : sharded.dataNodes()) {
            boolean longer =
                    found == null || node.table().length() > found.table().length();
            boolean there = message.contains("(data source " + node.dataSourceName() + ")");
            if (longer && there && names(message, node.table())) {
                found = node;
            }
        }
        return found;
    }

    private static boolean names(String message, String table) {
        String text = message.toLowerCase(Locale.ROOT);
        String name = table.toLowerCase(Locale.ROOT);
        for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
            int end = at + name.length();
            boolean whole = (at == 0 || !Character.isUnicodeIdentifierPart(text.charAt(at - 1)))
                    && (end == text.length() || !Character.isUnicodeIdentifierPart(text.charAt(end)));
            if (whole) {
                return true;
            }
        }
        return false;
    }

    /** The names of tables in a statement that has no qualifiers; empty where it is not understood. */
    private static List<String> names(String sql, Dialect dialect) {
        try {
            return Tree.all(new SqlParser(dialect).parse(sql).statement(), NamedTable.class).stream()
                    .filter(table -> table.name().parts().size() == 1)
                    .map(table -> table.name().last().text())
                    .toList();
        } catch (ShardingException e) {
            // the database's own words are enough
            return List.of();
        }
    }

    private static String meant(List<String> names, Placements rules, Catalog catalog) {
        List<String> known = rules.tables().stream().map(LogicTable::name).toList();
        for (String name : names) {
            if (rules.table(name) == null && catalog.locate(name) < 0) {
                String meant = Nearest.suggestion(name, known);
                if (!meant.isEmpty()) {
                    return meant;
                }
            }
        }
        return "";
    }
}
