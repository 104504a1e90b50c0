package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableRole;

/**
 * Reads what statements must know of a user's own schema: the tables with a primary key and a plain name from the
 * metadata of the sharded database, values that occur from the plain one. Columns of types that no {@link ColumnKind}
 * stands for are left out. One per schema; not thread-safe.
 */
final class OracleSchemaReader {
    private final Connection plain;
    private final Connection sharded;
    private final DatabaseKind kind;

    private OracleSchemaReader(Connection plain, Connection sharded) throws SQLException {
        this.plain = plain;
        this.sharded = sharded;
        this.kind = kind(sharded.getMetaData().getDatabaseProductName());
    }

    /**
     * Reads the schema.
     *
     * @throws IllegalArgumentException when there is no table that statements can be made for
     */
    static SchemaModel read(Connection plain, Connection sharded) throws SQLException {
        OracleSchemaReader reader = new OracleSchemaReader(plain, sharded);
        List<TableModel> tables = new ArrayList<>();
        for (String name : reader.tableNames()) {
            TableModel table = reader.table(name);
            if (table != null) {
                tables.add(table);
            }
        }
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("The sharded database shows no table with a primary key");
        }
        return new ShardingProbe(sharded).complete(new SchemaModel(reader.kind, tables));
    }

    private static DatabaseKind kind(String product) {
        for (DatabaseKind each : DatabaseKind.values()) {
            if (product.equalsIgnoreCase(each.title())) {
                return each;
            }
        }
        throw new IllegalArgumentException("No statements are made for " + product);
    }

    private List<String> tableNames() throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet tables = sharded.getMetaData()
                .getTables(sharded.getCatalog(), sharded.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                if (isPlain(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    /** Whether a name can be written without quotes. */
    private boolean isPlain(String name) {
        String stored = kind == DatabaseKind.H2 ? name.toUpperCase(Locale.ROOT) : name.toLowerCase(Locale.ROOT);
        return name.equals(stored) && name.chars().allMatch(c -> c == '_' || c < 128 && Character.isLetterOrDigit(c));
    }

    private TableModel table(String name) throws SQLException {
        List<String> primaryKey = primaryKey(name);
        List<ColumnModel> columns = columns(name);
        boolean complete = primaryKey.stream()
                .allMatch(key -> columns.stream().anyMatch(c -> c.name().equals(key)));
        if (primaryKey.isEmpty() || !complete) {
            return null;
        }
        String written = name.toLowerCase(Locale.ROOT);
        return new TableModel(
                written,
                TableRole.SINGLE,
                List.of(),
                -1,
                new SampleReader(plain, kind).fill(written, columns),
                primaryKey);
    }

    private List<String> primaryKey(String table) throws SQLException {
        Map<Integer, String> parts = new TreeMap<>();
        try (ResultSet keys = sharded.getMetaData().getPrimaryKeys(sharded.getCatalog(), sharded.getSchema(), table)) {
            while (keys.next()) {
                parts.put(keys.getInt("KEY_SEQ"), keys.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
            }
        }
        return List.copyOf(parts.values());
    }

    /** The columns, still without samples but for a placeholder. */
    private List<ColumnModel> columns(String table) throws SQLException {
        List<ColumnModel> columns = new ArrayList<>();
        try (ResultSet rows = sharded.getMetaData().getColumns(sharded.getCatalog(), sharded.getSchema(), table, "%")) {
            while (rows.next()) {
                String name = rows.getString("COLUMN_NAME");
                ColumnKind column = kind(rows.getInt("DATA_TYPE"), rows.getString("TYPE_NAME"));
                if (column != null && isPlain(name)) {
                    boolean nullable = rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls;
                    String type = type(
                            column,
                            rows.getString("TYPE_NAME"),
                            rows.getInt("COLUMN_SIZE"),
                            rows.getInt("DECIMAL_DIGITS"));
                    columns.add(new ColumnModel(name.toLowerCase(Locale.ROOT), column, nullable, type, List.of()));
                }
            }
        }
        return columns;
    }

    private static String type(ColumnKind column, String name, int size, int digits) {
        return switch (column) {
            case DECIMAL -> name + "(" + size + ", " + digits + ")";
            case TEXT, CHAR -> name.contains("(") || size <= 0 || size > 65_535 ? name : name + "(" + size + ")";
            default -> name;
        };
    }

    private static ColumnKind kind(int jdbcType, String typeName) {
        String name = typeName.toUpperCase(Locale.ROOT);
        if (name.startsWith("JSON")) {
            return ColumnKind.JSON;
        }
        if (name.equals("UUID")) {
            return ColumnKind.UUID;
        }
        if (name.equals("TIMESTAMPTZ") || name.equals("TIMESTAMP WITH TIME ZONE")) {
            return ColumnKind.TIMESTAMP_WITH_ZONE;
        }
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> ColumnKind.INTEGER;
            case Types.BIGINT -> ColumnKind.LONG;
            case Types.DECIMAL, Types.NUMERIC -> ColumnKind.DECIMAL;
            case Types.DOUBLE, Types.FLOAT, Types.REAL -> ColumnKind.DOUBLE;
            case Types.VARCHAR, Types.LONGVARCHAR -> ColumnKind.TEXT;
            case Types.CHAR -> ColumnKind.CHAR;
            case Types.DATE -> ColumnKind.DATE;
            case Types.TIMESTAMP -> ColumnKind.TIMESTAMP;
            case Types.BOOLEAN, Types.BIT -> ColumnKind.BOOLEAN;
            case Types.BINARY, Types.VARBINARY -> ColumnKind.BINARY;
            default -> null;
        };
    }
}
