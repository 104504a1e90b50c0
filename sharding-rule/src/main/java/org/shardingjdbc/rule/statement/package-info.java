/**
 * Statements of a rule's own, over a connection: {@link org.shardingjdbc.rule.statement.RuleStatements} reads texts
 * when they are planned, what it reads tells rows or changes the configuration of its rule. Called by the planner and
 * by whoever executes statements about the configuration.
 */
@NullMarked
package org.shardingjdbc.rule.statement;

import org.jspecify.annotations.NullMarked;
