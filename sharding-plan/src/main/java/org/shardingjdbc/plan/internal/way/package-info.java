/**
 * The ways of answering a statement ({@link org.shardingjdbc.plan.internal.way.Way}), one class each, and
 * {@link org.shardingjdbc.plan.internal.way.Ways} has them in the order in which they are tried. A statement that is
 * bound and routed enters; what its executions do leaves, or the reason why this way is none.
 */
package org.shardingjdbc.plan.internal.way;
