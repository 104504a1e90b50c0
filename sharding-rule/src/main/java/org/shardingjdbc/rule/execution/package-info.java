/**
 * Statements and their executions as rules see them: what a rule is told when a statement is planned and when it is
 * executed, and the checks and limits that it returns. The library implements what describes statements and executions;
 * rules implement the checks.
 */
@NullMarked
package org.shardingjdbc.rule.execution;

import org.jspecify.annotations.NullMarked;
