package org.shardingjdbc.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import one.convert.Arguments;
import one.convert.JfrToFlame;
import org.openjdk.jmh.profile.JavaFlightRecorderProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.shardingjdbc.benchmarks.report.Operation;
import org.shardingjdbc.benchmarks.report.Operation.Kind;

/**
 * Where this library spends time and memory in the operations that the options name: samples of the JDK's flight
 * recorder, as collapsed stacks (a stack and its count in each line), of which viewers make flame graphs. Operations
 * with a JVM of their own are left out.
 */
final class Profiling {
    /** Enough for some hundred samples, at 20 ms each. */
    private static final int ITERATIONS = 20;

    private static final String RECORDING = ".jfr";

    private final Options options;
    private final Path directory;
    private final PrintStream log;

    /** @param directory takes the files; created */
    Profiling(Options options, Path directory, PrintStream log) {
        this.options = options;
        this.directory = directory;
        this.log = log;
    }

    void run() throws IOException, RunnerException {
        Files.createDirectories(directory);
        for (Backend backend : options.backends()) {
            for (Operation operation : options.operations()) {
                if (operation.kind() != Kind.OWN_JVM) {
                    profile(backend, operation);
                }
            }
        }
    }

    private void profile(Backend backend, Operation operation) throws IOException, RunnerException {
        Path recordings = Files.createTempDirectory("profile");
        var asked = Measuring.asked(options, backend, operation, Contender.OURS)
                .measurementIterations(ITERATIONS)
                .addProfiler(JavaFlightRecorderProfiler.class, "dir=" + recordings)
                .build();
        new Runner(asked, OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL)).run();
        String name = backend.name().toLowerCase(Locale.ROOT) + "-" + operation.id();
        for (Path file : files(recordings)) {
            if (file.toString().endsWith(RECORDING)) {
                stacks(file, name + "-time.txt");
                stacks(file, name + "-memory.txt", "--alloc");
            }
            Files.delete(file);
        }
    }

    /** All files below the directory, and it itself, the deepest first. */
    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.sorted((one, other) -> other.compareTo(one)).toList();
        }
    }

    /** @param kind of samples; those of the threads that run when there is none */
    private void stacks(Path recording, String page, String... kind) throws IOException {
        Path file = directory.resolve(page);
        Arguments arguments = new Arguments(kind);
        arguments.output = "collapsed";
        JfrToFlame.convert(recording.toString(), file.toString(), arguments);
        System.out.println("Written: " + file.toAbsolutePath().normalize());
    }
}
