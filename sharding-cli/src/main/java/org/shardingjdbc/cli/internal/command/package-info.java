/** The commands of the command line. Each takes its options, opens what it needs, and returns an exit code. */
package org.shardingjdbc.cli.internal.command;
