/**
 * Statements about the configuration. A command that was read enters, rows leave, or the refusal of one that is not
 * allowed. Begin with {@link org.shardingjdbc.jdbc.internal.command.AllowedCommands}; called by who executes
 * statements.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.command;

import org.jspecify.annotations.NullMarked;
