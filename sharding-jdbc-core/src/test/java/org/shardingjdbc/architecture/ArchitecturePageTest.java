package org.shardingjdbc.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What docs/architecture.md names is there, where the page says that it is: who follows it finds the code. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z][A-Z0-9]*[a-z][A-Za-z0-9]*");
    private static final Pattern NESTED = Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");
    private static final Pattern MEMBER = Pattern.compile("\\b([A-Z]\\w*)\\.([a-z]\\w*)");
    private static final Pattern FILE = Pattern.compile("\\[`([^`]+)`\\]\\(([^)]+)\\.java\\)");
    private static final Pattern PACKAGE = Pattern.compile("[a-z]+(?:\\.[a-z]+)*");
    /** Of Java, which the page names too. */
    private static final Set<String> OF_JAVA = Set.of("ResultSet");

    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final int MAX_ROW = 400;

    private static String whole;
    private static String page;
    /** By simple name: the packages that have a file of that name. */
    private static final Map<String, Set<String>> FILES = new HashMap<>();

    private static final Map<String, String> TEXTS = new HashMap<>();
    private static final Set<String> TYPES = new HashSet<>();

    @BeforeAll
    static void read() throws IOException {
        // drawings are no code spans
        whole = Files.readString(ROOT.resolve("docs/architecture.md"));
        page = whole.replaceAll("(?s)```.*?```", "");
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String path = ROOT.relativize(file).toString().replace('\\', '/');
                int at = path.indexOf("src/main/java/");
                if (at < 0 || !path.endsWith(".java") || path.startsWith("examples/")) {
                    continue;
                }
                String name = path.substring(path.lastIndexOf('/') + 1, path.length() - ".java".length());
                String folder = path.substring(at + "src/main/java/".length(), path.lastIndexOf('/'));
                FILES.computeIfAbsent(name, any -> new HashSet<>()).add(folder.replace('/', '.'));
                String text = Files.readString(file);
                TEXTS.merge(name, text, String::concat);
                NESTED.matcher(text).results().forEach(type -> TYPES.add(type.group(1)));
            }
        }
    }

    private static List<String> code(String text) {
        return CODE.matcher(text).results().map(match -> match.group(1)).toList();
    }

    @Test
    void eachClassThatIsNamedIsThere() {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (String code : code(page)) {
            for (MatchResult type : TYPE.matcher(code).results().toList()) {
                named++;
                if (!TYPES.contains(type.group()) && !OF_JAVA.contains(type.group())) {
                    missing.add(type.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).as("classes that are named").isGreaterThan(100);
    }

    @Test
    void eachMemberThatIsNamedWithItsClassIsThere() {
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (String code : code(page)) {
            for (MatchResult member : MEMBER.matcher(code).results().toList()) {
                named++;
                String text = TEXTS.getOrDefault(member.group(1), "");
                if (!Pattern.compile("\\b" + member.group(2) + "[(;]")
                        .matcher(text)
                        .find()) {
                    missing.add(member.group());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).as("members that are named").isGreaterThan(3);
    }

    @Test
    void eachLinkLeadsToTheClassThatItNames() {
        List<String> wrong = FILE.matcher(page)
                .results()
                .filter(link -> !last(link.group(1), "/").startsWith(last(link.group(2), "/")))
                .map(MatchResult::group)
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void eachModuleIsNamed() throws IOException {
        List<String> modules = MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
        // the drawing has some
        String section = whole.substring(whole.indexOf("## Modules"), whole.indexOf("## Where to look"));
        assertThat(modules).hasSizeGreaterThan(20).allSatisfy(module -> {
            String folder = module.startsWith("examples/") ? "examples" : last(module, "/");
            assertThat(section).contains(folder);
        });
    }

    /** A row that is longer says several things, of which none is found. */
    @Test
    void noRowOfATableIsLongerThanIsRead() {
        assertThat(page.lines().filter(line -> line.startsWith("|") && line.length() > MAX_ROW))
                .isEmpty();
    }

    /** Of the first table under "Where to look", whose rows say of packages with which classes to begin. */
    @Test
    void eachClassToBeginWithIsInAPackageOfItsRow() {
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        String table = page.substring(page.indexOf("| package | what is in it"), page.indexOf("| how or where ..."));
        for (String row : table.lines().skip(2).toList()) {
            String[] cells = row.split("\\|");
            if (cells.length < 4) {
                continue;
            }
            rows++;
            List<String> packages = code(cells[1]).stream()
                    .filter(word -> PACKAGE.matcher(word).matches())
                    .toList();
            for (MatchResult type :
                    TYPE.matcher(String.join(" ", code(cells[3]))).results().toList()) {
                Set<String> in = FILES.getOrDefault(type.group(), Set.of());
                boolean nested = in.isEmpty() && TYPES.contains(type.group());
                if (!nested && in.stream().noneMatch(name -> packages.stream().anyMatch(each -> ends(name, each)))) {
                    wrong.add(type.group() + " is in " + in + ", not in " + packages);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(rows).as("rows of packages").isGreaterThan(20);
    }

    /** Names on the page leave {@code internal} out. */
    private static boolean ends(String name, String end) {
        String visible = name.replace(".internal", "");
        return name.endsWith("." + end) || visible.endsWith("." + end);
    }

    private static String last(String text, String separator) {
        return text.substring(text.lastIndexOf(separator) + 1);
    }
}
