package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.shardingjdbc.testkit.ChildJvm;

/** Processes of {@link ScalingInstance}, and what all their writers were told: by key what must be there. */
final class ScalingInstances implements AutoCloseable {
    /** Longer where a table has many rows. */
    private static final long PATIENCE_SECONDS = Integer.getInteger("scaling.rows") == null ? 120 : 1_800;

    /** By key a user and an amount; empty for a row that went. */
    private final Map<Long, List<String>> acknowledged = new ConcurrentHashMap<>();
    /** What may be there in place of that, as its writer was not told. */
    private final Map<Long, List<String>> uncertain = new ConcurrentHashMap<>();

    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final List<Instance> all = new ArrayList<>();

    /** One process. */
    final class Instance {
        private final Process process;
        private final Writer orders;
        private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        private final Map<String, Map<Long, List<String>>> tried = new HashMap<>();
        private final Thread reader;

        private Instance(Process process) {
            this.process = process;
            this.orders = process.outputWriter(StandardCharsets.UTF_8);
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            reader = new Thread(() -> read(lines), "reads-" + process.pid());
            reader.setDaemon(true);
            reader.start();
        }

        private void read(BufferedReader lines) {
            try (lines) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    take(line.split(" ", -1), line);
                }
            } catch (IOException e) {
                answers.add("");
            }
            // it is dead: nobody was told of what it had tried
            tried.values().forEach(uncertain::putAll);
        }

        private void take(String[] words, String line) {
            switch (words[0]) {
                case "try" -> {
                    Map<Long, List<String>> rows = new HashMap<>();
                    for (int i = 2; i + 2 < words.length; i += 3) {
                        rows.put(
                                Long.valueOf(words[i]),
                                words[i + 1].equals("-") ? List.of() : List.of(words[i + 1], words[i + 2]));
                    }
                    tried.put(words[1], rows);
                }
                case "ack" -> acknowledged.putAll(tried.remove(words[1]));
                case "again" -> tried.remove(words[1]);
                case "undone" -> {
                    tried.remove(words[1]);
                    refused.incrementAndGet();
                }
                case "wrong" -> {
                    uncertain.putAll(tried.remove(words[1]));
                    wrong.add(line);
                }
                default -> answers.add(line);
            }
        }

        /** Gives it something to do. */
        void order(String order) throws IOException {
            orders.write(order + "\n");
            orders.flush();
        }

        /** What it answers next; empty when it dies before. */
        String answer() throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (System.nanoTime() - end < 0) {
                String answer = answers.poll(50, TimeUnit.MILLISECONDS);
                if (answer != null) {
                    return answer;
                }
                if (!reader.isAlive() && answers.isEmpty()) {
                    return "";
                }
            }
            throw new AssertionError("no answer from " + process.pid());
        }

        String ask(String order) throws IOException, InterruptedException {
            order(order);
            return answer();
        }

        /** Fails when it is told of an error, or for too long of another status. */
        void awaitStatus(String job, String status) throws IOException, InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            String answer = ask("status " + job);
            while (!answer.equals("status " + status + " true")) {
                assertThat(answer).doesNotStartWith("failed");
                assertThat(System.nanoTime() - end).as(answer).isNegative();
                TimeUnit.MILLISECONDS.sleep(20);
                answer = ask("status " + job);
            }
        }

        /** Lets it stand still, or go on. */
        void signal(String signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }

        /** Returns when all that it had said is read. */
        void kill() throws InterruptedException {
            process.destroyForcibly();
            reader.join();
            process.waitFor();
        }
    }

    /** Starts one. */
    Instance start(Path yaml, int number, Path log, String... options) throws Exception {
        List<String> command = ChildJvm.command("-Xmx200m");
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp", ChildJvm.classPath(), ScalingInstance.class.getName(), yaml.toString(), String.valueOf(number)));
        ProcessBuilder builder = new ProcessBuilder(command);
        // its log of transactions is its own
        builder.directory(Files.createDirectories(log.resolveSibling("instance-" + number))
                .toFile());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        Instance instance = new Instance(builder.start());
        all.add(instance);
        assertThat(instance.answer()).isEqualTo("open");
        return instance;
    }

    /** Rows that are there before anybody writes. */
    void put(long key, int user, int amount) {
        acknowledged.put(key, List.of(String.valueOf(user), String.valueOf(amount)));
    }

    /** A row that may be there, as its writer was told of an error. */
    void mayBe(long key, int user, int amount) {
        uncertain.put(key, List.of(String.valueOf(user), String.valueOf(amount)));
    }

    /** What reached a writer as an error. */
    Queue<String> wrong() {
        return wrong;
    }

    /** How often a writer was refused before anything was done. */
    int refused() {
        return refused.get();
    }

    /** Whether what is there is what was acknowledged, each row once. */
    void assertFound(Map<Long, List<String>> found) {
        Map<Long, List<String>> differing = new HashMap<>();
        acknowledged.forEach((key, row) -> {
            List<String> there = found.getOrDefault(key, List.of());
            if (!there.equals(row) && !there.equals(uncertain.get(key))) {
                differing.put(key, row);
            }
        });
        found.forEach((key, row) -> {
            if (!acknowledged.containsKey(key) && !row.equals(uncertain.get(key))) {
                differing.put(key, row);
            }
        });
        assertThat(differing).isEmpty();
        assertThat(found).hasSizeGreaterThan(acknowledged.size() / 2);
    }

    @Override
    public void close() {
        all.forEach(each -> each.process.destroyForcibly());
        all.forEach(each -> each.process.onExit().join());
    }
}
