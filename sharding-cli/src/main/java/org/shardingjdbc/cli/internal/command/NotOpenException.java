package org.shardingjdbc.cli.internal.command;

/** The configuration has mistakes, or a database does not answer; the cause says which. */
final class NotOpenException extends Exception {
    private static final long serialVersionUID = 1L;

    NotOpenException(Exception cause) {
        super(cause);
    }
}
