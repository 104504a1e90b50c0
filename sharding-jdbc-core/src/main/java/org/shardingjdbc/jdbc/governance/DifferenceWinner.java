package org.shardingjdbc.jdbc.governance;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What counts at a start when the local document and the registry differ. */
public enum DifferenceWinner {
    /** What the registry has; the local document is left aside. */
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
