/**
 * Executions on connections, from when the session lends these until their results are closed: a
 * {@link org.shardingjdbc.engine.internal.session.run.Run}. One in execution groups is a {@code GroupedRun}, with as
 * many groups as {@code ExecutionGroupPlanner} finds; one on one unit a {@code Run.OfOneUnit}. Work enters, tasks of
 * {@code internal.task}; what they return stays there. A run knows of its session what {@code ConnectionLender} says.
 */
package org.shardingjdbc.engine.internal.session.run;
