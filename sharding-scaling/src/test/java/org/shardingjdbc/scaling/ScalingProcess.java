package org.shardingjdbc.scaling;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.ChildJvm;

/** A job in a process of its own, to be killed. It starts the job and follows until its input ends. */
final class ScalingProcess implements AutoCloseable {
    private static final String BEGAN = "began as ";
    private static final String FOLLOWS = "follows";
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Process process;
    private final Path folder;

    private ScalingProcess(Process process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** What all processes have said that began and followed. */
    static List<String> said(Path folder) throws IOException {
        return Files.readString(log(folder))
                .lines()
                .filter(line -> line.startsWith(BEGAN) || line.equals(FOLLOWS))
                .toList();
    }

    private static Path log(Path folder) {
        return folder.resolve("log");
    }

    /** Waits until so many processes have begun. */
    void awaitBeginning(int count) throws Exception {
        await(BEGAN, count, PATIENCE_NANOS);
    }

    /**
     * Starts one.
     *
     * @param folder with before.yaml and next.yaml
     * @param options of the JVM
     */
    static ScalingProcess start(Path folder, String... options) throws IOException {
        List<String> command = ChildJvm.command(options);
        command.addAll(List.of("-cp", ChildJvm.classPath(), ScalingProcess.class.getName(), folder.toString()));
        return new ScalingProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(log(folder).toFile()))
                        .start(),
                folder);
    }

    /** Waits until so many processes have followed. */
    void awaitFollowing(int count, long patienceNanos) throws Exception {
        await(FOLLOWS, count, patienceNanos);
    }

    /** Waits until so many lines begin so. */
    private void await(String begin, int count, long patienceNanos) throws Exception {
        long end = System.nanoTime() + patienceNanos;
        while (said(folder).stream().filter(line -> line.startsWith(begin)).count() < count) {
            require(System.nanoTime() - end < 0);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Fails with what was said where it is not so, or the process has ended. */
    void require(boolean so) throws IOException {
        if (!so || !process.isAlive()) {
            throw new IllegalStateException("it does not come so far: " + Files.readString(log(folder)));
        }
    }

    /** Kills it, as kill -9 does. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(read(folder, "before.yaml"));
                ScalingJob job = ScalingJob.of(dataSource, "killed", read(folder, "next.yaml"), List.of("t_order"))) {
            System.out.println(BEGAN + job.progress().phase());
            job.start();
            job.awaitFollowing(Duration.ofMinutes(5));
            System.out.println(FOLLOWS);
            try (InputStream input = System.in) {
                while (input.read() >= 0) {
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
        }
    }

    private static ShardingConfiguration read(Path folder, String file) throws IOException {
        return YamlConfigurations.parse(Files.readString(folder.resolve(file)), file, PlaceholderType.NONE);
    }
}
