/**
 * Statements of a rule's own, over a connection: {@link org.shardingjdbc.rule.statement.RuleStatements} reads texts
 * when they are planned, which return rows or change the configuration of their rule. Called by the planner and by the
 * code that executes statements about the configuration.
 */
@NullMarked
package org.shardingjdbc.rule.statement;

import org.jspecify.annotations.NullMarked;
