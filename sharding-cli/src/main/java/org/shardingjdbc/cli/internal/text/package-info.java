/**
 * Cuts longer texts into statements. Text of files, terminals and logs enters, statements with their places leave.
 * Begin with {@link org.shardingjdbc.cli.internal.text.StatementText}; called by all of the command line that reads
 * SQL.
 */
package org.shardingjdbc.cli.internal.text;
