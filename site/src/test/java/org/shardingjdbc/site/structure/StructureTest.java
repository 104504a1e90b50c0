package org.shardingjdbc.site.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.site.Repository;

/**
 * Arrows that lead in a circle, of packages and of classes within one, what users touch and names what they must not,
 * packages that do not say where to begin, files that nobody reads to their end, and looks at what should be asked: in
 * all modules that are for users. How many files a package has and how many others a class knows follows from the idea
 * that it is, and is not counted. What goes beyond is listed in {@code structure-debts.txt} with how far it goes:
 * nothing joins that list or grows on it.
 */
class StructureTest {
    private static final int MAX_CIRCLE = 3;
    private static final int MAX_LINES = 800;
    private static final String ROOT = "org.shardingjdbc.";
    /** Where a face that is not JDBC enters. */
    private static final String INCUBATING = ROOT + "Incubating";

    private static final String DOOR = ROOT + "engine.door";
    /** Its nodes are one sealed tree, read as a list. */
    private static final String AST = ROOT + "parser.internal.ast";

    /** Where the rows of a table are, of several kinds. */
    private static final String PLACEMENT = ROOT + "rule.placement.LogicTable";

    /** By class, nested ones counted as the class around them: the project's classes that it uses. */
    private static final Map<String, Set<String>> USES = new TreeMap<>();
    /** Interfaces that name those who implement them: each such family is one thing in several files. */
    private static final Set<String> SEALED = new TreeSet<>();

    private static final Map<String, Integer> DEBTS = new TreeMap<>();

    private static final List<JavaClass> CLASSES = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        List<Path> folders = new ArrayList<>();
        for (Path module : modules()) {
            Path classes = module.resolve("target/classes");
            assertThat(classes).as("what the build of " + module + " leaves").isDirectory();
            folders.add(classes);
        }
        for (JavaClass each : new ClassFileImporter().importPaths(folders)) {
            CLASSES.add(each);
            Set<String> used = USES.computeIfAbsent(outermost(each), name -> new TreeSet<>());
            if (isSealed(each)) {
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

    /** As the name of an attribute of its file says; to load it would need all that the modules need. */
    private static boolean isSealed(JavaClass type) throws IOException {
        try (InputStream file = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            return new String(file.readAllBytes(), StandardCharsets.ISO_8859_1).contains("PermittedSubclasses");
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

    /** What users compile against names nothing that may change from one release to the next. */
    @Test
    void noPublicSignatureNamesWhatIsInternal() {
        Excess excess = new Excess("names-internal", 0);
        Map<String, Set<String>> named = new TreeMap<>();
        for (JavaClass type : CLASSES) {
            if (isForUsers(type)) {
                Set<String> internal = named.computeIfAbsent(outermost(type), name -> new TreeSet<>());
                type.getSuperclass().ifPresent(above -> addInternal(above, internal));
                type.getInterfaces().forEach(above -> addInternal(above, internal));
                for (JavaMember member : type.getMembers()) {
                    if (isVisible(member)) {
                        addInternal(member, internal);
                    }
                }
            }
        }
        named.forEach((name, internal) -> excess.measure(name, internal.size()));
        assertThat(excess.lines).as("%s", named).isEmpty();
    }

    /**
     * Who compiles against what is to stay learns from each member whether it goes with something that may change; who
     * implements such a thing is asked by it alone.
     */
    @Test
    void whatNamesTypesThatMayChangeSaysSo() {
        Set<String> named = new TreeSet<>();
        int incubating = 0;
        for (JavaClass type : CLASSES) {
            incubating += mayChange(type) ? 1 : 0;
            boolean implementsIt = type.getAllRawInterfaces().stream().anyMatch(StructureTest::mayChange);
            if (isForUsers(type) && !mayChange(type) && !implementsIt) {
                type.getMembers().stream()
                        .filter(member -> isVisible(member) && !member.isAnnotatedWith(INCUBATING))
                        .filter(member -> involved(member).stream().anyMatch(StructureTest::mayChange))
                        .forEach(member -> named.add(member.getFullName()));
            }
        }
        assertThat(incubating).isGreaterThan(50);
        assertThat(named).isEmpty();
    }

    private static boolean mayChange(JavaClass type) {
        return type.isAnnotatedWith(INCUBATING);
    }

    private static boolean isForUsers(JavaClass type) {
        return !isInternal(type.getPackageName())
                && type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(StructureTest::isForUsers).orElse(true);
    }

    private static boolean isInternal(String name) {
        return name.startsWith(ROOT) && (name + '.').contains(".internal.");
    }

    private static boolean isVisible(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC);
    }

    private static void addInternal(JavaMember member, Set<String> to) {
        if (member instanceof JavaCodeUnit code) {
            addInternal(code.getReturnType(), to);
            code.getParameterTypes().forEach(type -> addInternal(type, to));
            code.getExceptionTypes().forEach(type -> addInternal(type, to));
        } else if (member instanceof JavaField field) {
            addInternal(field.getType(), to);
        }
    }

    private static void addInternal(JavaType type, Set<String> to) {
        type.getAllInvolvedRawTypes().stream()
                .map(JavaClass::getBaseComponentType)
                .filter(each -> isInternal(each.getPackageName()))
                .forEach(each -> to.add(each.getName()));
    }

    /** A plan is a tree of values, which say what they are: nothing in it is a function that a lambda makes. */
    @Test
    void plansAreMadeOfValues() {
        Set<String> functions = new TreeSet<>();
        int fields = 0;
        for (JavaClass type : CLASSES) {
            if (type.getPackageName().equals(ROOT + "plan.internal.operator")) {
                for (JavaField field : type.getFields()) {
                    fields++;
                    boolean made = field.getType().getAllInvolvedRawTypes().stream()
                            .anyMatch(raw -> raw.getPackageName().equals("java.util.function"));
                    if (made) {
                        functions.add(field.getFullName());
                    }
                }
            }
        }
        assertThat(fields).isGreaterThan(50);
        assertThat(functions).isEmpty();
    }

    /** JDBC is one face of the engine, which knows none: no class of the module that has it. */
    @Test
    void theEngineKnowsNoFace() {
        Set<String> faces = classesOf("sharding-jdbc-core");
        Set<String> named = new TreeSet<>();
        for (String each : classesOf("sharding-engine")) {
            USES.get(each).stream().filter(faces::contains).forEach(face -> named.add(each + " names " + face));
        }
        assertThat(faces).contains(ROOT + "jdbc.ShardingDataSource");
        assertThat(named).isEmpty();
    }

    /** By the outermost class. */
    private static Set<String> classesOf(String module) {
        Set<String> names = new TreeSet<>();
        for (JavaClass each : CLASSES) {
            if (each.getSource().orElseThrow().getUri().getPath().contains("/" + module + "/target/")) {
                names.add(outermost(each));
            }
        }
        return names;
    }

    /** Another face gets sessions, rows and counts in classes of the engine's own, whatever these stand on. */
    @Test
    void theDoorOfTheEngineNamesNothingOfJdbc() {
        Set<String> adapters =
                Set.of("java.sql.Wrapper", "java.sql.Statement", "java.sql.ResultSet", "java.sql.ResultSetMetaData");
        List<String> members = new ArrayList<>();
        List<String> found = new ArrayList<>();
        for (JavaClass type : CLASSES) {
            if (type.getPackageName().equals(DOOR) && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                for (JavaMember member : type.getMembers()) {
                    if (isVisible(member)) {
                        members.add(member.getFullName());
                        involved(member).stream()
                                .filter(each -> adapters.stream().anyMatch(each::isAssignableTo))
                                .forEach(each -> found.add(member.getFullName() + " names " + each.getName()));
                    }
                }
            }
        }
        assertThat(members).hasSizeGreaterThan(10);
        assertThat(found).isEmpty();
    }

    private static Set<JavaClass> involved(JavaMember member) {
        Set<JavaType> types = new LinkedHashSet<>();
        if (member instanceof JavaCodeUnit code) {
            types.add(code.getReturnType());
            types.addAll(code.getParameterTypes());
        } else if (member instanceof JavaField field) {
            types.add(field.getType());
        }
        Set<JavaClass> involved = new LinkedHashSet<>();
        types.forEach(type -> type.getAllInvolvedRawTypes().stream()
                .map(JavaClass::getBaseComponentType)
                .forEach(involved::add));
        return involved;
    }

    @Test
    void noFileIsLong() throws IOException {
        Excess excess = new Excess("file", MAX_LINES);
        sources(excess::measure);
        assertThat(excess.lines).isEmpty();
    }

    /** A package says what enters, what leaves and which class to begin with, to which its description links. */
    @Test
    void everyPackageSaysWhereToBegin() throws IOException {
        Excess excess = new Excess("no-entry", 0);
        for (Path module : modules()) {
            Path sources = module.resolve("src/main/java");
            Set<Path> packages = new TreeSet<>();
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(file -> packages.add(file.getParent()));
            }
            for (Path each : packages) {
                Path description = each.resolve("package-info.java");
                boolean isSaid = Files.exists(description)
                        && Files.readString(description).contains("{@link");
                String name = sources.relativize(each).toString().replace(File.separatorChar, '.');
                excess.measure(name, isSaid ? 0 : 1);
            }
        }
        assertThat(excess.lines).isEmpty();
    }

    /**
     * What is asked of a table's placement is a question of its interface, which a new kind of placement answers;
     * whoever looks which kind it is would have to be found then. All of it counts: {@code instanceof}, patterns, casts
     * and what class literals are good for.
     */
    @Test
    void placementsAreAskedAndNotLookedAt() throws IOException {
        Set<String> kinds = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            if (type.isAssignableTo(PLACEMENT) && !type.getName().equals(PLACEMENT)) {
                kinds.add(type.getSimpleName());
            }
        }
        assertThat(kinds).as("kinds of %s", PLACEMENT).hasSizeGreaterThan(2);
        List<String> found = new ArrayList<>();
        for (Path module : modules()) {
            if (!module.endsWith("sharding-rule")) {
                found.addAll(new LooksAtKinds(kinds).in(module.resolve("src/main/java")));
            }
        }
        assertThat(found)
                .as("looks at kinds of %s: ask it, or let match() tell them apart", PLACEMENT)
                .isEmpty();
    }

    /** Those with code for users, by the folder. */
    private static List<Path> modules() throws IOException {
        Path project = Repository.folder();
        // some stand in a folder
        try (Stream<Path> folders = Files.walk(project, 2)) {
            return folders.filter(
                            folder -> project.relativize(folder).toString().startsWith("sharding-"))
                    .filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .sorted()
                    .toList();
        }
    }

    /** Gives each source file but package descriptions, as module/package/File, and its number of lines. */
    private static void sources(BiConsumer<String, Integer> to) throws IOException {
        Path project = Repository.folder();
        for (Path module : modules()) {
            Path sources = module.resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("package-info.java"))
                        .sorted()
                        .forEach(file ->
                                to.accept(project.relativize(module) + "/" + sources.relativize(file), lines(file)));
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
