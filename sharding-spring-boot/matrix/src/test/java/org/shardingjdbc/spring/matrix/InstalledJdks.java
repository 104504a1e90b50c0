package org.shardingjdbc.spring.matrix;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The JDKs of this machine. Stateless. */
final class InstalledJdks {
    private static final int OLDEST = 17;

    private InstalledJdks() {}

    /** The homes and versions of those that are newer than the oldest that is supported; one without home for none. */
    static List<Arguments> newer() throws IOException {
        List<Arguments> found = new ArrayList<>();
        for (Path home : homes()) {
            int version = version(home);
            if (version > OLDEST) {
                found.add(Arguments.of(home, version));
            }
        }
        return found.isEmpty() ? List.of(Arguments.of(Path.of(""), 0)) : found;
    }

    private static List<Path> homes() throws IOException {
        String named = System.getProperty("jdks", "");
        if (!named.isEmpty()) {
            return Arrays.stream(named.split(File.pathSeparator, -1))
                    .map(Path::of)
                    .toList();
        }
        Path folder = Path.of(System.getProperty("java.home")).toRealPath().getParent();
        try (Stream<Path> beside = Files.list(folder)) {
            return beside.filter(home -> !Files.isSymbolicLink(home)).sorted().toList();
        }
    }

    /** From its file "release"; 0 for what is no JDK. */
    private static int version(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isReadable(release)
                || !Files.isExecutable(home.resolve("bin").resolve("java"))) {
            return 0;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(release)) {
            properties.load(reader);
        }
        String version = properties.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
        return Runtime.Version.parse(version).feature();
    }
}
