/** The command line: {@link org.shardingjdbc.cli.ShardingCli} is where it begins. */
package org.shardingjdbc.cli;
