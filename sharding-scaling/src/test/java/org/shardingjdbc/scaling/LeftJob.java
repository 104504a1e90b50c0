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

/**
 * A whole job, with its switch, its way back and its end, in an instance of its own, which is killed at some moment.
 */
final class LeftJob implements AutoCloseable {
    private static final String BEGINS = "begins";
    private static final Duration STALL = Duration.ofSeconds(5);

    private final Process process;
    private final Path log;

    private LeftJob(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param folder with instance.yaml and next.yaml */
    static LeftJob start(Path folder, String name) throws Exception {
        Path log = folder.resolve(name + ".log");
        List<String> command = ChildJvm.command();
        command.addAll(List.of("-cp", ChildJvm.classPath(), LeftJob.class.getName(), folder.toString(), name));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        LeftJob job = new LeftJob(process, log);
        job.awaitBegin();
        return job;
    }

    private void awaitBegin() throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!said().contains(BEGINS)) {
            if (System.nanoTime() - end > 0 || !process.isAlive()) {
                throw new IllegalStateException("it does not begin: " + said());
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** What it has written so far. */
    String said() throws IOException {
        return Files.exists(log) ? Files.readString(log) : "";
    }

    /** Kills it, as kill -9 does. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(read(folder, "instance.yaml"));
                ScalingJob job =
                        ScalingJob.ofLayout(dataSource, arguments[1], read(folder, "next.yaml"), List.of("t_order"))) {
            System.out.println(BEGINS);
            job.start();
            job.awaitFollowing(Duration.ofMinutes(1));
            job.check();
            job.switchOver(STALL);
            System.out.println("switched");
            job.awaitFollowing(Duration.ofMinutes(1));
            job.reverse(STALL);
            System.out.println("reversed");
            job.cancel();
            System.out.println("cancelled");
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
