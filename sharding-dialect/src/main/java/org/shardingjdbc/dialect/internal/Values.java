package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;

/**
 * How a database and its driver turn a value into another kind, which a merge has to do as they do. The default answers
 * are those of a driver that writes TRUE and FALSE and reads a text as a number before it reads it as a truth.
 */
public interface Values {
    /** What a driver makes of a text that is asked for as a truth, and is no word for one. */
    enum OtherText {
        /** It is read as a number, and is true but for zero. */
        AS_NUMBER,
        /** An error. */
        REFUSED,
        /** True, whatever it is. */
        TRUE
    }

    /** A truth that is asked for as text. */
    default String textOf(boolean truth) {
        return truth ? "TRUE" : "FALSE";
    }

    /** What becomes of a text that is no word for a truth. */
    default OtherText otherTextAsTruth() {
        return OtherText.AS_NUMBER;
    }

    /** Whether a negative number, but for -1, is false. */
    default boolean negativesAreFalse() {
        return false;
    }

    /** Whether a fraction that is asked for as an integer is rounded half up; if not, it is cut off. */
    default boolean roundsToIntegers() {
        return false;
    }

    /** A number that is asked for as text; of H2 and MySQL as the driver writes it, else as the database does. */
    default String textOf(Number number) {
        return number.toString();
    }

    /** Whether the bytes of a value that is no text are those of its text. */
    default boolean bytesAreOfText() {
        return false;
    }

    /** Whether a local time that is asked for with an offset is taken for one of UTC; if not, of the JVM's zone. */
    default boolean localTimesAreUtc() {
        return false;
    }

    /**
     * An expression that tells as text, {@code yyyy-MM-dd HH:mm:ss} first, what its one parameter is stored as in a
     * column of date and time without a zone; null where the driver always sends a java.sql.Timestamp as date and time
     * in the JVM's zone, and as that moment to a column with a zone.
     */
    default @Nullable String storedTimestamp() {
        return null;
    }

    /**
     * An expression of a number, the seconds from 1970 in UTC, of what its one parameter is stored as in a column with
     * a zone; null where there are no such columns.
     */
    default @Nullable String storedMoment() {
        return null;
    }
}
