package org.shardingjdbc.jdbc.internal.value;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.dialect.MySqlType;
import org.shardingjdbc.jdbc.internal.value.CopiedValue.Form;

/**
 * Reads the rows of a result so that their values can be written elsewhere as they are: each by the getter that loses
 * nothing, and with a cast to its own type where the database would take a placeholder for something else. One per
 * result; not thread-safe.
 */
public final class ValueCopier {
    private static final Set<String> POSTGRESQL_TEXT = Set.of("varchar", "text", "unknown");

    /** H2's name for the type of an expression over a parameter, whose JDBC type it cannot tell. */
    private static final String UNKNOWN = "UNKNOWN";

    private static final CopiedValue NEGATIVE_ZERO = new CopiedValue(Form.TEXT, "-0");

    private final Dialect dialect;
    private final Form[] forms;
    private final Class<?>[] classes;
    private final String[] casts;

    /**
     * @param untyped columns that are written as text without a type, if they are text of PostgreSQL; as times, if they
     *     are times of MySQL or MariaDB
     */
    public ValueCopier(ResultSetMetaData columns, Dialect dialect, BitSet untyped) throws SQLException {
        this.dialect = dialect;
        int width = columns.getColumnCount();
        this.forms = new Form[width];
        this.classes = new Class<?>[width];
        this.casts = new String[width];
        for (int i = 0; i < width; i++) {
            String type = String.valueOf(columns.getColumnTypeName(i + 1));
            if (untyped.get(i) && POSTGRESQL_TEXT.contains(type)) {
                forms[i] = Form.UNTYPED;
            } else if (dialect.postgreSqlFamily()) {
                postgreSql(i, type);
            } else if (dialect.mySqlFamily()) {
                mySql(i, MySqlType.of(type));
                casts[i] = untyped.get(i) && MySqlType.of(type) == MySqlType.TIME ? "TIME(6)" : null;
            } else if (type.equals(UNKNOWN)) {
                forms[i] = Form.OBJECT;
            } else {
                other(i, columns.getColumnType(i + 1), type.toUpperCase(Locale.ROOT));
            }
        }
    }

    public int width() {
        return forms.length;
    }

    /** MySQL and MariaDB have rounded what they show as a FLOAT. */
    public void refuseRounded(ResultSetMetaData columns) throws SQLException {
        for (int i = 0; dialect.mySqlFamily() && i < forms.length; i++) {
            if (forms[i] == Form.FLOAT) {
                throw new ShardingException(ErrorCode.FLOAT_ROUNDED, columns.getColumnLabel(i + 1));
            }
        }
    }

    /** How a value of that column stands in a statement, 0-based. */
    public String placeholder(int column) {
        if (dialect.mySqlFamily() && forms[column] == Form.DOUBLE) {
            // as a literal it would be a decimal, which is rounded and shown in another way
            return "? * 1e0";
        }
        return casts[column] == null ? "?" : "CAST(? AS " + casts[column] + ")";
    }

    /** The current row. */
    public CopiedValue[] row(ResultSet rows) throws SQLException {
        CopiedValue[] row = new CopiedValue[forms.length];
        for (int i = 0; i < row.length; i++) {
            Object value = value(rows, i);
            row[i] = isNegativeZero(value) ? NEGATIVE_ZERO : new CopiedValue(forms[i], value);
        }
        return row;
    }

    /** The drivers of MySQL and MariaDB write it as a decimal, which has no sign at zero. */
    private boolean isNegativeZero(Object value) {
        return dialect.mySqlFamily() && value instanceof Double number && number.equals(-0.0);
    }

    private Object value(ResultSet rows, int column) throws SQLException {
        int index = column + 1;
        Object value =
                switch (forms[column]) {
                    case LONG -> rows.getLong(index);
                    case DECIMAL -> rows.getBigDecimal(index);
                    case FLOAT -> rows.getFloat(index);
                    case DOUBLE -> rows.getDouble(index);
                    case FLAG -> rows.getBoolean(index);
                    case TEXT, UNTYPED -> rows.getString(index);
                    case TIME -> MySqlType.time(rows, index);
                    case BYTES -> rows.getBytes(index);
                    case OBJECT ->
                        classes[column] == null ? rows.getObject(index) : rows.getObject(index, classes[column]);
                };
        if (value instanceof java.sql.Array array && !dialect.postgreSqlFamily()) {
            return array.getArray();
        }
        return rows.wasNull() ? null : value;
    }

    private void postgreSql(int column, String type) {
        switch (type) {
            case "int2", "int4", "int8", "serial", "bigserial", "smallserial" -> forms[column] = Form.LONG;
            case "float4" -> forms[column] = Form.FLOAT;
            case "float8" -> forms[column] = Form.DOUBLE;
            case "bool" -> forms[column] = Form.FLAG;
            case "bytea" -> forms[column] = Form.BYTES;
            // NaN is a number there, and no BigDecimal
            case "numeric", "uuid" -> forms[column] = Form.OBJECT;
            case "date" -> object(column, LocalDate.class);
            case "timestamp" -> object(column, LocalDateTime.class);
            case "timestamptz" -> object(column, OffsetDateTime.class);
            default -> {
                forms[column] = Form.TEXT;
                casts[column] = POSTGRESQL_TEXT.contains(type) ? null : type;
            }
        }
    }

    private void mySql(int column, MySqlType type) {
        forms[column] = switch (type) {
            case WHOLE, YEAR -> Form.LONG;
            case BIT, DECIMAL -> Form.DECIMAL;
            case FLOAT -> Form.FLOAT;
            case DOUBLE -> Form.DOUBLE;
            case BINARY -> Form.BYTES;
            case TIME -> dialect == Dialects.MYSQL ? Form.TIME : Form.TEXT;
            case TEXT -> Form.TEXT;
        };
    }

    private void other(int column, int jdbcType, String type) {
        switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> forms[column] = Form.LONG;
            case Types.NUMERIC, Types.DECIMAL ->
                // NaN is a DECFLOAT, and no BigDecimal
                forms[column] = type.startsWith("DECFLOAT") ? Form.TEXT : Form.DECIMAL;
            case Types.REAL -> forms[column] = Form.FLOAT;
            case Types.FLOAT, Types.DOUBLE -> forms[column] = type.startsWith("DECFLOAT") ? Form.DECIMAL : Form.DOUBLE;
            case Types.BIT, Types.BOOLEAN -> forms[column] = Form.FLAG;
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB, Types.NCHAR, Types.NVARCHAR, Types.NCLOB ->
                forms[column] = Form.TEXT;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                forms[column] = type.equals("UUID") ? Form.OBJECT : Form.BYTES;
            case Types.DATE -> object(column, LocalDate.class);
            case Types.TIMESTAMP -> object(column, LocalDateTime.class);
            case Types.TIME -> object(column, LocalTime.class);
            default -> forms[column] = type.equals("JSON") || type.startsWith("GEOMETRY") ? Form.BYTES : Form.OBJECT;
        }
    }

    private void object(int column, Class<?> as) {
        forms[column] = Form.OBJECT;
        classes[column] = as;
    }
}
