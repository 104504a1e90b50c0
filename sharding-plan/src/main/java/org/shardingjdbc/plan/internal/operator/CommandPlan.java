package org.shardingjdbc.plan.internal.operator;

import java.util.function.Function;

/**
 * A statement about the configuration, in a language that no database knows.
 *
 * @param sql as written
 * @param command what it says, as its language knows it
 */
public record CommandPlan(String sql, Said command) implements StatementPlan {
    /** What a statement of such a language says. Immutable. */
    public interface Said {}

    /** Finds such statements: null for all others. */
    @FunctionalInterface
    public interface Language extends Function<String, Said> {
        /** There is none. */
        Language NONE = sql -> null;
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    @Override
    public int parameterCount() {
        return 0;
    }
}
