package org.shardingjdbc.feature.encrypt.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.KeyService;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.problem.Nearest;

/**
 * Keys with their ids, the key for writing first. They are in the property {@code keys} as {@code id:base64}, between
 * commas or on lines of their own; or in the same form in the file that {@code key-file} names, or from the
 * {@link KeyService} that {@code key-service} names. Immutable; its text shows no key.
 */
final class KeyRing {
    private static final String KEYS = "keys";
    private static final String FILE = "key-file";
    private static final String SERVICE = "key-service";

    private final String property;
    private final List<Key> keys = new ArrayList<>();

    /** One key. Its text does not show it. */
    static final class Key {
        private final int id;
        private final byte[] bytes;

        Key(int id, byte[] bytes) {
            this.id = id;
            this.bytes = bytes.clone();
        }

        /** 0 and more. */
        int id() {
            return id;
        }

        byte[] bytes() {
            return bytes.clone();
        }
    }

    private KeyRing(String property, String text) {
        this.property = property;
        for (String line : text.lines().toList()) {
            for (String entry : line.split(",")) {
                if (!entry.isBlank()) {
                    add(entry.trim());
                }
            }
        }
        if (keys.isEmpty()) {
            throw invalid("has no key: write <id>:<base64>");
        }
    }

    /** @throws InvalidPropertyException when there is no key, or a wrong one, or what has them fails */
    static KeyRing of(AlgorithmProperties properties) {
        String keys = properties.text(KEYS);
        String file = properties.text(FILE);
        String service = properties.text(SERVICE);
        List<String> given = new ArrayList<>();
        add(given, KEYS, keys);
        add(given, FILE, file);
        add(given, SERVICE, service);
        if (given.size() != 1) {
            throw new InvalidPropertyException(
                    given.isEmpty() ? KEYS : given.get(1),
                    "exactly one of the properties 'keys', 'key-file' and 'key-service' is required");
        }
        if (service != null) {
            return new KeyRing(SERVICE, ask(service.trim(), properties));
        }
        return file != null ? new KeyRing(FILE, read(file)) : new KeyRing(KEYS, Objects.requireNonNull(keys));
    }

    private static void add(List<String> given, String name, @Nullable String value) {
        if (value != null) {
            given.add(name);
        }
    }

    private static String ask(String type, AlgorithmProperties properties) {
        TypeRegistry<KeyService> services = new TypeRegistry<KeyService>("key-service")
                .services(KeyService.class, KeyService::type, service -> service);
        KeyService service = services.of(type);
        if (service == null) {
            throw new InvalidPropertyException(
                    SERVICE,
                    "property 'key-service' names '" + type + "', and the services that are there are "
                            + services.types() + Nearest.suggestion(type, services.types()));
        }
        return ask(service, properties);
    }

    private static String ask(KeyService service, AlgorithmProperties properties) {
        String keys = null;
        Exception failure = null;
        try {
            keys = service.keys(properties);
        } catch (InvalidPropertyException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            failure = e;
        }
        if (keys != null) {
            return keys;
        }
        InvalidPropertyException told = new InvalidPropertyException(
                SERVICE,
                "key service '" + service.type() + "' "
                        + (failure == null ? "gave no keys" : "gave no keys: " + failure));
        if (failure != null) {
            told.initCause(failure);
        }
        throw told;
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file.trim()));
        } catch (IOException | InvalidPathException e) {
            throw new InvalidPropertyException(
                    FILE,
                    "property 'key-file' names a file that cannot be read: "
                            + e.getClass().getSimpleName());
        }
    }

    private void add(String entry) {
        int colon = entry.indexOf(':');
        int id = colon < 0 ? -1 : id(entry.substring(0, colon).trim());
        if (id < 0) {
            throw invalid("must have keys as <id>:<base64>, the id a whole number from 0 to 2147483647");
        }
        if (keys.stream().anyMatch(other -> other.id == id)) {
            throw invalid("has two keys of the id " + id);
        }
        try {
            keys.add(new Key(
                    id, Base64.getDecoder().decode(entry.substring(colon + 1).trim())));
        } catch (IllegalArgumentException e) {
            throw invalid("has a key of the id " + id + " that is no Base64");
        }
    }

    private static int id(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private InvalidPropertyException invalid(String what) {
        return new InvalidPropertyException(property, "property '" + property + "' " + what);
    }

    /** @param wanted what the lengths are, in bytes */
    void requireLength(IntPredicate length, String wanted) {
        for (Key key : keys) {
            if (!length.test(key.bytes.length)) {
                throw invalid(
                        "has a key of the id " + key.id + " with " + key.bytes.length + " bytes: it needs " + wanted);
            }
        }
    }

    /** The keys that are used for reading besides the newest. */
    List<Key> former() {
        return List.copyOf(keys.subList(1, keys.size()));
    }

    /** The key that is used for writing. */
    Key newest() {
        return keys.get(0);
    }

    List<Key> all() {
        return List.copyOf(keys);
    }
}
