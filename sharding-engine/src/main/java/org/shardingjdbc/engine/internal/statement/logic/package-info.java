/**
 * A statement of a session as those know it who execute it, those of the application and the steps alike: what was set
 * on it, its results, its executions on one unit, keys that its parameters ask for, and its repetition where tables
 * were redefined. Knows neither JDBC's methods of execution nor who decides what is executed; the entry is
 * {@link org.shardingjdbc.engine.internal.statement.logic.LogicStatement}.
 */
package org.shardingjdbc.engine.internal.statement.logic;
