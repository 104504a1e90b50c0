package org.shardingjdbc.plan.internal;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.planning.StatementSource;

/** Plans texts of several statements, where the database accepts them. Immutable. */
record SequencePlanner(SqlParser parser) {
    /**
     * The plan of such a text; null for all others.
     *
     * @throws org.shardingjdbc.error.ShardingException when a string or comment has no end
     */
    @Nullable
    SequencePlan plan(StatementSource.Text text) {
        // without a semicolon there is nothing to be read twice
        if (text.sql().indexOf(';') < 0 || parser.dialect().drivers().severalStatements() == null) {
            return null;
        }
        List<TextPart> statements = parser.split(text.sql());
        if (statements.size() < 2) {
            return null;
        }
        int parameters = 0;
        for (TextPart each : statements) {
            parameters = Math.max(parameters, each.firstParameter() + each.parameterCount());
        }
        return new SequencePlan(text.sql(), statements, text.plain() ? 0 : parameters);
    }
}
