package org.shardingjdbc.proxy.internal.mysql;

import com.mysql.cj.jdbc.result.ResultSetMetaData;
import com.mysql.cj.result.Field;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns as MySQL's driver read them from the database: it keeps what JDBC has no words for, such as the difference
 * between {@code TINYINT(1)} and {@code BIT(1)}. Names are those of JDBC, which the library makes logic ones. Where the
 * driver is not among the libraries nothing is known here. Stateless.
 */
final class DriverColumns {
    private static final boolean PRESENT = isPresent();

    private DriverColumns() {}

    private static boolean isPresent() {
        try {
            return ResultSetMetaData.class.getName() != null;
        } catch (NoClassDefFoundError e) {
            return false;
        }
    }

    /** @return null where the rows are not described by that driver */
    static @Nullable List<WireColumn> read(java.sql.ResultSetMetaData described, ClientCharset charset)
            throws SQLException {
        if (!PRESENT || !described.isWrapperFor(ResultSetMetaData.class)) {
            return null;
        }
        Field[] fields = described.unwrap(ResultSetMetaData.class).getFields();
        int count = described.getColumnCount();
        if (fields.length < count) {
            return null;
        }
        List<WireColumn> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            WireType type = WireType.of(fields[i].getMysqlTypeId());
            if (type == null) {
                return null;
            }
            columns.add(column(described, i + 1, fields[i], type, charset));
        }
        return columns;
    }

    private static WireColumn column(
            java.sql.ResultSetMetaData described, int column, Field field, WireType type, ClientCharset charset)
            throws SQLException {
        String table = notNull(described.getTableName(column));
        // The driver forgets that their scale is not fixed.
        boolean isFloating = type == WireType.FLOAT || type == WireType.DOUBLE;
        return new WireColumn(
                table.isEmpty() ? "" : notNull(described.getCatalogName(column)),
                table,
                table,
                notNull(described.getColumnLabel(column)),
                table.isEmpty() ? "" : notNull(described.getColumnName(column)),
                type,
                collation(field, charset),
                length(field, type, charset),
                field.getFlags() & 0xffff,
                isFloating && field.getDecimals() == 0 ? WireColumn.NOT_FIXED : field.getDecimals());
    }

    private static int collation(Field field, ClientCharset charset) {
        int stored = field.getCollationIndex();
        if (stored == ClientCharset.BINARY) {
            return stored;
        }
        ClientCharset known = ClientCharset.ofCollation(stored);
        boolean asStored = charset == ClientCharset.AS_STORED && known != null && known.isUnicode();
        return asStored ? stored : charset.collation();
    }

    /** The driver has taken the sign and the point off a decimal. */
    private static long length(Field field, WireType type, ClientCharset charset) {
        boolean grows = type == WireType.BLOB
                && charset != ClientCharset.AS_STORED
                && field.getCollationIndex() != ClientCharset.BINARY;
        if (grows) {
            return Math.min(field.getLength() * ColumnReader.MAX_BYTES_OF_CHARACTER, ColumnReader.LONGEST);
        }
        if (type != WireType.DECIMAL) {
            return field.getLength();
        }
        return field.getLength() + (field.getDecimals() > 0 ? 1 : 0) + (field.isUnsigned() ? 0 : 1);
    }

    private static String notNull(@Nullable String name) {
        return name == null ? "" : name;
    }
}
