package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/api.md} has each package that stays the same from version to version, and whether one calls or implements
 * it.
 */
class PublicPackagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src", "main", "java");
    /** Nothing of theirs is called from Java. */
    private static final Set<String> UNMARKED = Set.of("org.shardingjdbc.maven");

    private static final String ROOT_PACKAGE = "org.shardingjdbc";
    private static final String INCUBATING = "@Incubating";
    private static final Pattern NESTED =
            Pattern.compile("^ {4}(public )?((static|sealed|non-sealed|final) )*(record|interface|enum|class) ");

    private static final Set<String> USES = Set.of("call", "implement", "call, implement", "test");

    @Test
    void eachPublicPackageIsNamedOnceWithItsUse() throws IOException {
        List<String[]> rows = rows();
        assertThat(rows).extracting(row -> row[1]).doesNotHaveDuplicates();
        assertThat(rows).allSatisfy(row -> assertThat(USES).contains(row[2]));
        Set<String> named = rows.stream().map(row -> row[1]).collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).isEqualTo(publicPackages());
    }

    /** What may be null says so, in all that applications are built on; jars of theirs or of tools aside. */
    @Test
    void eachPublicPackageSaysWhatMayBeNull() throws IOException {
        Map<String, String> marked = new TreeMap<>();
        for (Path module : modules()) {
            for (String[] row : rows()) {
                Path said = module.resolve(SOURCES).resolve(row[1].replace('.', '/') + "/package-info.java");
                boolean asked = !row[2].equals("test") && !UNMARKED.contains(row[1]);
                if (asked && Files.exists(said)) {
                    marked.merge(row[1], text(said), String::concat);
                }
            }
        }
        assertThat(marked).hasSizeGreaterThan(30);
        assertThat(marked).allSatisfy((name, said) -> assertThat(said).as(name).contains("@NullMarked"));
    }

    @Test
    void eachRowNamesAClassOfItsPackageToBeginWith() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String[] row : rows()) {
            String file = row[1].replace('.', '/') + "/" + row[4].split(",")[0] + ".java";
            if (modules().stream()
                    .noneMatch(module -> Files.exists(module.resolve(SOURCES).resolve(file)))) {
                missing.add(row[1] + " " + row[4]);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** The column "may change" is what the code marks: all of a package, or some of its types. */
    @Test
    void whatMayChangeIsMarkedInTheCodeAndOnThePage() throws IOException {
        Map<String, String> onThePage = new TreeMap<>();
        Map<String, String> inTheCode = new TreeMap<>();
        for (String[] row : rows()) {
            onThePage.put(row[1], row[5]);
            List<Path> types = publicTypes(row[1]);
            List<String> marked = types.stream()
                    .filter(type -> text(type).lines().anyMatch(INCUBATING::equals))
                    .map(type -> type.getFileName().toString().replace(".java", ""))
                    .toList();
            boolean all = marked.size() == types.size();
            inTheCode.put(row[1], all ? "all" : String.join(", ", marked));
        }
        assertThat(onThePage).isEqualTo(inTheCode);
        assertThat(onThePage)
                .containsEntry("org.shardingjdbc.jdbc", "")
                .containsEntry(ROOT_PACKAGE + ".rule.side", "all");
    }

    /** Each package of the column "may change" has a row that says what is missing, and no other one has. */
    @Test
    void thePageSaysWhenEachMarkGoes() throws IOException {
        Set<String> marked = rows().stream()
                .filter(row -> !row[5].isEmpty())
                .map(row -> row[1])
                .collect(Collectors.toCollection(TreeSet::new));
        String page = text(ROOT.resolve("docs/api.md"));
        String section =
                page.substring(page.indexOf("## When the mark goes"), page.indexOf("## What holds everywhere"));
        Set<String> explained = section.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" *\\| *")[1].replace("`", ""))
                .flatMap(names -> Stream.of(names.split(", ")))
                .map(name -> ROOT_PACKAGE + "." + name)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(explained).isEqualTo(marked);
    }

    /** The comparison with the last release knows a type's marks alone, and none of the type around it. */
    @Test
    void whatIsNestedInWhatMayChangeIsMarkedToo() throws IOException {
        List<String> unmarked = new ArrayList<>();
        for (String[] row : rows()) {
            for (Path type : publicTypes(row[1])) {
                List<String> lines = text(type).lines().toList();
                boolean isInterface =
                        lines.stream().anyMatch(line -> line.startsWith("public ") && isOfInterface(line));
                for (int i = 1; i < lines.size() && lines.contains(INCUBATING); i++) {
                    boolean visible = isInterface || lines.get(i).startsWith("    public ");
                    if (visible && NESTED.matcher(lines.get(i)).find() && !isMarked(lines, i)) {
                        unmarked.add(type.getFileName() + ": " + lines.get(i).strip());
                    }
                }
            }
        }
        assertThat(unmarked).isEmpty();
    }

    private static boolean isOfInterface(String line) {
        return line.contains(" interface ");
    }

    /** Whether one of the annotations right above the line is the mark. */
    private static boolean isMarked(List<String> lines, int line) {
        for (int i = line - 1; lines.get(i).startsWith("    @"); i--) {
            if (lines.get(i).strip().equals(INCUBATING)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void theComparisonWithTheLastReleaseLeavesOutWhatMayChange() {
        assertThat(text(ROOT.resolve("pom.xml"))).contains("<exclude>@" + ROOT_PACKAGE + ".Incubating</exclude>");
    }

    /** The files of the package's public types, by their names. */
    private static List<Path> publicTypes(String name) throws IOException {
        List<Path> types = new ArrayList<>();
        for (Path module : modules()) {
            Path folder = module.resolve(SOURCES).resolve(name.replace('.', '/'));
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    files.filter(PublicPackagesTest::isPublicType).sorted().forEach(types::add);
                }
            }
        }
        return types;
    }

    private static List<String[]> rows() throws IOException {
        return Files.readAllLines(ROOT.resolve("docs/api.md")).stream()
                .filter(line -> line.startsWith("| `org.shardingjdbc"))
                .map(line -> line.replace("`", "").split(" *\\| *", -1))
                .toList();
    }

    /** Those of all modules that are published with a public type in them. */
    private static Set<String> publicPackages() throws IOException {
        Set<String> packages = new TreeSet<>();
        for (Path module : modules()) {
            Path sources = module.resolve(SOURCES);
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(PublicPackagesTest::isPublicType)
                        .map(file ->
                                sources.relativize(file.getParent()).toString().replace('/', '.'))
                        .filter(name -> !("." + name + ".").contains(".internal."))
                        .forEach(packages::add);
            }
        }
        assertThat(packages).contains("org.shardingjdbc.jdbc", "org.shardingjdbc.transaction.xa");
        return packages;
    }

    private static List<Path> modules() throws IOException {
        try (Stream<Path> found = Files.find(
                ROOT,
                3,
                (path, attributes) ->
                        path.endsWith("pom.xml") && path.toString().contains("/sharding-"))) {
            return found.map(Path::getParent)
                    .filter(module -> Files.isDirectory(module.resolve(SOURCES)))
                    .filter(module -> !text(module.resolve("pom.xml")).contains("<maven.deploy.skip>true<"))
                    .toList();
        }
    }

    private static boolean isPublicType(Path file) {
        String name = file.getFileName().toString();
        if (!name.endsWith(".java") || name.equals("package-info.java")) {
            return false;
        }
        return text(file).lines().anyMatch(line -> line.startsWith("public "));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
