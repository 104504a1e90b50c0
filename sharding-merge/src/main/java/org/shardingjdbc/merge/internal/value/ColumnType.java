package org.shardingjdbc.merge.internal.value;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import org.shardingjdbc.dialect.DeclaredType;
import org.shardingjdbc.dialect.internal.ColumnTypes;
import org.shardingjdbc.dialect.internal.Dialect;

/**
 * What a merge needs to know of a column's type.
 *
 * @param jdbcType of {@link Types}, as the driver says
 * @param typeName the database's own name, lower case, never null
 * @param className what the driver's getObject returns, never null
 * @param precision as the driver says
 * @param scale as the driver says
 * @param signed false for unsigned numbers
 * @param label the column's label, for messages
 * @param dialect whose type it is
 */
public record ColumnType(
        int jdbcType,
        String typeName,
        String className,
        int precision,
        int scale,
        boolean signed,
        String label,
        Dialect dialect) {

    public static ColumnType of(ResultSetMetaData metaData, int column, Dialect dialect) throws SQLException {
        String typeName = metaData.getColumnTypeName(column);
        String className = metaData.getColumnClassName(column);
        int jdbcType = metaData.getColumnType(column);
        return new ColumnType(
                dialect.types().areOfValues() ? ofValues(jdbcType) : jdbcType,
                typeName == null ? "" : typeName.toLowerCase(Locale.ROOT),
                className == null ? "" : className,
                metaData.getPrecision(column),
                metaData.getScale(column),
                metaData.isSigned(column),
                metaData.getColumnLabel(column),
                dialect);
    }

    /** A number where a column of that type may hold any. */
    private static int ofValues(int jdbcType) {
        boolean kept =
                switch (jdbcType) {
                    case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> true;
                    default -> DeclaredType.isText(jdbcType);
                };
        return kept ? jdbcType : Types.NUMERIC;
    }

    /** Whether each value of the column has a type of its own. */
    public boolean isOfValues() {
        return dialect.types().areOfValues();
    }

    /** Whether every value fits a long. */
    public boolean isInteger() {
        return isInteger(jdbcType, signed, dialect);
    }

    /** {@link #isInteger()} of a column of which nothing else need be known. */
    public static boolean isInteger(ResultSetMetaData metaData, int column, Dialect dialect) throws SQLException {
        if (dialect.types().areOfValues()) {
            return false;
        }
        int jdbcType = metaData.getColumnType(column);
        return isInteger(jdbcType, jdbcType == Types.BIGINT && metaData.isSigned(column), dialect);
    }

    private static boolean isInteger(int jdbcType, boolean signed, Dialect dialect) {
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> true;
            case Types.BIGINT -> signed || dialect.types().longsAreSigned();
            case Types.BOOLEAN -> dialect.types().truthsAreNumbers();
            default -> false;
        };
    }

    /** Whether it is a binary floating point number. */
    public boolean isApproximate() {
        return switch (jdbcType) {
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> !isMoney() && !isDecimalFloat();
            default -> false;
        };
    }

    /** Whether the database computes with it in 32 bits. */
    public boolean isSinglePrecision() {
        return jdbcType == Types.REAL;
    }

    /** Whether it is a decimal number, of fixed scale or floating, or an integer that a long may not hold. */
    boolean isDecimal() {
        return !isInteger() && isExact();
    }

    private boolean isExact() {
        return jdbcType == Types.NUMERIC
                || jdbcType == Types.DECIMAL
                || jdbcType == Types.BIGINT
                || isDecimalFloat()
                || isBits();
    }

    /**
     * MySQL's BIT, or a TINYINT(1) that its driver calls so: a number, whichever object the driver makes of it. (Of a
     * computed BIT the server sends the digits, which the driver takes for the number's bytes: they are in order too.)
     */
    boolean isBits() {
        return jdbcType == Types.BIT && dialect.types().bits() == ColumnTypes.Bits.NUMBER;
    }

    /** H2's DECFLOAT, whichever JDBC type it has. */
    public boolean isDecimalFloat() {
        return typeName.equals("decfloat");
    }

    public boolean isNumber() {
        return isInteger() || isApproximate() || isDecimal();
    }

    /** PostgreSQL's money, which the driver shows as a double and the database as text with a currency sign. */
    boolean isMoney() {
        return typeName.equals("money");
    }

    boolean isText() {
        return DeclaredType.isText(jdbcType);
    }

    boolean isBinary() {
        return switch (jdbcType) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> !isUuid();
            case Types.BIT -> dialect.types().bits() == ColumnTypes.Bits.BYTES;
            default -> false;
        };
    }

    boolean isUuid() {
        return typeName.equals("uuid");
    }

    /** Whether it knows true and false only; MySQL's tinyint(1), which its drivers call a boolean, is a number. */
    boolean isBoolean() {
        return !dialect.types().truthsAreNumbers()
                && !isBitString()
                && (jdbcType == Types.BOOLEAN || jdbcType == Types.BIT);
    }

    /** PostgreSQL's bit and varbit: text of 0 and 1. */
    boolean isBitString() {
        return (typeName.equals("bit") || typeName.equals("varbit"))
                && dialect.types().bits() == ColumnTypes.Bits.DIGITS;
    }

    boolean isTemporal() {
        return switch (jdbcType) {
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP_WITH_TIMEZONE ->
                true;
            default -> false;
        };
    }

    /**
     * Whether it is a time of day or a timestamp with a time zone; PostgreSQL's driver gives those the types without.
     */
    boolean hasZone() {
        return jdbcType == Types.TIME_WITH_TIMEZONE
                || jdbcType == Types.TIMESTAMP_WITH_TIMEZONE
                || typeName.equals("timetz")
                || typeName.equals("timestamptz");
    }

    /** Whether it is a time of day. */
    boolean isTime() {
        return jdbcType == Types.TIME || jdbcType == Types.TIME_WITH_TIMEZONE;
    }
}
