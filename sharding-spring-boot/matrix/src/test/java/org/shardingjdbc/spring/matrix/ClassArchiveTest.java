package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** An archive of classes, made by a start that ends before any statement, has what statements need. */
class ClassArchiveTest {
    private static final String VERSION = "4.0";
    private static final String PLANNING = "org.shardingjdbc.plan.internal.ShardPlanner source: ";
    private static final String PARSING = "org.shardingjdbc.parser.internal.build.QueryBuilder source: ";

    /** The page's: the training run, and a start. */
    private static final List<String> AT_EXIT = """
            java -XX:ArchiveClassesAtExit=app.jsa -Dspring.context.exit=onRefresh -cp 'app.jar:lib/*' com.example.Shop
            java -XX:SharedArchiveFile=app.jsa -cp 'app.jar:lib/*' com.example.Shop
            """.lines().toList();

    /** The page's: each start. */
    private static final String BY_ITSELF = """
            java -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=app.jsa -cp 'app.jar:lib/*' com.example.Shop
            """;

    @TempDir
    private Path folder;

    @Test
    void theFirstStatementsClassesAreInTheArchive() throws Exception {
        String classPath = jars();
        Path archive = folder.resolve("shop.jsa");
        BootApplication training = BootApplication.runWith(
                options(AT_EXIT.get(0), archive), classPath, "--spring.profiles.active=document");
        assertThat(training.exit()).as(training.output()).isZero();
        assertThat(training.output()).doesNotContain("Not all that statements need");
        assertThat(archive).isNotEmptyFile();

        assertStartsFrom(archive, AT_EXIT.get(1), classPath);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_19)
    void aNewerJvmMakesTheArchiveItself() throws Exception {
        String classPath = jars();
        Path archive = folder.resolve("own.jsa");
        BootApplication.runWith(options(BY_ITSELF, archive), classPath, "--spring.profiles.active=document")
                .succeeds();
        assertThat(archive).isNotEmptyFile();
        assertStartsFrom(archive, BY_ITSELF, classPath);
    }

    private void assertStartsFrom(Path archive, String command, String classPath) throws Exception {
        Path loaded = folder.resolve("loaded.log");
        List<String> options = new ArrayList<>(options(command, archive));
        options.add("-Xlog:class+load:file=" + loaded);
        BootApplication application = BootApplication.runWith(options, classPath, "--spring.profiles.active=document")
                .succeeds();
        assertThat(application.value("rows")).isEqualTo("[n1, n2, n3, n4]");
        List<String> classes = Files.readAllLines(loaded);
        for (String needed : List.of(PARSING, PLANNING)) {
            assertThat(classes)
                    .filteredOn(line -> line.contains(needed))
                    .singleElement()
                    .asString()
                    .endsWith(needed + "shared objects file (top)");
        }
    }

    /** The JVM's options of a command of the page, with that archive for its own. */
    private static List<String> options(String command, Path archive) {
        return Stream.of(command.strip().split(" "))
                .skip(1)
                .takeWhile(word -> !word.equals("-cp"))
                .map(word -> word.replace("app.jsa", archive.toString()))
                .toList();
    }

    /** Nothing answers where the configuration says: the pools open later, and no statement can be planned. */
    @Test
    void aDatabaseThatIsAwayDoesNotFailTheTraining() throws Exception {
        BootApplication training = BootApplication.runWith(
                List.of("-Dspring.context.exit=onRefresh"),
                BootApplication.classPath(VERSION, Path.of("target", "test-classes")),
                "--spring.profiles.active=away");
        assertThat(training.exit()).as(training.output()).isZero();
        assertThat(training.output()).contains("Not all that statements need is in the archive of classes");
    }

    /** The class path with folders as jars, since archives take no others. */
    private String jars() throws IOException {
        List<String> jars = new ArrayList<>();
        for (String entry : BootApplication.classPath(VERSION, Path.of("target", "test-classes"))
                .split(File.pathSeparator)) {
            Path path = Path.of(entry);
            jars.add(Files.isDirectory(path) ? jar(path, "folder-" + jars.size() + ".jar") : entry);
        }
        return String.join(File.pathSeparator, jars);
    }

    private String jar(Path classes, String name) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream written = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(written);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                entries.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, entries);
            }
        }
        return jar.toString();
    }
}
