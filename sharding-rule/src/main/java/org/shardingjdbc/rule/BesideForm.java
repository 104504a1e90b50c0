package org.shardingjdbc.rule;

import java.util.function.UnaryOperator;

/**
 * An actual column that is written whenever a {@link TransformedColumn} is, and neither read nor compared: while a
 * table goes from one form of its values to another, the form that other instances still read, or will.
 *
 * @param stored the actual column's name, compared without case; unless it is the logic name, statements cannot name it
 * @param write makes the form of a value, as {@link TransformedColumn#write} does
 */
public record BesideForm(String stored, UnaryOperator<Object> write) {}
