package org.shardingjdbc.rule.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.hint.KeyHint;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * Where the tables of a configuration are, as its rules placed them: what routing, naming and the catalog ask.
 * Immutable, safe for all threads.
 */
public interface Placements {
    /** The logic table to which an actual table of that name belongs; the name itself where it belongs to none. */
    String logicName(String name);

    /** Finds the logic tables of actual ones. */
    ActualTableOwners owners();

    /**
     * All that are connected to, by their configured names: those that hold tables, then those that are only chosen.
     */
    List<String> allDataSourceNames();

    /** Those that hold tables, as rules call them; the position is the data source's index everywhere. */
    List<String> dataSourceNames();

    /**
     * The table of that logic name, compared without case.
     *
     * @return null when no rule names it
     */
    @Nullable
    LogicTable table(String name);

    /** Every table that a rule names, in configured order. */
    List<LogicTable> tables();

    /** Whether some table is sharded by as many columns as a sharding key has values. */
    boolean takes(KeyHint key);

    /** Where a new single table is created: the index of the default data source; where none is configured, 0. */
    int defaultDataSource();

    /** Whether a table in {@code dataSource} that no rule places is ours, pinned to that data source. */
    boolean adopts(int dataSource, @Nullable String schema, String table);

    /** How exactly rules tell that data source of a table that they adopt; 0 where they would take it from any. */
    int adoptionPrecision(int dataSource, @Nullable String schema, String table);

    /** The data source where rules put a table of another schema that is nowhere yet; -1 where none says so. */
    int home(SchemaTable table);
}
