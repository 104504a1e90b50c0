package org.shardingjdbc.rule.internal.algorithm;

/** An algorithm takes no value of that class at all. */
final class WrongClassException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    WrongClassException(String message) {
        super(message);
    }
}
