/**
 * Statements that set something of the session, in whatever form they come: which are followed, and which
 * {@link org.shardingjdbc.plan.internal.setting.SessionObstacles} has refused because what is behind this connection
 * could not follow them. Asked before a statement is bound.
 */
package org.shardingjdbc.plan.internal.setting;
