package org.shardingjdbc.jdbc.governance;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The {@code mode} of a configuration that has a registry. Immutable.
 *
 * @param cluster whether several instances share the registry
 * @param repository the type of the registry, such as {@code ZooKeeper}
 * @param props of the registry, by the names that its type knows; never printed, since there are secrets among them
 * @param whenDifferent what counts at a start when the local document and the registry differ
 * @param secretKey 32 bytes in Base64 by which all that is stored is encrypted; null for none
 * @param localCopy a file for the last configuration, so that a start succeeds while the registry is away; null for
 *     none
 * @param whenAway what becomes of statements while the registry cannot be reached
 */
public record ModeConfiguration(
        boolean cluster,
        String repository,
        Map<String, String> props,
        DifferenceWinner whenDifferent,
        @Nullable String secretKey,
        @Nullable String localCopy,
        WhenAway whenAway) {
    /** Copies the props in their order. */
    public ModeConfiguration {
        props = Collections.unmodifiableMap(new LinkedHashMap<>(props));
    }

    /** As the configuration writes it. */
    public String type() {
        return cluster ? "Cluster" : "Standalone";
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return type() + " " + repository + props.keySet();
    }

    /** What counts at a start when the local document and the registry differ. */
    public enum DifferenceWinner {
        /** What the registry has; the local document is ignored. */
        REMOTE_WINS,
        /** The local document, which becomes the registry's next version. */
        LOCAL_WINS,
        /** Neither: the start fails. */
        FAIL;

        /** As the configuration writes it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The one that the configuration writes so, or null. */
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
