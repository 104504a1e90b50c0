package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.shardingjdbc.testkit.ChildJvm;

/**
 * What Boot makes of {@link Shop} before an image is built of it: code instead of conditions and definitions of beans.
 *
 * @param classes what was compiled
 * @param resources what goes beside it
 */
record PreparedShop(Path classes, Path resources) {
    private static final String PROCESSOR = "org.springframework.boot.SpringApplicationAotProcessor";

    /** Prepares it with those arguments, which decide what beans there are. */
    static PreparedShop make(String version, Path folder, String... arguments) throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path resources = Files.createDirectories(folder.resolve("resources"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        String classPath = BootApplication.classPath(version, Path.of("target", "test-classes"));
        List<String> command = ChildJvm.command(
                "-Xmx300m",
                "-cp",
                classPath,
                PROCESSOR,
                Shop.class.getName(),
                sources.toString(),
                resources.toString(),
                classes.toString(),
                "org.shardingjdbc",
                "shop");
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        compile(sources, classes, classPath);
        // As an image does by itself.
        Files.writeString(resources.resolve("spring.properties"), "spring.aot.enabled=true");
        return new PreparedShop(classes, resources);
    }

    private static void compile(Path sources, Path classes, String classPath) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "-proc:none", "-nowarn", "-d", classes.toString(), "-cp", classes + File.pathSeparator + classPath));
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(Files::isRegularFile).map(Path::toString).forEach(options::add);
        }
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        int exit = ToolProvider.getSystemJavaCompiler().run(null, told, told, options.toArray(String[]::new));
        assertThat(exit).as(told.toString(StandardCharsets.UTF_8)).isZero();
    }
}
