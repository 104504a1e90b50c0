package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.testkit.ChildJvm;

/**
 * Frameworks pin versions of the five libraries that the core needs, often below ours. What we call of them must exist
 * in the oldest versions that we promise, which the build puts into {@code target/floor}.
 */
class DependencyFloorTest {
    private static final List<String> PACKAGES = List.of(
            "com.zaxxer.hikari.",
            "org.yaml.snakeyaml.",
            "com.github.benmanes.caffeine.",
            "org.slf4j.",
            "org.antlr.v4.runtime.");

    /** Jars of the newer versions that the tests have. */
    private static final List<String> LIBRARIES =
            List.of("HikariCP", "snakeyaml", "caffeine", "slf4j", "antlr4-runtime");

    /** Called where they exist, and done without elsewhere. */
    private static final List<String> OPTIONAL = List.of(
            "com.zaxxer.hikari.HikariConfig.getExceptionOverride() in org.shardingjdbc.jdbc.internal.library.LastingConnections",
            "com.zaxxer.hikari.HikariConfig.setExceptionOverride(com.zaxxer.hikari.SQLExceptionOverride)"
                    + " in org.shardingjdbc.jdbc.internal.library.LastingConnections",
            "org.yaml.snakeyaml.LoaderOptions.setCodePointLimit(int) in org.shardingjdbc.jdbc.internal.yaml.YamlDocument",
            "org.yaml.snakeyaml.LoaderOptions.setNestingDepthLimit(int) in org.shardingjdbc.jdbc.internal.yaml.YamlDocument");

    @Test
    void whatIsCalledExistsInTheOldestVersions() throws IOException {
        JavaClasses ours = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("org.shardingjdbc");
        List<String> missing = new ArrayList<>();
        int checked = 0;
        try (URLClassLoader floor = new URLClassLoader(floor(), ClassLoader.getPlatformClassLoader())) {
            for (JavaClass each : ours) {
                if (each.getPackageName().startsWith("org.shardingjdbc.testkit")) {
                    continue;
                }
                for (JavaAccess<?> access : each.getAccessesFromSelf()) {
                    if (PACKAGES.stream().anyMatch(access.getTargetOwner().getName()::startsWith)) {
                        checked++;
                        if (!exists(access.getTarget(), floor)) {
                            missing.add(access.getTarget().getFullName() + " in " + each.getName());
                        }
                    }
                }
            }
        }
        assertThat(checked).isGreaterThan(300);
        assertThat(new TreeSet<>(missing)).containsExactlyInAnyOrderElementsOf(OPTIONAL);
    }

    @Test
    void theOldestVersionsRun() throws Exception {
        Child child = Child.run(List.of());
        assertThat(child.output).contains("a pool, then [1, 2, 3, 4], then a timeout that leaves the connection");
        assertThat(child.output).doesNotContain("ANTLR").doesNotContain("Exception");
        assertThat(child.exit).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "snakeyaml-1.23.jar, SnakeYAML on the class path is too old (snakeyaml-1.23.jar): needed is 1.30 or newer",
        "HikariCP-3.4.5.jar, HikariCP on the class path is too old (HikariCP-3.4.5.jar): needed is 4.0.3 or newer",
        "antlr4-runtime-4.9.3.jar, "
                + "The ANTLR runtime on the class path is too old (antlr4-runtime-4.9.3.jar): needed is 4.10 or newer"
    })
    void olderOnesAreNamed(String jar, String message) throws Exception {
        Child child = Child.run(List.of(Path.of("target/below-floor", jar)));
        assertThat(child.output).contains("SHD-3121: " + message);
        assertThat(child.exit).isEqualTo(1);
    }

    @Test
    void oneThatIsNotThereIsNamed() throws Exception {
        Child child = Child.run(List.of(), "snakeyaml");
        assertThat(child.output).contains("SHD-3121: SnakeYAML on the class path is missing: needed is 1.30 or newer");
        assertThat(child.exit).isEqualTo(1);
    }

    /** {@link FloorTour} in a JVM of its own, with the jars of the floor. */
    private record Child(int exit, String output) {
        /** @param before what goes before the floor on the class path */
        static Child run(List<Path> before) throws Exception {
            return run(before, null);
        }

        /** @param without what the name of no jar begins with; null for nothing */
        static Child run(List<Path> before, String without) throws Exception {
            List<String> path = new ArrayList<>();
            before.forEach(jar -> path.add(jar.toString()));
            for (URL jar : floor()) {
                Path file = Path.of(jar.toURI());
                if (without == null || !file.getFileName().toString().startsWith(without)) {
                    path.add(file.toString());
                }
            }
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (LIBRARIES.stream().noneMatch(entry::contains)) {
                    path.add(entry);
                }
            }
            Process process = new ProcessBuilder(ChildJvm.command(
                            "-Xmx256m", "-cp", String.join(File.pathSeparator, path), FloorTour.class.getName()))
                    .redirectErrorStream(true)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Child(process.waitFor(), output);
        }
    }

    private static URL[] floor() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target/floor"))) {
            List<URL> urls = new ArrayList<>();
            for (Path jar : jars.toList()) {
                urls.add(jar.toUri().toURL());
            }
            assertThat(urls).hasSize(PACKAGES.size());
            return urls.toArray(new URL[0]);
        }
    }

    private static boolean exists(AccessTarget target, ClassLoader floor) {
        try {
            Class<?> owner = Class.forName(target.getOwner().getName(), false, floor);
            if (!(target instanceof CodeUnitCallTarget call)) {
                return hasField(owner, target.getName());
            }
            Class<?>[] parameters = call.getRawParameterTypes().stream()
                    .map(type -> load(type, floor))
                    .toArray(Class<?>[]::new);
            return target.getName().equals("<init>")
                    ? Stream.of(owner.getDeclaredConstructors())
                            .anyMatch(each -> List.of(each.getParameterTypes()).equals(List.of(parameters)))
                    : hasMethod(owner, call, parameters);
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private static boolean hasField(Class<?> owner, String name) {
        return owner != null
                && (Stream.of(owner.getDeclaredFields())
                                .anyMatch(field -> field.getName().equals(name))
                        || hasField(owner.getSuperclass(), name)
                        || Stream.of(owner.getInterfaces()).anyMatch(type -> hasField(type, name)));
    }

    private static boolean hasMethod(Class<?> owner, CodeUnitCallTarget call, Class<?>... parameters) {
        if (owner == null) {
            return false;
        }
        String returned = call.getRawReturnType().getName();
        return Stream.of(owner.getDeclaredMethods())
                        .anyMatch(method -> method.getName().equals(call.getName())
                                && method.getReturnType().getName().equals(returned)
                                && List.of(method.getParameterTypes()).equals(List.of(parameters)))
                || hasMethod(owner.getSuperclass(), call, parameters)
                || Stream.of(owner.getInterfaces()).anyMatch(type -> hasMethod(type, call, parameters))
                || owner.isInterface() && hasMethod(Object.class, call, parameters);
    }

    private static Class<?> load(JavaClass type, ClassLoader floor) {
        try {
            return type.isPrimitive()
                    ? type.reflect()
                    : Class.forName(type.reflect().getName(), false, floor);
        } catch (ClassNotFoundException e) {
            return Void.class;
        }
    }
}
