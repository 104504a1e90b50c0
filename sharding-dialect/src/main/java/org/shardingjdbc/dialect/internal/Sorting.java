package org.shardingjdbc.dialect.internal;

import java.sql.SQLException;
import java.sql.Types;
import org.shardingjdbc.dialect.DeclaredType;

/**
 * How values compare when rows of several data nodes meet. The default answers know numbers, times, truths and bytes;
 * the order of a text is each database's own.
 */
public interface Sorting {
    /** How values of a column compare. */
    default SortKeyType of(DeclaredType type) {
        return switch (type.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.NUMERIC, Types.DECIMAL ->
                SortKeyType.of(ValueOrder.NUMBER);
            case Types.REAL, Types.FLOAT, Types.DOUBLE ->
                type.name().equals("money") ? SortKeyType.unknown("the type money", null) : ofApproximate(type);
            case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIME_WITH_TIMEZONE, Types.TIMESTAMP_WITH_TIMEZONE ->
                type.name().startsWith("year") ? SortKeyType.BY_TYPE : ofTime(type);
            case Types.BOOLEAN -> ofTruth();
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                type.name().startsWith("uuid") ? ofUuid() : ofBytes(type);
            case Types.BIT -> SortKeyType.BY_TYPE;
            default -> type.isText() ? ofText(type) : ofOther(type);
        };
    }

    /** Of binary floating point numbers. */
    default SortKeyType ofApproximate(DeclaredType type) {
        return SortKeyType.of(ValueOrder.NUMBER);
    }

    /** Of dates and times. */
    default SortKeyType ofTime(DeclaredType type) {
        return SortKeyType.of(ValueOrder.TEMPORAL);
    }

    /** Of truths. */
    default SortKeyType ofTruth() {
        return SortKeyType.of(ValueOrder.BOOLEAN);
    }

    /** Of bytes. */
    default SortKeyType ofBytes(DeclaredType type) {
        return SortKeyType.of(ValueOrder.BYTES);
    }

    /** Of UUIDs. */
    default SortKeyType ofUuid() {
        return SortKeyType.of(ValueOrder.UUID);
    }

    /** Of enumerations, as the order of their definition wants it. */
    default SortKeyType ofEnumeration() {
        return SortKeyType.unknown("an enumeration", null);
    }

    /** Of texts. */
    default SortKeyType ofText(DeclaredType type) {
        return SortKeyType.unknown("no known collation", null);
    }

    /** Of a type that JDBC does not know. */
    default SortKeyType ofOther(DeclaredType type) {
        if (type.name().startsWith("uuid")) {
            return ofUuid();
        }
        if (type.name().startsWith("decfloat")
                || type.name().equals("timetz")
                || type.name().equals("timestamptz")) {
            return SortKeyType.BY_TYPE;
        }
        return type.name().startsWith("enum") ? ofEnumeration() : SortKeyType.unknown("the type " + type.name(), null);
    }

    /** Whether MIN and MAX take enumerations for texts. */
    default boolean comparesEnumerationsAsTexts() {
        return false;
    }

    /** Whether all texts of a database have the same collation, unless their type says otherwise. */
    default boolean oneCollation() {
        return false;
    }

    /** Whether texts that are equal in a column are the same text, but for blanks at the end of padded ones. */
    default boolean tellsTextsApart(DeclaredType text) {
        return true;
    }

    /** Whether a number may equal a text that is not written as the number is. */
    default boolean comparesTextsAsNumbers() {
        return false;
    }

    /** Whether the collation of a column decides over that of a computed text. */
    default boolean columnsOutweighTexts() {
        return false;
    }

    /**
     * Whether a statement failed because it compares texts of collations of which none decides: the same texts as
     * columns of their tables may be compared.
     */
    default boolean foundNoCollation(SQLException error) {
        return false;
    }

    /** Whether texts of columns may need another expression to sort by. */
    default boolean sortsByForms() {
        return false;
    }

    /** Whether groups are made of what sorts alike, be it told apart when distinct values are counted. */
    default boolean groupsBySortKeys() {
        return false;
    }

    /** Whether a subquery may be shown that groups are made by, or is found again as no column is. */
    default boolean showsGroupedSubqueries() {
        return true;
    }

    /**
     * Whether GROUP BY makes one group of all texts that are equal: MySQL makes one of the empty text and one of
     * blanks, which are equal by a collation that pads.
     */
    default boolean groupsEqualTexts() {
        return true;
    }

    /** Whether any text can be sorted by its bytes. */
    default boolean sortsAnyTextByBytes() {
        return false;
    }
}
