/**
 * Statements and their executions as rules see them: what a rule learns when a statement is planned and when it is
 * executed, and the checks and limits that it returns. The library implements
 * {@link org.shardingjdbc.rule.execution.PlannedStatement} and {@link org.shardingjdbc.rule.execution.RoutedStatement};
 * rules implement {@link org.shardingjdbc.rule.execution.RouteCheck} and the other checks.
 */
@NullMarked
package org.shardingjdbc.rule.execution;

import org.jspecify.annotations.NullMarked;
