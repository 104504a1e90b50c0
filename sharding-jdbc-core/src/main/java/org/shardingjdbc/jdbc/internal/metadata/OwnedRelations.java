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
 * Indexes and sequences, which PostgreSQL lists beside the tables that they belong to. Not thread-safe; one per
 * question and data source.
 */
final class OwnedRelations {
    private static final String OWNERS = """
            SELECT n.nspname, i.relname, t.relname FROM pg_catalog.pg_index x
              JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid JOIN pg_catalog.pg_class t ON t.oid = x.indrelid
              JOIN pg_catalog.pg_namespace n ON n.oid = i.relnamespace
            UNION ALL
            SELECT n.nspname, s.relname, t.relname FROM pg_catalog.pg_depend d
              JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
              JOIN pg_catalog.pg_class t ON t.oid = d.refobjid AND d.refobjsubid > 0
              JOIN pg_catalog.pg_namespace n ON n.oid = s.relnamespace
            WHERE d.classid = 'pg_catalog.pg_class'::regclass AND d.refclassid = 'pg_catalog.pg_class'::regclass
              AND d.deptype IN ('a', 'i')
            """;

    private final Map<List<String>, String> owners = new HashMap<>();

    /** Reads which table each belongs to. */
    void read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(OWNERS)) {
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
