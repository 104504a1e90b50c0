/**
 * Where the statements of files go: SQL files, mapper files of MyBatis and logs of databases enter
 * ({@link org.shardingjdbc.cli.internal.advise.StatementSources}), a report of advice with the place of each statement
 * leaves ({@link org.shardingjdbc.cli.internal.advise.AdviceReport}). Called by the command {@code advise} and by the
 * Maven plugin.
 */
package org.shardingjdbc.cli.internal.advise;
