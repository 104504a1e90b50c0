package org.shardingjdbc.feature.encrypt.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntPredicate;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * Keys with their ids, the newest first. They stand in the property {@code keys} as {@code id:base64}, between commas
 * or on lines of their own, or so in the file that {@code key-file} names. Immutable; its text shows no key.
 */
final class KeyRing {
    private static final String KEYS = "keys";
    private static final String FILE = "key-file";

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

    /** @throws InvalidPropertyException when there is no key, or a wrong one */
    static KeyRing of(AlgorithmProperties properties) {
        String keys = properties.text(KEYS);
        String file = properties.text(FILE);
        if ((keys == null) == (file == null)) {
            throw new InvalidPropertyException(
                    keys == null ? KEYS : FILE, "exactly one of the properties 'keys' and 'key-file' is required");
        }
        return keys != null ? new KeyRing(KEYS, keys) : new KeyRing(FILE, read(file));
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

    /** The property that the keys stand in, or that names their file. */
    String property() {
        return property;
    }

    int size() {
        return keys.size();
    }

    /** What is written with. */
    Key newest() {
        return keys.get(0);
    }

    List<Key> all() {
        return List.copyOf(keys);
    }
}
