package org.shardingjdbc.proxy.postgresql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.opentest4j.TestAbortedException;

/** Runs a client that is a program of its own. */
final class Program {
    private static final int SECONDS = 60;

    private Program() {}

    /** @throws TestAbortedException when the machine does not have it */
    static void require(String name) {
        for (String folder : System.getenv("PATH").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, name))) {
                return;
            }
        }
        throw new TestAbortedException("no " + name + " on this machine");
    }

    /** What it writes, also to its standard error, in order. */
    static String run(String input, String... command) throws IOException, InterruptedException {
        Path given = Files.createTempFile("proxy-client", ".in");
        Path told = Files.createTempFile("proxy-client", ".out");
        try {
            Files.writeString(given, input);
            List<String> all = new ArrayList<>(List.of(command));
            ProcessBuilder builder = new ProcessBuilder(all)
                    .redirectInput(given.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(told.toFile());
            builder.environment().put("PGUSER", "postgres");
            builder.environment().put("PGPASSWORD", "postgres");
            builder.environment().put("PGTZ", "UTC");
            builder.environment().put("LC_ALL", "C.UTF-8");
            builder.environment().put("PGCLIENTENCODING", "UTF8");
            Process process = builder.start();
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("hangs: " + all + "\n" + Files.readString(told));
            }
            return Files.readString(told, StandardCharsets.UTF_8);
        } finally {
            Files.delete(given);
            Files.delete(told);
        }
    }
}
