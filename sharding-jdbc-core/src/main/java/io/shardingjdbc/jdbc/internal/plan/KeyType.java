package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.merge.ValueOrder;
import io.shardingjdbc.parser.Dialect;
import io.shardingjdbc.route.internal.catalog.ColumnSchema;
import java.sql.Types;
import java.util.Locale;

/**
 * How values of a type compare when rows of several shards meet.
 *
 * <p>Text is the hard case: two databases never agree on an order except by a collation, and this house has no
 * collations. What it can do: compare code points where the collation is binary, UTF-16 units where H2 has no
 * collation, and the bytes of WEIGHT_STRING where a MySQL collation can be asked for them. A collation of PostgreSQL's
 * that is not binary has an order that only it knows, but equal text is identical text, which is enough to group.
 *
 * @param order how sorted rows merge; null when the order is not known here
 * @param equality how equal values are told; null when even that is not known
 * @param weighed whether the key must be compared by its WEIGHT_STRING
 * @param length for padded weights the column's length, else 0
 * @param problem what is unknown, for the refusal; null when {@code order} is not
 */
record KeyType(ValueOrder order, ValueOrder equality, boolean weighed, int length, String problem) {
    private static final int MAX_WEIGHED_LENGTH = 768;

    /** Decided by the first row's metadata; numbers, times and the like are safe, text is refused then. */
    static final KeyType BY_TYPE = new KeyType(ValueOrder.BY_TYPE, ValueOrder.BY_TYPE, false, 0, null);

    /** Digits at fixed places, which every collation sorts alike. */
    static final KeyType DIGITS = of(ValueOrder.CODE_POINTS);

    /** Text of which only equality is certain. */
    static final KeyType EQUAL_TEXT = unknown("the collation of the connection", ValueOrder.EQUALITY_ONLY);

    private static KeyType of(ValueOrder order) {
        return new KeyType(order, order, false, 0, null);
    }

    private static KeyType unknown(String problem, ValueOrder equality) {
        return new KeyType(null, equality, false, 0, problem);
    }

    /** The type of a column; {@code schema} is null where nothing is known. */
    static KeyType of(ColumnSchema schema, Dialect dialect) {
        if (schema == null) {
            return BY_TYPE;
        }
        String typeName = schema.typeName() == null ? "" : schema.typeName().toLowerCase(Locale.ROOT);
        return switch (schema.jdbcType()) {
            case Types.TINYINT,
                    Types.SMALLINT,
                    Types.INTEGER,
                    Types.BIGINT,
                    Types.NUMERIC,
                    Types.DECIMAL,
                    Types.REAL,
                    Types.FLOAT,
                    Types.DOUBLE -> of(ValueOrder.NUMBER);
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP_WITH_TIMEZONE ->
                typeName.startsWith("year") ? BY_TYPE : of(ValueOrder.TEMPORAL);
            case Types.BOOLEAN -> dialect.mySqlFamily() ? BY_TYPE : of(ValueOrder.BOOLEAN);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                typeName.startsWith("uuid") ? of(ValueOrder.UUID) : of(ValueOrder.BYTES);
            default -> isText(schema) ? text(schema, typeName, dialect) : other(typeName);
        };
    }

    /** Whether values of the type are text. */
    static boolean isText(ColumnSchema schema) {
        return switch (schema.jdbcType()) {
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> true;
            default -> false;
        };
    }

    private static KeyType other(String typeName) {
        if (typeName.startsWith("uuid")) {
            return of(ValueOrder.UUID);
        }
        if (typeName.startsWith("json")
                || typeName.startsWith("interval")
                || typeName.startsWith("enum")
                || typeName.startsWith("geometry")
                || typeName.startsWith("xml")
                || typeName.startsWith("_")) {
            return unknown("the type " + typeName, null);
        }
        return BY_TYPE;
    }

    private static KeyType text(ColumnSchema schema, String typeName, Dialect dialect) {
        if (dialect.mySqlFamily()) {
            return mySqlText(schema, typeName);
        }
        if (dialect.postgreSqlFamily()) {
            return postgreSqlText(schema, typeName);
        }
        if (typeName.contains("ignorecase")) {
            return unknown("a type that ignores case", null);
        }
        if (typeName.startsWith("enum")) {
            return unknown("the type enum", null);
        }
        return schema.collation() == null || "OFF".equalsIgnoreCase(schema.collation())
                ? of(ValueOrder.UTF16)
                : unknown("the collation " + schema.collation(), null);
    }

    private static KeyType postgreSqlText(ColumnSchema schema, String typeName) {
        boolean text = typeName.equals("text")
                || typeName.equals("varchar")
                || typeName.equals("bpchar")
                || typeName.equals("char")
                || typeName.equals("name");
        if (!text) {
            return unknown("the type " + typeName, null);
        }
        if (schema.collation() != null && schema.collation().startsWith("nondeterministic:")) {
            return unknown("the collation " + schema.collation(), null);
        }
        return schema.collation() == null
                ? unknown("no known collation", ValueOrder.EQUALITY_ONLY)
                : collated(schema.collation(), 0, Dialect.POSTGRESQL);
    }

    private static KeyType mySqlText(ColumnSchema schema, String typeName) {
        if (typeName.startsWith("enum") || typeName.startsWith("set") || typeName.startsWith("json")) {
            return unknown("the type " + typeName, null);
        }
        return schema.collation() == null
                ? unknown("no known collation", null)
                : collated(schema.collation(), schema.size(), Dialect.MYSQL);
    }

    /**
     * Text of a named collation.
     *
     * @param length of the column in characters, 0 where it is not known
     */
    static KeyType collated(String collation, int length, Dialect dialect) {
        String name = collation.toLowerCase(Locale.ROOT);
        if (!dialect.mySqlFamily()) {
            boolean binary = name.equals("c")
                    || name.equals("posix")
                    || name.equals("ucs_basic")
                    || name.equals("c.utf-8")
                    || name.equals("c.utf8")
                    || name.equals("pg_c_utf8");
            if (binary) {
                return of(ValueOrder.CODE_POINTS);
            }
            boolean loose = name.startsWith("nondeterministic:");
            return unknown("the collation " + collation, loose ? null : ValueOrder.EQUALITY_ONLY);
        }
        boolean unicode = name.startsWith("utf8") || name.startsWith("ascii") || name.startsWith("uca");
        boolean padded = !name.contains("nopad") && !name.contains("_0900_");
        if (name.equals("binary")) {
            return of(ValueOrder.BYTES);
        }
        if (name.endsWith("_bin") && unicode) {
            return of(padded ? ValueOrder.CODE_POINTS_PADDED : ValueOrder.CODE_POINTS);
        }
        if (padded && (length <= 0 || length > MAX_WEIGHED_LENGTH)) {
            return unknown("the collation " + collation + " and no short length", null);
        }
        return new KeyType(ValueOrder.BYTES, ValueOrder.BYTES, true, padded ? length : 0, null);
    }
}
