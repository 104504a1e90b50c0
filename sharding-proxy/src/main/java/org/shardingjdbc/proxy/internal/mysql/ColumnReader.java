package org.shardingjdbc.proxy.internal.mysql;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Columns as JDBC describes them, to columns of the protocol. Stateless. */
final class ColumnReader {
    private static final String UNSIGNED = " UNSIGNED";
    private static final String ZEROFILL = " ZEROFILL";

    static final int MAX_BYTES_OF_CHARACTER = 4;
    static final long LONGEST = 0xffffffffL;

    private ColumnReader() {}

    static List<WireColumn> read(ResultSetMetaData described, ClientCharset charset) throws SQLException {
        List<WireColumn> known = DriverColumns.read(described, charset);
        if (known != null) {
            return known;
        }
        int count = described.getColumnCount();
        List<WireColumn> columns = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            columns.add(read(described, i, charset));
        }
        return columns;
    }

    private static WireColumn read(ResultSetMetaData described, int column, ClientCharset charset) throws SQLException {
        String title = baseName(described.getColumnTypeName(column));
        WireType type = type(title, described.getColumnType(column));
        boolean bytes = isBytes(title, described.getColumnType(column));
        boolean text = type.form() == WireType.Form.TEXT && type != WireType.DECIMAL && type != WireType.NULL;
        int decimals = decimals(type, described.getPrecision(column), described.getScale(column));
        String table = notNull(described.getTableName(column));
        return new WireColumn(
                table.isEmpty() ? "" : notNull(described.getCatalogName(column)),
                table,
                table,
                notNull(described.getColumnLabel(column)),
                table.isEmpty() ? "" : notNull(described.getColumnName(column)),
                type,
                text && !bytes ? charset.collation() : ClientCharset.BINARY,
                length(described, column, type, title, decimals, charset),
                flags(described, column, type, bytes),
                decimals);
    }

    private static String notNull(@Nullable String name) {
        return name == null ? "" : name;
    }

    private static String baseName(@Nullable String typeName) {
        String name = notNull(typeName).toUpperCase(Locale.ROOT);
        if (name.endsWith(ZEROFILL)) {
            name = name.substring(0, name.length() - ZEROFILL.length());
        }
        return name.endsWith(UNSIGNED) ? name.substring(0, name.length() - UNSIGNED.length()) : name;
    }

    private static WireType type(String title, int jdbcType) {
        return switch (title) {
            case "TINYINT", "BOOLEAN", "BOOL" -> WireType.TINY;
            case "SMALLINT" -> WireType.SHORT;
            case "MEDIUMINT" -> WireType.INT24;
            case "INT", "INTEGER" -> WireType.LONG;
            case "BIGINT" -> WireType.LONGLONG;
            case "FLOAT", "REAL" -> WireType.FLOAT;
            case "DOUBLE", "DOUBLE PRECISION" -> WireType.DOUBLE;
            case "DECIMAL", "NUMERIC" -> WireType.DECIMAL;
            case "DATE" -> WireType.DATE;
            case "TIME" -> WireType.TIME;
            case "DATETIME" -> WireType.DATETIME;
            case "TIMESTAMP" -> WireType.TIMESTAMP;
            case "YEAR" -> WireType.YEAR;
            case "BIT" -> WireType.BIT;
            case "CHAR", "BINARY", "ENUM", "SET" -> WireType.STRING;
            case "VARCHAR", "VARBINARY" -> WireType.VAR_STRING;
            case "TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT", "JSON", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB" ->
                WireType.BLOB;
            case "GEOMETRY", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON" ->
                WireType.GEOMETRY;
            case "NULL" -> WireType.NULL;
            default -> type(jdbcType);
        };
    }

    /** For what the engine computes. */
    private static WireType type(int jdbcType) {
        return switch (jdbcType) {
            case Types.TINYINT, Types.BOOLEAN -> WireType.TINY;
            case Types.SMALLINT -> WireType.SHORT;
            case Types.INTEGER -> WireType.LONG;
            case Types.BIGINT -> WireType.LONGLONG;
            case Types.REAL -> WireType.FLOAT;
            case Types.FLOAT, Types.DOUBLE -> WireType.DOUBLE;
            case Types.DECIMAL, Types.NUMERIC -> WireType.DECIMAL;
            case Types.DATE -> WireType.DATE;
            case Types.TIME -> WireType.TIME;
            case Types.TIMESTAMP -> WireType.DATETIME;
            case Types.BIT -> WireType.BIT;
            case Types.NULL -> WireType.NULL;
            case Types.CHAR, Types.BINARY -> WireType.STRING;
            case Types.LONGVARCHAR, Types.CLOB, Types.LONGVARBINARY, Types.BLOB -> WireType.BLOB;
            default -> WireType.VAR_STRING;
        };
    }

    private static boolean isBytes(String title, int jdbcType) {
        return switch (title) {
            case "JSON", "GEOMETRY", "CHAR", "VARCHAR" -> false;
            default ->
                switch (jdbcType) {
                    case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
                    default -> false;
                };
        };
    }

    private static int decimals(WireType type, int precision, int scale) {
        return switch (type) {
            // One driver tells the digits behind the point as a scale, the other as a part of the precision.
            case DATETIME, TIMESTAMP -> scale > 0 ? scale : precision > 20 ? precision - 20 : 0;
            case TIME -> scale > 0 ? scale : precision > 11 ? precision - 11 : 0;
            case FLOAT, DOUBLE -> scale > 0 ? scale : WireColumn.NOT_FIXED;
            default -> Math.max(scale, 0);
        };
    }

    private static long length(
            ResultSetMetaData described, int column, WireType type, String title, int decimals, ClientCharset charset)
            throws SQLException {
        int precision = Math.max(described.getPrecision(column), 0);
        return switch (type) {
            case TINY, SHORT, INT24, LONG, LONGLONG -> {
                int shown = described.getColumnDisplaySize(column);
                yield type == WireType.INT24 && shown == 8 && described.isSigned(column) ? 9 : shown;
            }
            case FLOAT, DOUBLE -> precision;
            case DECIMAL -> precision + (decimals > 0 ? 1 : 0) + (described.isSigned(column) ? 1 : 0);
            case DATE -> 10;
            case DATETIME, TIMESTAMP -> 19 + (decimals > 0 ? decimals + 1 : 0);
            case TIME -> 10 + (decimals > 0 ? decimals + 1 : 0);
            case YEAR -> 4;
            case BIT -> Math.max(precision, 1);
            case NULL -> 0;
            default -> textLength(title, precision, isBytes(title, described.getColumnType(column)), charset);
        };
    }

    private static long textLength(String title, int precision, boolean bytes, ClientCharset charset) {
        // What a column holds at most grows when it is converted, as the database counts it.
        long growth = charset == ClientCharset.AS_STORED ? 1 : MAX_BYTES_OF_CHARACTER;
        return switch (title) {
            case "TINYBLOB" -> 0xff;
            case "BLOB" -> 0xffff;
            case "MEDIUMBLOB" -> 0xffffff;
            case "TINYTEXT" -> growth * 0xff;
            case "TEXT" -> growth * 0xffff;
            case "MEDIUMTEXT" -> growth * 0xffffff;
            case "LONGTEXT", "LONGBLOB", "JSON", "GEOMETRY" -> LONGEST;
            default -> Math.min(LONGEST, (long) precision * (bytes ? 1 : MAX_BYTES_OF_CHARACTER));
        };
    }

    private static int flags(ResultSetMetaData described, int column, WireType type, boolean bytes)
            throws SQLException {
        int flags = described.isNullable(column) == ResultSetMetaData.columnNoNulls ? WireColumn.NOT_NULL : 0;
        if (notNull(described.getColumnTypeName(column))
                .toUpperCase(Locale.ROOT)
                .contains(UNSIGNED)) {
            flags |= WireColumn.UNSIGNED;
        }
        if (described.isAutoIncrement(column)) {
            flags |= WireColumn.AUTO_INCREMENT;
        }
        return flags
                | switch (type) {
                    case BLOB, GEOMETRY -> WireColumn.BLOB | (bytes ? WireColumn.BINARY : 0);
                    case TIMESTAMP -> WireColumn.UNSIGNED | WireColumn.BINARY;
                    case DATE, DATETIME, TIME -> WireColumn.BINARY;
                    case YEAR -> WireColumn.UNSIGNED | WireColumn.ZEROFILL;
                    case BIT -> WireColumn.UNSIGNED;
                    case STRING, VAR_STRING -> bytes ? WireColumn.BINARY : 0;
                    // Numbers, of which those that are computed have the flag.
                    default -> notNull(described.getTableName(column)).isEmpty() ? WireColumn.BINARY : 0;
                };
    }
}
