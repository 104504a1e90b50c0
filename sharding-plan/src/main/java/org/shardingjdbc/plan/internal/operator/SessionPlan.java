package org.shardingjdbc.plan.internal.operator;

import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * A statement about the logical connection: BEGIN, COMMIT, SAVEPOINT, SET, USE. The connection remembers and replays
 * it.
 *
 * @param sql as written
 * @param statement what it says
 * @param parameterCount how many placeholders it has
 */
public record SessionPlan(String sql, Statement statement, int parameterCount) implements StatementPlan {}
