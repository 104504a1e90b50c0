package org.shardingjdbc.parser.internal.token;

/**
 * One of the statements of a text.
 *
 * @param sql as written, with the comments before it and without its semicolon; empty where nothing stands between two
 *     semicolons
 * @param firstParameter which of the text's parameters, 0-based, is its first one
 * @param parameterCount how many it has; where placeholders have numbers, as many as the largest one says
 */
public record TextPart(String sql, int firstParameter, int parameterCount) {
    /** Whether nothing stands between its semicolons. */
    public boolean isEmpty() {
        return sql.isEmpty();
    }
}
