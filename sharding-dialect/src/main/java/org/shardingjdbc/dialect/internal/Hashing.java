package org.shardingjdbc.dialect.internal;

/**
 * How it computes of a column what a rule computes of the same value, with functions that every installation has.
 * Expressions enter and leave as text; what enters stands as a whole, and so does what leaves. Whole numbers have 64
 * bits, in two's complement.
 */
public interface Hashing {
    /**
     * Some bits of a whole number, as a number that is not negative.
     *
     * @param from the lowest of them, counted from 0
     * @param count at most 32
     */
    default String bits(String number, int from, int count) {
        String shifted = from == 0 ? number : "(" + number + " >> " + from + ")";
        return "(" + shifted + " & " + ((1L << count) - 1) + ")";
    }

    /** The exclusive or of two numbers that are not negative. */
    String xor(String left, String right);

    /** A number without a fraction, of whatever type, as a whole number. */
    String wholeNumber(String number);

    /** The first 32 bits of the MD5 of a text in UTF-8, as a number that is not negative. */
    String md5(String text);

    /** A UUID as text: 32 digits in small letters, with dashes. */
    String uuidText(String uuid);

    /** Bytes as hexadecimal digits in small letters. */
    String hexadecimal(String bytes);

    /** The seconds of a time without its minutes, in microseconds, as a whole number. */
    default String microseconds(String time) {
        return "(EXTRACT(SECOND FROM " + time + ") * 1000000 + EXTRACT(MICROSECOND FROM " + time + "))";
    }
}
