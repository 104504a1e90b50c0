package org.shardingjdbc.merge.internal.formula;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.NumberOrder;

/**
 * A parameter of a driver that writes a number into the statement, or sends it in binary, as its settings say, or what
 * was computed of one. The digits of a floating number are those of a decimal where they are written; a decimal without
 * digits behind the point is a whole number then; of a whole number that no long holds the lowest bits alone are sent.
 * It is used where both give the same.
 */
final class SentNumber extends Number {
    private static final long serialVersionUID = 1L;

    /** 0-based. */
    private final int parameter;
    /** The class of what the application has set. */
    private final String type;

    private final Number written;
    private final Number sent;

    private SentNumber(int parameter, String type, Number written, Number sent) {
        this.parameter = parameter;
        this.type = type;
        this.written = written;
        this.sent = sent;
    }

    /**
     * A finite floating number; with an exponent it is written as a double too.
     *
     * @param parameter 0-based
     */
    static Number ofFloating(Number floating, int parameter) {
        String text = floating.toString();
        double sent = floating.doubleValue();
        Number written = text.indexOf('E') < 0 ? (Number) new BigDecimal(text) : Double.parseDouble(text);
        return either(parameter, floating.getClass().getSimpleName(), written, sent);
    }

    /**
     * A whole number that no long holds.
     *
     * @param parameter 0-based
     */
    static Number ofLarge(BigInteger whole, int parameter) {
        return new SentNumber(parameter, BigInteger.class.getSimpleName(), whole, whole.longValue());
    }

    /**
     * A decimal that is written as a whole number.
     *
     * @param parameter 0-based
     */
    static Number ofDecimal(BigDecimal decimal, Number written, int parameter) {
        return either(parameter, BigDecimal.class.getSimpleName(), written, decimal);
    }

    private static Number either(int parameter, String type, Number written, Number sent) {
        return written.equals(sent) ? written : new SentNumber(parameter, type, written, sent);
    }

    /** Another number that was made of this one. */
    Number with(Number otherWritten, Number otherSent) {
        return either(parameter, type, otherWritten, otherSent);
    }

    /** The value where it is the same in both ways, though not the type. */
    Number value() {
        if (isFloating() || NumberOrder.compareNumbers(written, sent) != 0) {
            throw refused();
        }
        return written;
    }

    /** Whether it may be a double. */
    boolean isFloating() {
        return NumberOrder.isFloating(written) || NumberOrder.isFloating(sent);
    }

    /** What a number is where it is written. */
    static Number written(Number number) {
        return number instanceof SentNumber either ? either.written : number;
    }

    /** What a number is where it is sent. */
    static Number sent(Number number) {
        return number instanceof SentNumber either ? either.sent : number;
    }

    /** A double in both ways. */
    Number doubled() {
        return with(written.doubleValue(), sent.doubleValue());
    }

    ShardingException refused() {
        return new ShardingException(ErrorCode.PARAMETER_NOT_EXACT, parameter + 1, type);
    }

    @Override
    public int intValue() {
        return written.intValue();
    }

    @Override
    public long longValue() {
        return written.longValue();
    }

    @Override
    public float floatValue() {
        return written.floatValue();
    }

    @Override
    public double doubleValue() {
        return written.doubleValue();
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
