/**
 * Tells observers of the executions of a session. A statement of the application enters; called by it, and by its
 * session while it executes.
 */
package org.shardingjdbc.engine.internal.observe.statement;
