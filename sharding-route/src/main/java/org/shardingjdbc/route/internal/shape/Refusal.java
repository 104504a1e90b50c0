package org.shardingjdbc.route.internal.shape;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * An error whose cause is known at plan time and that an execution may raise. Immutable.
 *
 * @param remedy what else to do about it, a sentence; null for nothing
 */
record Refusal(ErrorCode code, List<Object> arguments, String remedy) {
    Refusal {
        arguments = List.copyOf(arguments);
    }

    static Refusal of(ErrorCode code, Object... arguments) {
        return new Refusal(code, List.of(arguments), null);
    }

    /** The same with one more thing to do about it; null for nothing. */
    Refusal or(String other) {
        return new Refusal(code, arguments, other);
    }

    ShardingException exception() {
        ShardingException plain = new ShardingException(code, arguments.toArray());
        return remedy == null ? plain : plain.again(remedy);
    }

    /** The 1-based line of a place. */
    static int line(String sql, Span span) {
        int line = 1;
        for (int i = 0; i < span.start(); i++) {
            line += sql.charAt(i) == '\n' ? 1 : 0;
        }
        return line;
    }

    /** The 1-based column of a place. */
    static int column(String sql, Span span) {
        int lineStart = span.start() == 0 ? -1 : sql.lastIndexOf('\n', span.start() - 1);
        return span.start() - lineStart;
    }
}
