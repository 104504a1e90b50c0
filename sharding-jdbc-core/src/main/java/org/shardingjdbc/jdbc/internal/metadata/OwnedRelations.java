package org.shardingjdbc.jdbc.internal.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Indexes and sequences, where a database lists them beside the tables that they belong to. Not thread-safe; one per
 * question and data source.
 */
final class OwnedRelations {
    private final Map<List<String>, String> owners = new HashMap<>();

    /**
     * Reads which table each belongs to.
     *
     * @param query as {@link org.shardingjdbc.dialect.internal.Catalogs#ownedRelations} has it
     */
    void read(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                owners.put(List.of(rows.getString(1), rows.getString(2)), rows.getString(3));
            }
        }
    }

    /** The table of one of them, or null. */
    @Nullable
    String owner(@Nullable String schema, String name) {
        return schema == null ? null : owners.get(List.of(schema, name));
    }

    /**
     * The types of tables that a question is about, of those that are owned or of the others.
     *
     * @param asked null for all
     */
    static String[] types(DatabaseMetaData metaData, String[] asked, boolean owned) throws SQLException {
        List<String> types = new ArrayList<>();
        if (asked == null) {
            try (ResultSet all = metaData.getTableTypes()) {
                while (all.next()) {
                    types.add(all.getString(1));
                }
            }
        } else {
            types.addAll(List.of(asked));
        }
        types.removeIf(type -> isOwned(type) != owned);
        return types.toArray(String[]::new);
    }

    /** Whether some of them may be asked for. */
    static boolean asked(String[] types) {
        boolean asked = types == null;
        for (int i = 0; types != null && i < types.length; i++) {
            asked |= types[i] != null && isOwned(types[i]);
        }
        return asked;
    }

    private static boolean isOwned(String type) {
        return !type.startsWith("SYSTEM") && (type.endsWith("INDEX") || type.endsWith("SEQUENCE"));
    }

    /** Whether an actual table is the one that stands for its logic table. */
    static boolean isFirst(PartitionedTable sharded, int dataSource, @Nullable String actualTable) {
        DataNode first = sharded.dataNodes().get(0);
        return first.dataSource() == dataSource && first.table().equalsIgnoreCase(actualTable);
    }
}
