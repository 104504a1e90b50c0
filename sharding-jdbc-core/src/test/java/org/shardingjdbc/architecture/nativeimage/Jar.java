package org.shardingjdbc.architecture.nativeimage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A module whose jar applications have on their class path.
 *
 * @param folder of the module
 */
record Jar(String artifact, Path folder) {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    /** In the bill of materials, and nothing that runs in a native image. */
    private static final Set<String> TOOLS =
            Set.of("sharding-jdbc-cli", "sharding-jdbc-assertions", "sharding-jdbc-testkit");

    static List<Jar> all() throws IOException {
        TreeMap<String, Jar> jars = new TreeMap<>();
        List<String> users = artifacts(PROJECT.resolve("sharding-jdbc-bom/pom.xml"));
        try (Stream<Path> folders = Files.walk(PROJECT, 2)) {
            for (Path folder : folders.toList()) {
                if (Files.isDirectory(folder.resolve("src/main/java"))) {
                    // The first artifact is the parent.
                    String artifact = artifacts(folder.resolve("pom.xml")).get(1);
                    if (users.contains(artifact) && !TOOLS.contains(artifact)) {
                        jars.put(artifact, new Jar(artifact, folder));
                    }
                }
            }
        }
        return List.copyOf(jars.values());
    }

    private static List<String> artifacts(Path pom) throws IOException {
        List<String> artifacts = new ArrayList<>();
        String[] parts = Files.readString(pom).split("<artifactId>", -1);
        for (int i = 1; i < parts.length; i++) {
            artifacts.add(parts[i].substring(0, parts[i].indexOf('<')));
        }
        return artifacts;
    }

    NativeMetadata metadata() throws IOException {
        return NativeMetadata.of(folder, artifact);
    }

    Path sources() {
        return folder.resolve("src/main/java");
    }

    /** The names of its classes, without nested ones. */
    Set<String> classes() {
        return names(sources()).stream()
                .map(name -> name.replace(".java", "").replace('/', '.'))
                .collect(Collectors.toSet());
    }

    Path resources() {
        return folder.resolve("src/main/resources");
    }

    /** The names of all files below a folder, as resources are called; none when there is no such folder. */
    static List<String> names(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
