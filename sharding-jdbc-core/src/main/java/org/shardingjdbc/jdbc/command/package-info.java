/**
 * Statements about the configuration itself, over a connection. A text enters a
 * {@link org.shardingjdbc.jdbc.command.CommandLanguage}, which is found on the class path and with which to begin; a
 * command leaves, which the connection executes on a {@link org.shardingjdbc.jdbc.command.CommandTarget}.
 */
@NullMarked
package org.shardingjdbc.jdbc.command;

import org.jspecify.annotations.NullMarked;
