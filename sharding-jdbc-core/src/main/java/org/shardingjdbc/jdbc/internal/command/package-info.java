/**
 * Statements about the configuration are done here: {@link org.shardingjdbc.jdbc.internal.command.AllowedCommands} says
 * whether they are allowed, and hands what they answer to who executes the statement.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.command;

import org.jspecify.annotations.NullMarked;
