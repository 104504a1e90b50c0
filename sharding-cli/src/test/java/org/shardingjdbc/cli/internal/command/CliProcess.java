package org.shardingjdbc.cli.internal.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.cli.ShardingCli;

/** The command line in a JVM of its own. Stateless. */
public final class CliProcess {
    private CliProcess() {}

    /** What starts it with these arguments. */
    public static List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ShardingCli.class.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
