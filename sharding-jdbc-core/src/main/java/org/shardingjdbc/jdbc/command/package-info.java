/**
 * Statements about the configuration itself, over a connection: a language, found on the class path, makes commands of
 * texts; the connection executes them. Who adds a language implements
 * {@link org.shardingjdbc.jdbc.command.CommandLanguage}.
 */
@NullMarked
package org.shardingjdbc.jdbc.command;

import org.jspecify.annotations.NullMarked;
