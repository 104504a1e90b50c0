package org.shardingjdbc.rule.schema;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.DeclaredType;

/**
 * A column as its data source describes it.
 *
 * @param name as the data source stores it
 * @param jdbcType a constant of {@link java.sql.Types}
 * @param typeName the data source's own name of the type, such as {@code int4} or {@code VARCHAR}
 * @param size characters, bytes or digits; 0 where that makes no sense
 * @param scale digits after the point; 0 where that makes no sense
 * @param nullable false only where the data source says so
 * @param autoIncrement whether the data source makes values for it
 * @param collation the collation's name for text where the data source tells it, else null
 * @param computed whether it is computed from other columns and takes no value
 * @param moments what becomes of moments that are written to it; null where drivers send them as they are, with date
 *     and time in the JVM's zone
 */
public record ColumnSchema(
        String name,
        int jdbcType,
        String typeName,
        int size,
        int scale,
        boolean nullable,
        boolean autoIncrement,
        @Nullable String collation,
        boolean computed,
        @Nullable MomentZones moments) {
    /** The same column under another name. */
    public ColumnSchema named(String otherName) {
        return new ColumnSchema(
                otherName, jdbcType, typeName, size, scale, nullable, autoIncrement, collation, computed, moments);
    }

    /** The same column where moments are sent in zones of their own. */
    public ColumnSchema with(MomentZones zones) {
        return new ColumnSchema(
                name, jdbcType, typeName, size, scale, nullable, autoIncrement, collation, computed, zones);
    }

    /** A column to which moments are sent as they are. */
    public ColumnSchema(
            String name,
            int jdbcType,
            String typeName,
            int size,
            int scale,
            boolean nullable,
            boolean autoIncrement,
            @Nullable String collation,
            boolean computed) {
        this(name, jdbcType, typeName, size, scale, nullable, autoIncrement, collation, computed, null);
    }

    /** The same column with the name of the type that it is defined with. */
    public ColumnSchema defined(String otherTypeName) {
        return new ColumnSchema(
                name, jdbcType, otherTypeName, size, scale, nullable, autoIncrement, collation, computed);
    }

    /** The same column with the type, and its size, of another one. */
    public ColumnSchema basedOn(ColumnSchema other) {
        return new ColumnSchema(
                name,
                other.jdbcType,
                other.typeName,
                other.size,
                other.scale,
                nullable,
                autoIncrement,
                collation,
                computed);
    }

    /** A column that is not computed. */
    public ColumnSchema(
            String name,
            int jdbcType,
            String typeName,
            int size,
            int scale,
            boolean nullable,
            boolean autoIncrement,
            @Nullable String collation) {
        this(name, jdbcType, typeName, size, scale, nullable, autoIncrement, collation, false);
    }

    /** Whether its values are whole numbers of 64 bits at most: TINYINT, SMALLINT, INTEGER or BIGINT of JDBC. */
    public boolean isWholeNumber() {
        return switch (jdbcType) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> true;
            default -> false;
        };
    }

    /** Its type for messages: the data source's own name, with size and scale where they are known. */
    public String describe() {
        String digits = scale > 0 ? size + ", " + scale : String.valueOf(size);
        return size > 0 ? typeName + " of size " + digits : typeName;
    }

    /** Its type, as a dialect is asked of it. */
    public DeclaredType declaredType() {
        return new DeclaredType(jdbcType, typeName == null ? "" : typeName.toLowerCase(Locale.ROOT), size, collation);
    }
}
