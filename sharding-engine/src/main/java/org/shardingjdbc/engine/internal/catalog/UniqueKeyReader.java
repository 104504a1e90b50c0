package org.shardingjdbc.engine.internal.catalog;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.catalog.SchemaReader.QualifiedTable;

/** Reads the primary key and the unique keys of a table. Immutable, safe for all threads. */
final class UniqueKeyReader {
    private final @Nullable String asked;

    UniqueKeyReader(Dialect dialect) {
        this.asked = dialect.catalogs().uniqueKeys();
    }

    /** As {@link org.shardingjdbc.rule.internal.catalog.Catalog#uniqueKeys}; {@code located} may be null. */
    @Nullable
    List<List<String>> of(Connection connection, @Nullable QualifiedTable located) throws SQLException {
        if (located == null) {
            return null;
        }
        if (asked != null) {
            try (PreparedStatement statement = connection.prepareStatement(asked)) {
                statement.setString(1, located.holder());
                statement.setString(2, located.table());
                try (ResultSet rows = statement.executeQuery()) {
                    return keys(rows, 3);
                }
            }
        }
        DatabaseMetaData metaData = connection.getMetaData();
        try (ResultSet rows = metaData.getIndexInfo(located.catalog(), located.schema(), located.table(), true, true)) {
            return keys(rows, rows.findColumn("FILTER_CONDITION"));
        }
    }

    /** @param part the column that is not null where an index is not of whole values or not of all rows */
    private static @Nullable List<List<String>> keys(ResultSet rows, int part) throws SQLException {
        Map<String, List<String>> keys = new LinkedHashMap<>();
        while (rows.next()) {
            String index = rows.getString("INDEX_NAME");
            if (index == null) {
                // the statistics of the table itself
                continue;
            }
            String column = rows.getString("COLUMN_NAME");
            if (column == null || rows.getString(part) != null) {
                return null;
            }
            keys.computeIfAbsent(index, name -> new ArrayList<>()).add(column);
        }
        return keys.values().stream().map(List::copyOf).toList();
    }
}
