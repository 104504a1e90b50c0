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
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (said(folder).stream().filter(line -> line.startsWith(BEGAN)).count() < count) {
            if (!process.isAlive() || System.nanoTime() - end > 0) {
                throw new IllegalStateException("it does not begin: " + Files.readString(log(folder)));
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** @param folder with before.yaml and next.yaml */
    static ScalingProcess start(Path folder) throws IOException {
        return new ScalingProcess(
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                                ScalingProcess.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(
                                ProcessBuilder.Redirect.appendTo(log(folder).toFile()))
                        .start(),
                folder);
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
