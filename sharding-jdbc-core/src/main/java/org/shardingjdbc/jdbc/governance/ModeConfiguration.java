package org.shardingjdbc.jdbc.governance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part {@code mode} of a configuration with a registry. Immutable.
 *
 * @param cluster whether several instances share the registry
 * @param repository the type of the registry, such as {@code ZooKeeper}
 * @param props the properties of the registry, by names that depend on its type; never printed, as they contain secrets
 * @param whenDifferent which configuration is used at a start when the local document and the registry differ
 * @param secretKey the key, 32 bytes in Base64, that everything in the registry is encrypted with; null for no
 *     encryption
 * @param localCopy the file that the last configuration is copied to, so that an instance can start while the registry
 *     cannot be reached; null for none
 * @param whenAway what happens to statements while the registry cannot be reached
 */
public record ModeConfiguration(
        boolean cluster,
        String repository,
        Map<String, String> props,
        DifferenceWinner whenDifferent,
        @Nullable String secretKey,
        @Nullable String localCopy,
        WhenAway whenAway) {
    /** Copies the properties, and keeps their order. */
    public ModeConfiguration {
        props = Collections.unmodifiableMap(new LinkedHashMap<>(props));
    }

    /** The word for it in a configuration: {@code Cluster} or {@code Standalone}. */
    public String type() {
        return cluster ? "Cluster" : "Standalone";
    }

    /** The type of the registry and the names of its properties, without secrets. */
    @Override
    public String toString() {
        return type() + " " + repository + props.keySet();
    }

    /** Which configuration is used at a start when the local document and the registry differ. */
    public enum DifferenceWinner {
        /** That of the registry; the local document is ignored. */
        REMOTE_WINS,
        /** The local document, which becomes the registry's next version. */
        LOCAL_WINS,
        /** Neither: the start fails. */
        FAIL;

        /** The word for it in a configuration. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The one with that {@link #key}; null for another word. */
        public static @Nullable DifferenceWinner of(String key) {
            for (DifferenceWinner each : values()) {
                if (each.key().equals(key)) {
                    return each;
                }
            }
            return null;
        }
    }
}
