package org.shardingjdbc.governance.testkit.instances;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.testkit.ChildJvm;

/** A process with an instance, and its own way to the registry. One thread tells it what to do. */
final class Instance implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final RegistryWay registry;
    private final Writer orders;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread reader;

    /**
     * Starts it.
     *
     * @param program its main class, which answers as {@link InstanceProcess} does
     * @param registry its way there; closed with it
     * @param sold where the amounts of acknowledged orders are put by their keys
     * @param wrong where it is put what is wrong
     * @param more arguments of the program, behind its configuration
     */
    Instance(
            Class<?> program,
            Path configuration,
            Path log,
            RegistryWay registry,
            Map<Long, Integer> sold,
            Queue<String> wrong,
            String... more)
            throws IOException {
        this.registry = registry;
        List<String> command = new ArrayList<>(
                ChildJvm.command("-Xmx200m", "-cp", ChildJvm.classPath(), program.getName(), configuration.toString()));
        command.addAll(List.of(more));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        orders = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        reader = new Thread(() -> read(lines, sold, wrong), "reads-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    private void read(BufferedReader lines, Map<Long, Integer> sold, Queue<String> wrong) {
        try (lines) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(Seller.SOLD)) {
                    String[] parts = line.split(" ", -1);
                    if (sold.put(Long.valueOf(parts[1]), Integer.valueOf(parts[2])) != null) {
                        wrong.add("key " + parts[1] + " was made twice");
                    }
                } else if (line.startsWith(Seller.WRONG)) {
                    wrong.add(process.pid() + " " + line);
                } else {
                    answers.add(line);
                }
            }
        } catch (IOException e) {
            // It was killed, and its pipe is closed.
            answers.add("");
        }
    }

    RegistryWay registry() {
        return registry;
    }

    /** The next answer; empty when it dies before. */
    String answer() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (System.nanoTime() - end < 0) {
            String answer = answers.poll(100, TimeUnit.MILLISECONDS);
            if (answer != null) {
                return answer;
            }
            if (!reader.isAlive() && answers.isEmpty()) {
                return "";
            }
        }
        throw new AssertionError("no answer from " + process.pid());
    }

    /** Gives it something to do; whether it could. */
    boolean order(String order) {
        try {
            orders.write(order + "\n");
            orders.flush();
            return true;
        } catch (IOException e) {
            // It is dead.
            return false;
        }
    }

    /** Lets it stand still, or go on. */
    void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
    }

    /** Kills it, at once; returns when all that it had said is read. */
    void kill() throws InterruptedException {
        process.toHandle().destroyForcibly();
        reader.join();
        registry.close();
    }

    /** Waits for its end. */
    int exit() throws InterruptedException {
        reader.join();
        return process.waitFor();
    }

    @Override
    public void close() {
        process.toHandle().destroyForcibly();
        try {
            orders.close();
        } catch (IOException e) {
            // The pipe ended with the process.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        }
        registry.close();
    }
}
