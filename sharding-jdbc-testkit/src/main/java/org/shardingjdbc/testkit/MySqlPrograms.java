package org.shardingjdbc.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * The unpacked programs of one MySQL, and an initialised data directory to copy; all test runs of one user share both.
 * Both are made under another name and renamed, so that what is there is whole.
 */
final class MySqlPrograms {
    private static final String LOADER_PROBLEM = "error while loading shared libraries: ";

    private final MySqlVersion version;
    private final Path shared;

    private MySqlPrograms(MySqlVersion version, Path shared) {
        this.version = version;
        this.shared = shared;
    }

    /**
     * Unpacks and initialises what is not there yet; only one process at a time does.
     *
     * @throws TestAbortedException when this machine cannot run them, with what it lacks
     */
    static MySqlPrograms of(MySqlVersion version) throws IOException {
        SharedDirectory directory = SharedDirectory.of(version.artifact() + "-programs");
        MySqlPrograms programs = new MySqlPrograms(version, directory.path());
        directory.locked(shared -> {
            directory.makeOnce(programs.baseDirectory(), programs::unpack);
            directory.makeOnce(programs.initialised(), programs::initialise);
        });
        return programs;
    }

    /** Copies an initialised data directory to a place that does not exist yet. */
    void copyData(Path target) throws IOException {
        Path source = initialised();
        try (Stream<Path> paths = Files.walk(source)) {
            for (Path path : paths.toList()) {
                if (!path.endsWith("auto.cnf")) {
                    Files.copy(path, target.resolve(source.relativize(path).toString()));
                }
            }
        }
    }

    /** The beginning of a command that runs the server over a data directory. */
    List<String> command(Path data) {
        List<String> command = new ArrayList<>(List.of(
                baseDirectory().resolve("bin").resolve("mysqld").toString(),
                "--no-defaults",
                "--basedir=" + baseDirectory(),
                "--datadir=" + data,
                "--innodb-log-file-size=16M",
                "--innodb-buffer-pool-size=64M",
                "--skip-ssl"));
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        return command;
    }

    private Path baseDirectory() {
        return shared.resolve("programs");
    }

    private Path initialised() {
        return shared.resolve("data");
    }

    private void unpack(Path directory) throws IOException {
        Files.createDirectories(directory);
        Process tar = new ProcessBuilder("tar", "-xzf", "-", "-C", directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(shared.resolve("unpack.log").toFile())
                .start();
        try (InputStream archive = archive().openStream();
                OutputStream input = tar.getOutputStream()) {
            archive.transferTo(input);
        }
        expectSuccess(tar, shared.resolve("unpack.log"));
    }

    /** The archives of all versions have one name: the right one is in the jar that names its artifact. */
    private URL archive() throws IOException {
        String platform = System.getProperty("os.name").replace(' ', '_') + "-" + System.getProperty("os.arch");
        String marker = "META-INF/maven/com.facebook.presto/" + version.artifact() + "/pom.properties";
        URL found = MySqlPrograms.class.getClassLoader().getResource(marker);
        if (found == null) {
            throw new TestAbortedException(version.title() + " is skipped: the class path lacks " + version.artifact());
        }
        String jar = found.toString().substring(0, found.toString().length() - marker.length());
        URL archive = URI.create(jar + "mysql-" + platform + ".tar.gz").toURL();
        try (InputStream there = archive.openStream()) {
            there.read();
        } catch (IOException e) {
            throw new TestAbortedException(version.title() + " is skipped: it does not come for " + platform, e);
        }
        return archive;
    }

    private void initialise(Path directory) throws IOException {
        List<String> command = command(directory);
        command.add("--initialize-insecure");
        command.addAll(version.options());
        File log = shared.resolve("initialise.log").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        process.getOutputStream().close();
        expectSuccess(process, log.toPath());
    }

    private void expectSuccess(Process process, Path log) throws IOException {
        try {
            if (process.waitFor() == 0) {
                return;
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException(version.title() + ": interrupted", e);
        }
        String text = Files.readString(log, StandardCharsets.UTF_8);
        int problem = text.indexOf(LOADER_PROBLEM);
        if (problem >= 0) {
            throw new TestAbortedException(missing(text.substring(problem + LOADER_PROBLEM.length())));
        }
        throw new IOException(version.title() + " cannot be unpacked or initialised: " + text);
    }

    /** @param problem what the loader says, from the name of the library on */
    private String missing(String problem) {
        String library = problem.substring(0, Math.max(problem.indexOf(':'), 0));
        String remedy = library.startsWith("libaio.") ? "; install the package libaio1" : "";
        return version.title() + " is skipped: the loader lacks " + library + remedy;
    }
}
