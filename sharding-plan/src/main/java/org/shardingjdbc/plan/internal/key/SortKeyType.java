package org.shardingjdbc.plan.internal.key;

import java.sql.Types;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.merge.internal.value.ValueOrder;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * How values of a type compare when rows of several shards meet.
 *
 * <p>Text is the hard case: two databases never agree on an order except by a collation, and this house has no
 * collations. What it can do: compare code points where the collation is binary, UTF-16 units where H2 has no
 * collation, and the bytes of WEIGHT_STRING where a MySQL collation can be asked for them. A collation of PostgreSQL's
 * that is not binary has an order that only it knows, but equal text is identical text, which is enough to group. Of an
 * enumeration the shards can be asked for the place in its definition. A type that is not known here is never compared
 * here.
 *
 * @param order how sorted rows merge; null when the order is not known here
 * @param equality how equal values are told; null when even that is not known
 * @param form what shards return in its place; null when the values compare by themselves
 * @param beginningOnly whether a database sorts by the beginning of long values only, so that equal ones need not
 *     follow each other
 * @param problem what is unknown, for the refusal; null when {@code order} is not
 */
public record SortKeyType(
        ValueOrder order, ValueOrder equality, SortKeyForm form, boolean beginningOnly, String problem) {
    /** The default of {@code max_sort_length}. */
    private static final int MAX_SORT_BYTES = 1024;

    private static final int BYTES_OF_WIDE_CHARACTER = 4;
    private static final int BYTES_OF_LEVELS = 12;
    private static final List<String> NARROW_CHARSETS =
            List.of("latin", "ascii", "cp", "koi", "armscii", "dec8", "greek", "hebrew", "hp8", "keybcs", "mac");

    /** Decided by the first row's metadata; numbers, times and the like are safe, text is refused then. */
    public static final SortKeyType BY_TYPE = of(ValueOrder.BY_TYPE);

    /** Digits at fixed places, which every collation sorts alike. */
    static final SortKeyType DIGITS = of(ValueOrder.CODE_POINTS);

    /** Text of which only equality is certain. */
    static final SortKeyType EQUAL_TEXT = unknown("the collation of the connection", ValueOrder.EQUALITY_ONLY);

    private static SortKeyType of(ValueOrder order) {
        return new SortKeyType(order, order, null, false, null);
    }

    static SortKeyType unknown(String problem, ValueOrder equality) {
        return new SortKeyType(null, equality, null, false, problem);
    }

    private static SortKeyType position(SortKeyForm form) {
        return new SortKeyType(ValueOrder.NUMBER, ValueOrder.NUMBER, form, false, null);
    }

    /** Whether shards can return rows sorted by it so that equal values follow each other in an order known here. */
    public boolean sortsGroups() {
        return order != null && order == equality && !beginningOnly;
    }

    /**
     * Whether MySQL groups by it what it tells apart when it counts distinct values: it sorts to group, which is by the
     * beginning of long values and unites zeros of both signs.
     */
    public boolean groupsAsCounted() {
        return !beginningOnly && !(order == ValueOrder.NUMBER && equality == ValueOrder.EQUALITY_ONLY);
    }

    /** The type of a column; {@code schema} is null where nothing is known. */
    static SortKeyType of(ColumnSchema schema, Dialect dialect) {
        if (schema == null) {
            return BY_TYPE;
        }
        String typeName = schema.typeName() == null ? "" : schema.typeName().toLowerCase(Locale.ROOT);
        return switch (schema.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL ->
                of(ValueOrder.NUMBER);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> approximate(typeName, dialect);
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP_WITH_TIMEZONE ->
                typeName.startsWith("year") ? BY_TYPE : temporal(typeName, dialect);
            case Types.BOOLEAN -> dialect.mySqlFamily() ? BY_TYPE : of(ValueOrder.BOOLEAN);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                typeName.startsWith("uuid") ? uuid(dialect) : binary(schema, dialect);
            case Types.BIT -> BY_TYPE;
            default -> isText(schema) ? text(schema, typeName, dialect) : other(typeName, dialect);
        };
    }

    /** Whether values of the type are text. */
    public static boolean isText(ColumnSchema schema) {
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

    /** MySQL and MariaDB sort zeros of both signs alike, but tell them apart in groups. */
    private static SortKeyType approximate(String typeName, Dialect dialect) {
        if (typeName.equals("money")) {
            return unknown("the type money", null);
        }
        return dialect.mySqlFamily()
                ? new SortKeyType(ValueOrder.NUMBER, ValueOrder.EQUALITY_ONLY, null, false, null)
                : of(ValueOrder.NUMBER);
    }

    private static SortKeyType temporal(String typeName, Dialect dialect) {
        return dialect == Dialects.MYSQL && typeName.equals("time")
                ? position(SortKeyForm.MYSQL_TIME)
                : of(ValueOrder.TEMPORAL);
    }

    private static SortKeyType binary(ColumnSchema schema, Dialect dialect) {
        boolean cut = dialect.mySqlFamily() && (schema.size() <= 0 || schema.size() > MAX_SORT_BYTES);
        return new SortKeyType(ValueOrder.BYTES, ValueOrder.BYTES, null, cut, null);
    }

    /** MariaDB sorts UUIDs by their parts in another sequence, which depends on their version. */
    private static SortKeyType uuid(Dialect dialect) {
        return dialect.mySqlFamily() ? unknown("the type uuid", ValueOrder.EQUALITY_ONLY) : of(ValueOrder.UUID);
    }

    private static SortKeyType other(String typeName, Dialect dialect) {
        if (typeName.startsWith("uuid")) {
            return uuid(dialect);
        }
        if (dialect.mySqlFamily() && typeName.startsWith("inet")) {
            return unknown("the type " + typeName, ValueOrder.EQUALITY_ONLY);
        }
        if (dialect.postgreSqlFamily() && typeName.equals("varbit")
                || typeName.startsWith("decfloat")
                || typeName.equals("timetz")
                || typeName.equals("timestamptz")) {
            return BY_TYPE;
        }
        if (typeName.startsWith("enum")) {
            return enumeration(dialect);
        }
        return unknown("the type " + typeName, null);
    }

    private static SortKeyType enumeration(Dialect dialect) {
        if (dialect.postgreSqlFamily()) {
            return position(SortKeyForm.POSTGRESQL_POSITION);
        }
        return position(dialect.mySqlFamily() ? SortKeyForm.MYSQL_POSITION : SortKeyForm.H2_POSITION);
    }

    private static SortKeyType text(ColumnSchema schema, String typeName, Dialect dialect) {
        if (dialect.mySqlFamily()) {
            return mySqlText(schema, typeName);
        }
        if (dialect.postgreSqlFamily()) {
            return postgreSqlText(schema, typeName);
        }
        if (typeName.startsWith("enum")) {
            return enumeration(dialect);
        }
        if (schema.collation() != null && !"OFF".equalsIgnoreCase(schema.collation())) {
            return unknown("the collation " + schema.collation(), null);
        }
        boolean padded = schema.jdbcType() == Types.CHAR || schema.jdbcType() == Types.NCHAR;
        if (typeName.contains("ignorecase")) {
            return of(ValueOrder.UTF16_IGNORE_CASE);
        }
        return of(padded ? ValueOrder.UTF16_TRIMMED : ValueOrder.UTF16);
    }

    private static SortKeyType postgreSqlText(ColumnSchema schema, String typeName) {
        boolean text = typeName.equals("text") || typeName.equals("varchar") || typeName.equals("name");
        boolean padded = typeName.equals("bpchar");
        if (!text && !padded) {
            // The driver calls an enumeration a VARCHAR of the enumeration's name, and "char" a CHAR.
            return schema.jdbcType() == Types.VARCHAR
                    ? enumeration(Dialects.POSTGRESQL)
                    : unknown("the type " + typeName, null);
        }
        ValueOrder equality = padded ? ValueOrder.CODE_POINTS_TRIMMED : ValueOrder.EQUALITY_ONLY;
        if (schema.collation() == null) {
            return unknown("no known collation", equality);
        }
        String collation = schema.collation().toLowerCase(Locale.ROOT);
        return switch (collation) {
            case "c", "posix", "ucs_basic", "c.utf-8", "c.utf8", "pg_c_utf8" ->
                of(padded ? ValueOrder.CODE_POINTS_TRIMMED : ValueOrder.CODE_POINTS);
            default ->
                unknown(
                        "the collation " + schema.collation(),
                        collation.startsWith("nondeterministic:") ? null : equality);
        };
    }

    private static SortKeyType mySqlText(ColumnSchema schema, String typeName) {
        if (typeName.startsWith("enum") || typeName.startsWith("set")) {
            return position(SortKeyForm.MYSQL_POSITION);
        }
        if (schema.collation() == null) {
            return unknown("no known collation", null);
        }
        String name = schema.collation().toLowerCase(Locale.ROOT);
        boolean padded = !name.contains("nopad") && !name.contains("_0900_") && !name.equals("binary");
        boolean levels = name.contains("_as_") || name.contains("_cs");
        boolean cut = !name.contains("_0900_") && isCut(schema.size(), name, levels);
        if (name.equals("binary")) {
            return new SortKeyType(ValueOrder.BYTES, ValueOrder.BYTES, null, cut, null);
        }
        if (name.endsWith("_bin") && (name.startsWith("utf8") || name.startsWith("ascii"))) {
            ValueOrder order = padded ? ValueOrder.CODE_POINTS_PADDED : ValueOrder.CODE_POINTS;
            return new SortKeyType(order, order, null, cut, null);
        }
        if (padded && (name.contains("uca1400") && levels || name.startsWith("uca"))) {
            return unknown("the collation " + schema.collation(), null);
        }
        SortKeyForm form = padded ? SortKeyForm.paddedWeight(name) : SortKeyForm.WEIGHT;
        ValueOrder order = padded ? ValueOrder.WEIGHTS_PADDED : ValueOrder.BYTES;
        return new SortKeyType(order, order, form, cut, null);
    }

    /**
     * Whether a text may be longer than what MySQL and MariaDB sort by; they count bytes of the text or of its weights,
     * and neither may be more.
     */
    private static boolean isCut(int length, String collation, boolean levels) {
        boolean narrow = NARROW_CHARSETS.stream().anyMatch(collation::startsWith);
        int bytes = levels ? BYTES_OF_LEVELS : narrow ? 1 : BYTES_OF_WIDE_CHARACTER;
        return length <= 0 || (long) length * bytes > MAX_SORT_BYTES;
    }

    /** How the values of two branches of a set operation compare once they are in one column. */
    public static SortKeyType united(SortKeyType one, SortKeyType other) {
        if (one.equals(other)) {
            return one;
        }
        if (one.form != null || other.form != null) {
            return unknown("a key that needs a derived column", null);
        }
        if (one.order == ValueOrder.NUMBER && other.order == ValueOrder.NUMBER) {
            return one.equality == ValueOrder.EQUALITY_ONLY ? one : other;
        }
        if (one.order == other.order && one.equality == other.equality) {
            return one.beginningOnly ? one : other;
        }
        if (one.order == ValueOrder.BY_TYPE && other.order == ValueOrder.NUMBER
                || one.order == ValueOrder.NUMBER && other.order == ValueOrder.BY_TYPE) {
            return BY_TYPE;
        }
        boolean identical = one.isIdentity() && other.isIdentity();
        return unknown("several types", identical ? ValueOrder.EQUALITY_ONLY : null);
    }

    /** Whether equal texts are identical ones. */
    private boolean isIdentity() {
        return equality == ValueOrder.CODE_POINTS || equality == ValueOrder.EQUALITY_ONLY && order == null;
    }
}
