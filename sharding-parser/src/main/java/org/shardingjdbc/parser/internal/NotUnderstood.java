package org.shardingjdbc.parser.internal;

/** The tree cannot hold what the grammar has read; the statement counts as unparsed. Leaves this package never. */
final class NotUnderstood extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SqlToken token;
    private final String expected;

    NotUnderstood(SqlToken token, String expected) {
        super(expected, null, false, false);
        this.token = token;
        this.expected = expected;
    }

    SqlToken token() {
        return token;
    }

    String expected() {
        return expected;
    }
}
