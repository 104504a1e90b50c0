package org.shardingjdbc.rule;

import java.util.List;

/**
 * A statement of the application that is being planned, as rules look at it.
 *
 * @param sql as the application wrote it, or, of texts that differ in literals only, with {@code ?} in place of these:
 *     a refusal must not depend on a literal
 * @param logicTables the tables that it names, each once
 */
public record PlannedStatement(String sql, StatementKind kind, List<String> logicTables) {
    /** Copies the names. */
    public PlannedStatement {
        logicTables = List.copyOf(logicTables);
    }
}
