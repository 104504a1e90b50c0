package org.shardingjdbc.cli;

import org.shardingjdbc.cli.internal.command.RootCommand;

/** Where the command line begins. */
public final class ShardingCli {
    private ShardingCli() {}

    /** Runs a command, or the prompt when there is none, and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(RootCommand.run(arguments));
    }
}
