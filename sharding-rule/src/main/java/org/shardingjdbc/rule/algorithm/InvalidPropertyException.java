package org.shardingjdbc.rule.algorithm;

import java.util.Objects;

/** A property of an algorithm is missing or wrong. */
public final class InvalidPropertyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * @param property its name
     * @param message what is wrong, as a sentence without the property's place
     */
    public InvalidPropertyException(String property, String message) {
        super(message);
        this.property = property;
    }

    /** What is wrong; never null. */
    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    /** The name of the property, as the configuration has it. */
    public String property() {
        return property;
    }
}
