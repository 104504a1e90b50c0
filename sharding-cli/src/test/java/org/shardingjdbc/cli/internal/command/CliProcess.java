package org.shardingjdbc.cli.internal.command;

import java.util.List;
import org.shardingjdbc.cli.ShardingCli;
import org.shardingjdbc.testkit.ChildJvm;

/** The command line in a JVM of its own. Stateless. */
public final class CliProcess {
    private CliProcess() {}

    /** What starts it with these arguments. */
    public static List<String> command(String... arguments) {
        List<String> command =
                ChildJvm.command("-cp", System.getProperty("java.class.path"), ShardingCli.class.getName());
        command.addAll(List.of(arguments));
        return command;
    }
}
