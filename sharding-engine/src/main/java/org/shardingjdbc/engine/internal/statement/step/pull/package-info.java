/**
 * Queries whose tables are read into temporary tables of one data source. A
 * {@link org.shardingjdbc.plan.internal.operator.Pull} enters
 * {@link org.shardingjdbc.engine.internal.statement.step.pull.PulledExecution}; the rows of the combining query leave,
 * and the temporary tables are gone when these are closed. Rows that the query locks are locked by their keys.
 */
package org.shardingjdbc.engine.internal.statement.step.pull;
