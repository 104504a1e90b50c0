/**
 * What rules bound executions by, while they run and are read. The
 * {@link org.shardingjdbc.engine.internal.limit.ExecutionBounds} of an execution enter, errors and warnings leave; the
 * statements and the result sets ask.
 */
package org.shardingjdbc.engine.internal.limit;
