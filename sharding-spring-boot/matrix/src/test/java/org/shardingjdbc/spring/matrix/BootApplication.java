package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.testkit.ChildJvm;

/** {@link Shop} in a JVM of its own, on the class path of a version of Boot: what it printed, and how it ended. */
record BootApplication(int exit, String output) {
    private static final long SECONDS = 300;

    static BootApplication run(String version, String... arguments) throws IOException, InterruptedException {
        return runOn(Path.of(System.getProperty("java.home")), version, arguments);
    }

    /** @param java the home of a JDK */
    static BootApplication runOn(Path java, String version, String... arguments)
            throws IOException, InterruptedException {
        return run(java, classPath(version, Path.of("target", "test-classes")), Shop.class, arguments);
    }

    /**
     * {@link DevelopedShop} with Boot's development tools.
     *
     * @param classes a folder with its classes, which it touches
     */
    static BootApplication develop(String version, Path classes, String... arguments)
            throws IOException, InterruptedException {
        Path tools = Path.of(Files.readString(made("devtools-" + version)));
        return run(
                Path.of(System.getProperty("java.home")),
                classPath(version, classes) + File.pathSeparator + tools,
                DevelopedShop.class,
                arguments);
    }

    /** {@link Shop} with what Boot made of it beforehand. */
    static BootApplication prepared(String version, PreparedShop made, String... arguments)
            throws IOException, InterruptedException {
        return run(
                Path.of(System.getProperty("java.home")),
                made.classes()
                        + File.pathSeparator
                        + made.resources()
                        + File.pathSeparator
                        + classPath(version, Path.of("target", "test-classes")),
                Shop.class,
                arguments);
    }

    /**
     * {@link Shop} by a JVM with options.
     *
     * @param classPath with Shop's classes
     */
    static BootApplication runWith(List<String> options, String classPath, String... arguments)
            throws IOException, InterruptedException {
        return run(Path.of(System.getProperty("java.home")), options, classPath, Shop.class, arguments);
    }

    static String classPath(String version, Path classes) throws IOException {
        return classes + File.pathSeparator + Files.readString(made("boot-" + version));
    }

    /** A class path that the pom of this module names. */
    private static Path made(String name) {
        Path file = Path.of("target", "classpaths", name);
        assertThat(file).as("made by the build").exists();
        return file;
    }

    private static BootApplication run(Path java, String classPath, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return run(java, List.of(), classPath, main, arguments);
    }

    private static BootApplication run(
            Path java, List<String> options, String classPath, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = ChildJvm.commandOf(
                java,
                "-Xmx300m",
                "-cp",
                classPath,
                main.getName(),
                "--server.port=0",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.config.import=classpath:application-operated.yml");
        command.addAll(1, options);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        // Else one that waits for ever would be waited for.
        CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS).execute(process::destroyForcibly);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
        return new BootApplication(process.exitValue(), output);
    }

    BootApplication succeeds() {
        assertThat(exit).as(output).isZero();
        assertThat(output).doesNotContain("Exception").doesNotContain("ANTLR");
        return this;
    }

    /** The value of a line. */
    String value(String what) {
        return output.lines()
                .filter(line -> line.startsWith(what + " = "))
                .map(line -> line.substring(what.length() + 3))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no line '" + what + "' in\n" + output));
    }

    /** The values of all lines that say it, in their order. */
    List<String> values(String what) {
        return output.lines()
                .filter(line -> line.startsWith(what + " = "))
                .map(line -> line.substring(what.length() + 3))
                .toList();
    }

    JsonNode json(String path) throws IOException {
        return new ObjectMapper().readTree(value("GET " + path));
    }
}
