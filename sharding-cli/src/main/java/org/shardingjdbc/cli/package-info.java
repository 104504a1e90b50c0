/** The command line: {@link org.shardingjdbc.cli.ShardingCli} is where it begins. */
@NullMarked
package org.shardingjdbc.cli;

import org.jspecify.annotations.NullMarked;
