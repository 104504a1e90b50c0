package org.shardingjdbc.parser.internal.build;

import org.shardingjdbc.parser.internal.token.SqlToken;

/** The tree cannot hold what the grammar has read; the statement counts as unparsed. Never leaves the parser. */
public final class UnsupportedSyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient SqlToken token;
    private final String expected;

    UnsupportedSyntaxException(SqlToken token, String expected) {
        super(expected, null, false, false);
        this.token = token;
        this.expected = expected;
    }

    public SqlToken token() {
        return token;
    }

    public String expected() {
        return expected;
    }
}
