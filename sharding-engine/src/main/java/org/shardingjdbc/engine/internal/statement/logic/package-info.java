/**
 * A statement of a session as those know it who execute it, those of the application and the steps alike: what was set
 * on it, its results. Knows neither JDBC's methods of execution nor who executes it; the entry is
 * {@link org.shardingjdbc.engine.internal.statement.logic.LogicStatement}.
 */
package org.shardingjdbc.engine.internal.statement.logic;
