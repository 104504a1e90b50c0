package org.shardingjdbc.engine.internal.result.label;

import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * From the names that the data sources use back to those that the application uses. Immutable, one per configuration,
 * shared by all threads.
 */
public final class ShardResultNames implements LogicNames {
    private final PlanningRules rules;
    private final Naming naming;
    private final Supplier<DatabaseNames> databases;

    /** @param databases asked when a name of a catalog or schema is first needed */
    public ShardResultNames(PlanningRules rules, Naming naming, Supplier<DatabaseNames> databases) {
        this.rules = rules;
        this.naming = naming;
        this.databases = databases;
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The sharded table that an actual table of a data source belongs to, or null. */
    public @Nullable PartitionedTable sharded(int dataSource, String actualTable) {
        return rules.owners().of(dataSource, actualTable);
    }

    /** The logic name of an actual table of a data source; the name itself when it belongs to no sharded table. */
    public String logicTable(int dataSource, String actualTable) {
        PartitionedTable table = sharded(dataSource, actualTable);
        return table == null ? actualTable : inCaseOf(actualTable, table.name());
    }

    @Override
    public String table(String actualTable) {
        PartitionedTable table = rules.owners().of(actualTable);
        return table == null ? actualTable : inCaseOf(actualTable, table.name());
    }

    @Override
    public String column(String actualTable, String actualColumn) {
        if (actualTable == null || actualTable.isEmpty()) {
            return actualColumn;
        }
        PartitionedTable table = rules.owners().of(actualTable);
        for (TransformedColumn column : rules.columns(table == null ? actualTable : table.name())) {
            if (column.isRenamed() && column.stored().equalsIgnoreCase(actualColumn)) {
                return naming.folded(column.name());
            }
        }
        return actualColumn;
    }

    @Override
    public @Nullable String schema(String actualSchema) {
        DatabaseNames known = actualSchema.isEmpty() ? null : known();
        return known == null ? actualSchema : known.shownSchema(actualSchema);
    }

    @Override
    public @Nullable String catalog(String actualCatalog) {
        DatabaseNames known = actualCatalog.isEmpty() ? null : known();
        return known == null ? actualCatalog : known.shownCatalog(actualCatalog);
    }

    /** Null while a data source cannot be asked, which is no reason to hold back the metadata of another's rows. */
    private @Nullable DatabaseNames known() {
        try {
            return databases.get();
        } catch (ShardingException e) {
            return null;
        }
    }

    /** A logic name, written in upper case where the data source stores its actual name so. */
    public static String inCaseOf(String actualName, String logicName) {
        String upper = actualName.toUpperCase(Locale.ROOT);
        if (actualName.equals(upper) && !actualName.equals(lower(actualName))) {
            return logicName.toUpperCase(Locale.ROOT);
        }
        return actualName.equals(lower(actualName)) ? lower(logicName) : logicName;
    }

    /**
     * The logic name of an index or constraint of an actual table: what its creation through us appended is taken off;
     * in a name that the database made from the table's name, such as {@code t_order_0_pkey}, the logic name stands for
     * it.
     */
    public static String logicIndex(String actualIndex, String actualTable, String logicTable) {
        int from = actualIndex.length() - actualTable.length() - 1;
        boolean appended = from > 0
                && actualIndex.charAt(from) == '_'
                && actualIndex.regionMatches(true, from + 1, actualTable, 0, actualTable.length());
        if (appended) {
            return actualIndex.substring(0, from);
        }
        boolean made = actualIndex.length() > actualTable.length()
                && actualIndex.charAt(actualTable.length()) == '_'
                && actualIndex.regionMatches(true, 0, actualTable, 0, actualTable.length());
        return made ? logicTable + actualIndex.substring(actualTable.length()) : actualIndex;
    }
}
