/**
 * Statements that set something of the session, in whatever form they come: a tree enters
 * {@link org.shardingjdbc.plan.internal.setting.SettingQueries}, which tells what it sets, and
 * {@link org.shardingjdbc.plan.internal.setting.SessionObstacles}, which refuses what is behind this connection could
 * not follow. Asked before a statement is bound.
 */
package org.shardingjdbc.plan.internal.setting;
