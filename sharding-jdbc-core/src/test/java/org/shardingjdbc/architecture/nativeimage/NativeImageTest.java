package org.shardingjdbc.architecture.nativeimage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The jars look nothing up by name but what is listed here, and the metadata of each name it. */
class NativeImageTest {
    private static final String SERVICES = "META-INF/services/";
    private static final String METADATA = "META-INF/native-image/";

    /** Also of methods that happen to be called so: they are listed with what they are. */
    private static final Pattern BY_NAME = Pattern.compile("java\\.lang\\.reflect|Class\\.forName\\(|\\.loadClass\\("
            + "|\\bgetDeclared[A-Z]|\\.getMethods?\\(|\\.getConstructors?\\(|\\.newInstance\\(|\\.newProxyInstance\\("
            + "|MethodHandles|setAccessible|ObjectInputStream|ResourceBundle|\\.getResource(s|AsStream)?\\(");

    private static final Map<String, String> LISTED = Map.ofEntries(
            Map.entry("jdbc/internal/library/ClassPathResource", "the document that a URL names"),
            Map.entry("jdbc/internal/deploy/MissingDriver", "the driver that a document names"),
            Map.entry("engine/internal/task/ObservedRows", "a proxy"),
            Map.entry("engine/internal/execute/driver/PlacedRows", "a proxy, and what only PostgreSQL's driver tells"),
            Map.entry("engine/internal/session/ChangingRows", "a proxy"),
            Map.entry("jdbc/internal/library/LibraryVersion", "the version that the build wrote"),
            Map.entry("engine/internal/execute/worker/Workers", "threads that are newer than Java 17"),
            Map.entry("rule/internal/algorithm/Algorithms", "the constructor of the class that CLASS_BASED names"),
            Map.entry("rule/algorithm/Extensions", "classes that CLASS_BASED and auditors name"),
            Map.entry("dialect/internal/postgresql/PostgreSqlDrivers", "what only PostgreSQL's driver tells"),
            Map.entry("distsql/internal/Features", "whether a module is there"),
            Map.entry("shardingsphere/Instances", "the class that CLASS_BASED names"),
            Map.entry("shardingsphere/ShardingSphereAlgorithms", "whether ShardingSphere is there"),
            Map.entry("shardingsphere/TypeParameters", "the types of a class that CLASS_BASED names"),
            Map.entry("spring/NamedDocument", "a resource of Spring, which the application names"),
            Map.entry("spring/hint/HintInterceptor", "a method of Spring, which knows it"),
            Map.entry("transaction/base/internal/AtConnection", "a proxy"),
            Map.entry("transaction/base/internal/AtStatement", "a proxy"),
            Map.entry("transaction/base/internal/SeataClient", "the file of Seata's client"));

    /** Not read by name while an application runs. */
    private static final Set<String> READ_BY_OTHERS = Set.of(
            // What Grafana imports.
            "org/shardingjdbc/micrometer/grafana-dashboard.json");

    /** What Spring reads when it prepares an image, and in tests: these files begin so. */
    private static final String OF_SPRING = "META-INF/spring";

    static List<Jar> jars() throws IOException {
        return Jar.all();
    }

    @Test
    void nothingIsLookedUpByNameButWhatIsListed() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Jar jar : Jar.all()) {
            for (String name : Jar.names(jar.sources())) {
                if (Files.readString(jar.sources().resolve(name))
                        .lines()
                        .map(String::strip)
                        .filter(line -> !line.startsWith("*") && !line.startsWith("/"))
                        .anyMatch(line -> BY_NAME.matcher(line).find())) {
                    found.add(name.replace("org/shardingjdbc/", "").replace(".java", ""));
                }
            }
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(LISTED.keySet());
    }

    @ParameterizedTest
    @MethodSource("jars")
    void eachResourceIsInTheMetadata(Jar jar) throws IOException {
        List<String> resources = Jar.names(jar.resources()).stream()
                .filter(name ->
                        !name.startsWith(METADATA) && !name.startsWith(OF_SPRING) && !READ_BY_OTHERS.contains(name))
                .toList();
        assertThat(jar.metadata().resources()).containsExactlyInAnyOrderElementsOf(resources);
    }

    @ParameterizedTest
    @MethodSource("jars")
    void eachClassOfAServiceFileIsInTheMetadata(Jar jar) throws IOException {
        List<String> classes = new ArrayList<>();
        for (String file : Jar.names(jar.resources().resolve(SERVICES))) {
            Files.readString(jar.resources().resolve(SERVICES).resolve(file))
                    .lines()
                    .map(line -> line.replaceAll("#.*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .forEach(classes::add);
        }
        assertThat(jar.metadata().types()).containsAll(classes);
    }

    /** A class that was renamed would be missing in the image, and nobody would say so. */
    @ParameterizedTest
    @MethodSource("jars")
    void eachClassOfTheMetadataExists(Jar jar) throws IOException {
        Set<String> ours = new TreeSet<>();
        for (Jar each : Jar.all()) {
            ours.addAll(each.classes());
        }
        for (String type : jar.metadata().types()) {
            if (type.startsWith("org.shardingjdbc.")) {
                assertThat(ours).contains(type);
            } else if (type.startsWith("com.") || type.startsWith("java.")) {
                assertThatCode(() -> Class.forName(type, false, NativeImageTest.class.getClassLoader()))
                        .as(type)
                        .doesNotThrowAnyException();
            }
        }
    }

    /** Where GraalVM looks for it, and what the others of these tests read. */
    @ParameterizedTest
    @MethodSource("jars")
    void noMetadataLieElsewhere(Jar jar) throws IOException {
        Path folder = jar.resources().resolve(METADATA);
        assertThat(Jar.names(folder).stream()
                        .filter(name ->
                                !name.equals("org.shardingjdbc/" + jar.artifact() + "/reachability-metadata.json")))
                .isEmpty();
        if (Files.isDirectory(jar.resources().resolve(SERVICES))) {
            assertThat(jar.metadata().types()).isNotEmpty();
        }
    }
}
