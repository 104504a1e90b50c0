/**
 * Runs statements one after the other on one connection. A statement enters, what it returned leaves to the output.
 * Begin with {@link org.shardingjdbc.cli.internal.run.StatementRunner}; called by the prompt and by commands that run
 * scripts.
 */
package org.shardingjdbc.cli.internal.run;
