package org.shardingjdbc.jdbc.governance;

import org.jspecify.annotations.Nullable;

/** What becomes of statements while the registry cannot be reached: {@code mode.whenAway}. */
public enum WhenAway {
    /**
     * None is sent once others may take this instance for dead, and so may change the configuration without it. No
     * answer is by a configuration that is no longer valid.
     */
    REFUSE("refuse"),
    /**
     * They go on with the configuration that is known. Only an operator who changes the layout of tables meanwhile must
     * know that instances that are cut off do not take part.
     */
    GO_ON("go-on");

    private final String key;

    WhenAway(String key) {
        this.key = key;
    }

    /** As the configuration writes it. */
    public String key() {
        return key;
    }

    /** By its {@link #key}, in any case; null for another one. */
    public static @Nullable WhenAway of(String key) {
        for (WhenAway each : values()) {
            if (each.key.equalsIgnoreCase(key)) {
                return each;
            }
        }
        return null;
    }
}
