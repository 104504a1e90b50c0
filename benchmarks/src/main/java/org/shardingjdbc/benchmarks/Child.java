package org.shardingjdbc.benchmarks;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@link Probe} in a JVM of its own. */
final class Child {
    private static final List<String> PASSED_ON = List.of(PostgreSql.ADDRESS, ShardingSphereClasses.PROPERTY);
    private static final int SECONDS = 240;

    private final File log;

    /** @param log what the children say besides their figures is added to it */
    Child(Path log) {
        this.log = log.toFile();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The system properties that each JVM needs which measures, as arguments. */
    static List<String> properties() {
        List<String> arguments = new ArrayList<>();
        for (String name : PASSED_ON) {
            String value = System.getProperty(name);
            if (value != null) {
                arguments.add("-D" + name + "=" + value);
            }
        }
        return arguments;
    }

    /**
     * The figures that the probe says.
     *
     * @param options of the JVM
     * @throws IOException when it ends with an error or takes too long
     */
    Map<String, Double> run(List<String> options, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(properties());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Probe.class.getName()));
        command.addAll(List.of(arguments));
        Path answers = Files.createTempFile("benchmark", ".txt");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(answers.toFile())
                    .redirectError(ProcessBuilder.Redirect.appendTo(log))
                    .start();
            boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!ended) {
                process.destroyForcibly().waitFor();
            }
            if (!ended || process.exitValue() != 0) {
                String how = ended ? "failed" : "took more than " + SECONDS + " s";
                throw new IOException(String.join(" ", arguments) + " " + String.join(" ", options) + " " + how);
            }
            return figures(Files.readAllLines(answers));
        } finally {
            Files.delete(answers);
        }
    }

    private static Map<String, Double> figures(List<String> lines) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals > 0) {
                figures.put(line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
            }
        }
        return figures;
    }
}
