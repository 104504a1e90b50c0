package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;

/**
 * What the values of a column are to their database and its driver, and what it computes of them. The default answers
 * are standard SQL's.
 */
public interface ColumnTypes {
    /** What a value is that JDBC calls a bit. */
    enum Bits {
        /** True or false. */
        TRUTH,
        /**
         * A text of the digits 0 and 1, where the database calls it {@code bit} or {@code varbit}; else true or false.
         */
        DIGITS,
        /** A number, whichever object the driver makes of it. */
        NUMBER,
        /** Bytes. */
        BYTES
    }

    /** How many digits behind the point a computed decimal has. */
    enum Decimals {
        /** As many as its type says. */
        AS_TYPED,
        /** Those that it has, and no more than its type says. */
        AT_MOST_AS_TYPED,
        /** Those that it has. */
        AS_COMPUTED
    }

    /** How many digits a quotient of decimals has. */
    enum Quotients {
        /** As many behind the point as its type says. */
        AS_TYPED,
        /** As its type says where it is shown, more where one goes on computing. */
        LONGER_THAN_SHOWN,
        /** At least sixteen that count. */
        SIGNIFICANT
    }

    /** What the values of columns are, as far as a union of columns of one type leaves them as they are. */
    enum UnitedValues {
        /** Exact numbers, which it leaves, and their sums too. */
        NUMBERS,
        /** Days, times or moments, which it leaves. */
        TIMES,
        /** Texts, which it leaves while they are not too long. */
        TEXTS,
        /** Such that it leaves, whatever they are. */
        LEFT,
        /** Such that it may change, or of which that is not known. */
        OTHERS
    }

    /**
     * Whether each value has a type of its own, whatever the driver says of its column: a number is an integer or a
     * binary floating one, and so are truths and times.
     */
    default boolean areOfValues() {
        return false;
    }

    /** What a value is that JDBC calls a bit. */
    default Bits bits() {
        return Bits.TRUTH;
    }

    /** Whether a truth is a number, be it that the driver shows it as a truth. */
    default boolean truthsAreNumbers() {
        return false;
    }

    /** Whether a BIGINT fits a long, though the driver may not say that it has a sign. */
    default boolean longsAreSigned() {
        return false;
    }

    /** Whether a number without a sign may be shown with leading zeros. */
    default boolean fillsWithZeros() {
        return false;
    }

    /** How many digits behind the point a computed decimal has. */
    default Decimals decimals() {
        return Decimals.AS_TYPED;
    }

    /** How many digits the quotient of decimals has. */
    default Quotients quotients() {
        return Quotients.AS_TYPED;
    }

    /** Whether a floating number and a decimal make a decimal. */
    default boolean computesFloatsAsDecimals() {
        return false;
    }

    /**
     * Whether what is computed of whole numbers has the wider of their types, and of two REAL is a REAL; else it is a
     * BIGINT and a DOUBLE.
     */
    default boolean computesInOwnTypes() {
        return true;
    }

    /** Whether a number that is written with an exponent is a DOUBLE, and not a decimal as any other. */
    default boolean exponentsMakeDoubles() {
        return false;
    }

    /** Whether all members of an IN list of several are made one type, with what is looked for among them. */
    default boolean listsHaveOneType() {
        return false;
    }

    /** Whether a REAL and a whole number of at most 16 bits make a REAL, and not a DOUBLE. */
    default boolean realsTakeShorts() {
        return false;
    }

    /** Whether a REAL and an INTEGER of which one stands in where the other is NULL are a REAL, and not a DOUBLE. */
    default boolean realsTakeStandIns() {
        return false;
    }

    /** Whether all three operands of BETWEEN are doubles where one is. */
    default boolean rangesHaveOneType() {
        return false;
    }

    /**
     * Whether a parameter that is computed with has the type of what it stands beside, to which its value is converted.
     */
    default boolean parametersTakeTypes() {
        return false;
    }

    /** Whether a text or a truth that is given as a parameter is taken for a number beside one. */
    default boolean takesTextsForNumbers() {
        return true;
    }

    /** Whether a whole number of a type without a sign makes all that is computed with it one of no sign. */
    default boolean computesWithoutSigns() {
        return false;
    }

    /**
     * Whether an INTEGER that stands in where a number without a sign is NULL makes a decimal of both, be that number
     * short; else it does so where the number is a BIGINT.
     */
    default boolean standInsMakeDecimals() {
        return false;
    }

    /**
     * Whether the driver may write a floating parameter into the statement, where its digits are those of a decimal,
     * and may send it as a double, as its settings say.
     */
    default boolean writesFloatingParameters() {
        return false;
    }

    /** Whether zeros of both signs are in groups of their own. */
    default boolean zerosHaveSigns() {
        return false;
    }

    /** Whether a TIME may be longer than a day, and negative. */
    default boolean timesAreSpans() {
        return false;
    }

    /** Whether dates may be read as texts only: there are some that no calendar has. */
    default boolean anyDates() {
        return false;
    }

    /** Whether of two times with zones that are the same instant the eastern one is less. */
    default boolean zonesOrderTimes() {
        return false;
    }

    /** Whether UUIDs sort by their bits. */
    default boolean uuidsSortByBits() {
        return true;
    }

    /** Whether a FLOAT is shown with fewer digits than it has. */
    default boolean roundsFloats() {
        return false;
    }

    /** Whether an operation on a constant NULL has that NULL's type, which is none, and not its own. */
    default boolean nullsHideTypes() {
        return false;
    }

    /**
     * What the values of a column are where a union shows them as the column itself does.
     *
     * @param typeName as the driver writes it, but in lower case
     */
    default UnitedValues inUnions(int jdbcType, String typeName) {
        return switch (typeName) {
            case "smallint", "int", "integer", "bigint", "decimal", "numeric" -> UnitedValues.NUMBERS;
            case "date", "time", "timestamp" -> UnitedValues.TIMES;
            case "varchar", "character varying" -> UnitedValues.TEXTS;
            default -> UnitedValues.OTHERS;
        };
    }

    /**
     * What a day, time or moment is cast to so that the result is what a column would store of it, but for digits that
     * it would round.
     *
     * @param jdbcType of the column, a time of {@link java.sql.Types}
     * @param typeName as the driver writes it
     */
    default @Nullable String momentCast(int jdbcType, String typeName, int scale) {
        return castType(jdbcType, typeName, 0, scale);
    }

    /**
     * Whether a text under such a cast is read as where it is stored, and refused where that one would be.
     *
     * @param parameter whether it is the value of a parameter, else a literal
     */
    default boolean castsTextsAsStored(boolean parameter) {
        return true;
    }

    /**
     * What a value of a column is cast to so that it keeps its type; null where no cast is needed or known.
     *
     * @param typeName as the driver writes it
     */
    default @Nullable String castType(int jdbcType, String typeName, int size, int scale) {
        return null;
    }
}
