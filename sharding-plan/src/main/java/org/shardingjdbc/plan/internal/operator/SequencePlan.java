package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.parser.internal.token.TextPart;

/**
 * A text of several statements. Each has a plan of its own, which is looked up by its text when its turn comes:
 * statements executed before may change what it means.
 *
 * @param sql as written
 * @param statements in their order
 * @param parameterCount of all statements together
 */
public record SequencePlan(String sql, List<TextPart> statements, int parameterCount) implements StatementPlan {
    public SequencePlan {
        statements = List.copyOf(statements);
    }

    @Override
    public String word() {
        return "SequencePlan";
    }

    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }
}
