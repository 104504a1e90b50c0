/**
 * Statements about the configuration are executed here: the statement calls, whether they are allowed is decided, rows
 * leave.
 */
package org.shardingjdbc.jdbc.internal.command;
