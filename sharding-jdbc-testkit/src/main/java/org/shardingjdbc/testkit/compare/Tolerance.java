package org.shardingjdbc.testkit.compare;

/** Which numbers may differ by one part in 10^9, because they were added in another order. */
public enum Tolerance {
    /** None: numbers are equal to their last digit. */
    NONE,
    /** Those of a floating point type. */
    FLOATING,
    /** Decimal numbers as well: an average that the database computed of rounded numbers. */
    FRACTIONS
}
