package org.shardingjdbc.route.internal.shape;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Span;

/** An error whose cause is known at plan time and that executions may be refused with. Safe for all threads. */
final class Refusal {
    private final ErrorCode code;
    private final Object[] arguments;
    private final @Nullable String remedy;
    private volatile @Nullable ShardingException made;

    private Refusal(ErrorCode code, Object[] arguments, @Nullable String remedy) {
        this.code = code;
        this.arguments = arguments;
        this.remedy = remedy;
    }

    static Refusal of(ErrorCode code, Object... arguments) {
        return new Refusal(code, arguments.clone(), null);
    }

    /**
     * The same with one more thing to do about it.
     *
     * @param other a sentence; null for nothing
     */
    Refusal or(@Nullable String other) {
        return new Refusal(code, arguments, other);
    }

    ErrorCode code() {
        return code;
    }

    /** The error as a new one, to be raised. */
    ShardingException exception() {
        return kept().again();
    }

    /** The error, made once and never raised. */
    ShardingException kept() {
        ShardingException known = made;
        if (known == null) {
            ShardingException plain = new ShardingException(code, arguments);
            known = remedy == null ? plain : plain.again(remedy);
            made = known;
        }
        return known;
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
