package org.shardingjdbc.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps all cores from sleeping while two processes talk to each other: otherwise each answer waits for a core to wake
 * up, which takes longer than what is measured and is different each time. A process of the lowest priority spins on
 * each core; it ends when it is closed, or when the process that started it ends.
 */
final class Awake implements AutoCloseable {
    private final Process process;

    private Awake(Process process) {
        this.process = process;
    }

    static Awake start() throws IOException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/usr/bin/nice"))) {
            command.addAll(List.of("/usr/bin/nice", "-n", "19"));
        }
        command.addAll(
                List.of(Child.java(), "-Xmx16m", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path")));
        command.add(Awake.class.getName());
        return new Awake(new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start());
    }

    @Override
    public void close() {
        process.destroy();
    }

    /** Spins until the standard input ends, which it does with the process at its other end. */
    public static void main(String[] none) throws IOException {
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            Thread spinner = new Thread(Awake::spin, "awake-" + i);
            spinner.setDaemon(true);
            spinner.start();
        }
        while (System.in.read() >= 0) {
            // nothing is said, only the end is awaited
        }
    }

    private static void spin() {
        while (!Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
    }
}
