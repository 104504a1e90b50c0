package org.shardingjdbc.rule.internal.inline;

/** An inline expression is outside of the language. The message says where, counted in characters from 1. */
public final class InlineSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    InlineSyntaxException(int offset, String message) {
        super(message + " at character " + (offset + 1));
    }
}
