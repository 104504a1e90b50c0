package org.shardingjdbc.architecture.nativeimage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.Yaml;

/**
 * A {@code reachability-metadata.json}.
 *
 * @param types that are looked up by name; a proxy is called {@code proxy of} its interfaces
 * @param resources as patterns
 */
record NativeMetadata(Set<String> types, Set<String> resources) {
    private static final String FILE = "reachability-metadata.json";

    /** Of the jar of a module; empty when it has none. */
    static NativeMetadata of(Path module, String artifact) throws IOException {
        return read(module.resolve("src/main/resources/META-INF/native-image/org.shardingjdbc")
                .resolve(artifact)
                .resolve(FILE));
    }

    /** What an agent wrote into a folder; empty when it is one of before JDK 23, which writes another form. */
    static NativeMetadata traced(Path folder) throws IOException {
        return read(folder.resolve(FILE));
    }

    private static NativeMetadata read(Path file) throws IOException {
        Set<String> types = new TreeSet<>();
        Set<String> resources = new TreeSet<>();
        if (Files.exists(file)) {
            // JSON is YAML too.
            Map<String, List<Map<String, Object>>> all = new Yaml().load(Files.readString(file));
            all.getOrDefault("reflection", List.of()).forEach(entry -> types.add(type(entry.get("type"))));
            all.getOrDefault("resources", List.of()).forEach(entry -> resources.add(String.valueOf(entry.get("glob"))));
        }
        return new NativeMetadata(types, resources);
    }

    private static String type(Object type) {
        return type instanceof Map<?, ?> proxy ? "proxy of " + proxy.get("proxy") : type.toString();
    }
}
