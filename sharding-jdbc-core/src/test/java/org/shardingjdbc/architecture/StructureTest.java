package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Arrows that lead in a circle, of packages and of classes within one, and files that nobody reads to their end. How
 * many files a package has and how many others a class knows follows from the idea that it is, and is not counted. What
 * goes beyond is listed in {@code structure-debts.txt} with how far it goes: nothing joins that list or grows on it.
 */
class StructureTest {
    private static final int MAX_CIRCLE = 3;
    private static final int MAX_LINES = 800;
    private static final String ROOT = "org.shardingjdbc.";
    /** Its nodes are one sealed tree, read as a list. */
    private static final String AST = ROOT + "parser.internal.ast";

    /** By class, nested ones counted as the class around them: the project's classes that it uses. */
    private static final Map<String, Set<String>> USES = new TreeMap<>();
    /** Interfaces that name those who implement them: each such family is one thing in several files. */
    private static final Set<String> SEALED = new TreeSet<>();

    private static final Map<String, Integer> DEBTS = new TreeMap<>();

    @BeforeAll
    static void read() throws IOException {
        JavaClasses classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(ROOT.substring(0, ROOT.length() - 1));
        for (JavaClass each : classes) {
            Set<String> used = USES.computeIfAbsent(outermost(each), name -> new TreeSet<>());
            if (each.reflect().isSealed()) {
                SEALED.add(outermost(each));
            }
            for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
                String target = outermost(dependency.getTargetClass().getBaseComponentType());
                if (target.startsWith(ROOT) && !target.equals(outermost(each))) {
                    used.add(target);
                }
            }
        }
        try (InputStream debts = StructureTest.class.getResourceAsStream("/structure-debts.txt")) {
            new String(debts.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .forEach(line -> DEBTS.put(
                            line.substring(0, line.lastIndexOf(' ')),
                            Integer.valueOf(line.substring(line.lastIndexOf(' ') + 1))));
        }
    }

    private static String outermost(JavaClass type) {
        String name = type.getName();
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** What goes beyond a limit and is no debt known, or a greater one. */
    private static final class Excess {
        private final String kind;
        private final int limit;
        private final List<String> lines = new ArrayList<>();

        Excess(String kind, int limit) {
            this.kind = kind;
            this.limit = limit;
        }

        void measure(String name, int size) {
            String key = kind + " " + (name.startsWith(ROOT) ? name.substring(ROOT.length()) : name);
            if (size > DEBTS.getOrDefault(key, limit)) {
                lines.add(key + " " + size);
            }
        }
    }

    @Test
    void noPackagesFormACircle() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        USES.forEach((name, used) -> used.forEach(target -> {
            if (!packageOf(name).equals(packageOf(target))) {
                arrows.computeIfAbsent(packageOf(name), each -> new TreeSet<>()).add(packageOf(target));
            }
        }));
        Excess excess = new Excess("package-circle", 1);
        Circles.largerThan(1, arrows)
                .forEach(circle -> excess.measure(circle.iterator().next(), circle.size()));
        assertThat(excess.lines).isEmpty();
    }

    /** A sealed family counts as one: its head names its members by the language's own rule. */
    @Test
    void fewClassesOfAPackageFormACircle() {
        Map<String, Map<String, Set<String>>> byPackage = new TreeMap<>();
        USES.forEach((name, used) -> {
            if (!packageOf(name).equals(AST) && !SEALED.contains(name)) {
                Set<String> inside = byPackage
                        .computeIfAbsent(packageOf(name), each -> new TreeMap<>())
                        .computeIfAbsent(name, each -> new TreeSet<>());
                used.stream()
                        .filter(target -> packageOf(target).equals(packageOf(name)))
                        .forEach(inside::add);
            }
        });
        Excess excess = new Excess("class-circle", MAX_CIRCLE);
        byPackage.forEach((name, arrows) ->
                Circles.largerThan(MAX_CIRCLE, arrows).forEach(circle -> excess.measure(name, circle.size())));
        assertThat(excess.lines).isEmpty();
    }

    @Test
    void noFileIsLong() throws IOException {
        Excess excess = new Excess("file", MAX_LINES);
        sources(excess::measure);
        assertThat(excess.lines).isEmpty();
    }

    /** Gives each source file but package descriptions, as module/package/File, and its number of lines. */
    private static void sources(BiConsumer<String, Integer> to) throws IOException {
        Path project = Path.of("").toAbsolutePath().getParent();
        // some modules stand in a folder
        try (Stream<Path> modules = Files.walk(project, 2)) {
            for (Path module : modules.sorted().toList()) {
                Path sources = module.resolve("src/main/java");
                if (!Files.isDirectory(sources)) {
                    continue;
                }
                try (Stream<Path> files = Files.walk(sources)) {
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> !file.endsWith("package-info.java"))
                            .sorted()
                            .forEach(file -> to.accept(
                                    module.getFileName() + "/"
                                            + sources.relativize(file)
                                                    .toString()
                                                    .replace('\\', '/'),
                                    lines(file)));
                }
            }
        }
    }

    private static int lines(Path file) {
        try {
            return Files.readAllLines(file).size();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
