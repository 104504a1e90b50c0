package org.shardingjdbc.testkit.framework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.AssertionFailedError;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;

/**
 * The rows of {@code docs/frameworks.md} that the tests of a class run: they say what they ran on, and the page must
 * say the same. Versions of frameworks are read from the class path, versions of databases from their servers. The page
 * with these rows is written to {@code target/frameworks.md} of the module.
 *
 * <p>A database that cannot be had on a machine, so that its test is skipped, keeps what the page says, as one does
 * that the environment gave, in whatever version. The whole class must run: what none of its tests reached is a blank
 * cell.
 */
public final class FrameworkRows implements AfterAllCallback, TestWatcher {
    private static final Path PRINTED = Path.of("target", "frameworks.md");
    /** Not those of tests, which quote what they look for. */
    private static final List<String> SOURCES = List.of("src/main", "src/test/resources");

    private static final String BOOT = "org.springframework.boot.SpringApplication";

    private final String module;
    private final Path root;
    private final List<FrameworkRow> rows = new ArrayList<>();
    private final List<String> took = new ArrayList<>();
    private boolean skipped;
    private boolean failed;

    private FrameworkRows(String module, Path root) {
        this.module = module;
        this.root = root;
    }

    /**
     * The rows of a module, whose tests run in its folder.
     *
     * @param module its folder, from that of the project
     */
    public static FrameworkRows of(String module) {
        return new FrameworkRows(module, Path.of("").toAbsolutePath());
    }

    static FrameworkRows of(String module, Path folder) {
        return new FrameworkRows(module, folder);
    }

    /**
     * A row for a framework that is on this class path.
     *
     * @param framework its name, as Markdown
     * @param types a class of each library whose version counts
     */
    public FrameworkRows row(String framework, Class<?>... types) {
        String version = Arrays.stream(types).map(ClassPathVersion::of).collect(Collectors.joining(" with "));
        return row(framework, version, ClassPathVersion.ifPresent(BOOT));
    }

    /** A row for a framework that runs elsewhere, where somebody asked for {@link ClassPathVersion}. */
    public FrameworkRows row(String framework, String version, String boot) {
        if (row(framework) == null) {
            rows.add(new FrameworkRow(framework, version, boot));
        }
        return this;
    }

    /**
     * What an application with a framework has that one over a plain database has not.
     *
     * @param what Markdown; what stands in backticks must stand in a source or resource of the application
     */
    public FrameworkRows took(String framework, String what) {
        String[] parts = what.split("`", -1);
        for (int i = 1; i < parts.length; i += 2) {
            if (!isInSources(parts[i])) {
                throw new IllegalStateException("'" + parts[i] + "', which " + framework + " took, is in no file below "
                        + SOURCES + "; say what is there");
            }
        }
        took.add("| " + framework + " | " + what + " | `" + module + "` |");
        return this;
    }

    /** All rows ran on that database, but for those that were refused. */
    public void ran(DatabaseKind kind) {
        rows.forEach(row -> ran(row.framework(), kind));
    }

    /** That row ran on that database. */
    public void ran(String framework, DatabaseKind kind) {
        if (TestServer.of(kind).isExternal()) {
            skipped = true;
            return;
        }
        existing(framework).put(kind, version(kind));
    }

    /** That row ran on a database that brought itself, in that version. */
    public void ran(String framework, DatabaseKind kind, String version) {
        existing(framework).put(kind, number(version));
    }

    /** A test shows that the framework does not work on that database. */
    public void refused(String framework, DatabaseKind kind) {
        existing(framework).put(kind, FrameworkRow.REFUSED);
    }

    @Override
    public void testAborted(ExtensionContext context, Throwable cause) {
        skipped = true;
    }

    @Override
    public void testFailed(ExtensionContext context, Throwable cause) {
        failed = true;
    }

    /** Compares, unless a test failed, which is what is to be told then. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (!failed && rows.stream().anyMatch(row -> !row.isEmpty())) {
            compare();
        }
    }

    private void compare() throws IOException {
        String current = Files.readString(page());
        FrameworkPage page = new FrameworkPage(current);
        List<String> known = page.rows(FrameworkPage.RUNS, module);
        page.replace(
                FrameworkPage.RUNS,
                module,
                rows.stream()
                        .map(row -> skipped ? row.printOver(known, module) : row.print(module))
                        .toList());
        page.replace(FrameworkPage.TOOK, module, took);
        Path printed = root.resolve(PRINTED);
        Files.createDirectories(printed.getParent());
        Files.writeString(printed, page.text());
        if (!page.text().equals(current)) {
            throw new AssertionFailedError(
                    "docs/frameworks.md is not what the tests of " + module + " ran; accept the new one with: cp "
                            + module + "/" + PRINTED + " docs/frameworks.md",
                    current,
                    page.text());
        }
    }

    private Path page() {
        Path folder = root;
        for (int i = Path.of(module).getNameCount(); i > 0; i--) {
            folder = folder.getParent();
        }
        return folder.resolve("docs").resolve("frameworks.md");
    }

    private FrameworkRow row(String framework) {
        return rows.stream()
                .filter(row -> row.framework().equals(framework))
                .findFirst()
                .orElse(null);
    }

    private FrameworkRow existing(String framework) {
        FrameworkRow row = row(framework);
        if (row == null) {
            throw new IllegalArgumentException("No row is called '" + framework + "'; say row(...) first");
        }
        return row;
    }

    /** What a database says, up to the first character that is neither digit nor dot. */
    private static String number(String version) {
        return version.substring(0, (int) version.chars()
                .takeWhile(each -> each == '.' || Character.isDigit(each))
                .count());
    }

    private static String version(DatabaseKind kind) {
        TestServer server = TestServer.of(kind);
        DriverDataSource any = new DriverDataSource(server.createDatabase("version"), server.user(), server.password());
        try (Connection connection = any.getConnection()) {
            String version = connection.getMetaData().getDatabaseProductVersion();
            return version.substring(0, (int) version.chars()
                    .takeWhile(each -> each == '.' || Character.isDigit(each))
                    .count());
        } catch (SQLException e) {
            throw new IllegalStateException("No version of " + kind.title(), e);
        }
    }

    private boolean isInSources(String text) {
        return SOURCES.stream().map(root::resolve).filter(Files::isDirectory).anyMatch(folder -> {
            try (Stream<Path> files = Files.walk(folder)) {
                return files.filter(Files::isRegularFile).anyMatch(file -> contains(file, text));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
