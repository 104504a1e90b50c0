/**
 * The commands of the command line. Arguments enter, an exit code leaves; what is found or fails is said on the output.
 * Begin with {@link org.shardingjdbc.cli.internal.command.RootCommand}, which reads the arguments and picks the
 * command; each opens what it needs.
 */
package org.shardingjdbc.cli.internal.command;
