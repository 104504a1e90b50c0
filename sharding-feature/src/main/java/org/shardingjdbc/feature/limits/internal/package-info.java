/**
 * The rule {@code !LIMITS}. Configuration enters, refusals and bounds of executions leave. Begin with
 * {@link org.shardingjdbc.feature.limits.internal.LimitsProvider}, which is found by its service entry; the planner
 * asks what a limit has to do with a statement, and executions what bounds them.
 */
@NullMarked
package org.shardingjdbc.feature.limits.internal;

import org.jspecify.annotations.NullMarked;
