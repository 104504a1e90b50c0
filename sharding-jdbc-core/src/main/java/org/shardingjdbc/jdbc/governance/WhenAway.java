package org.shardingjdbc.jdbc.governance;

import org.jspecify.annotations.Nullable;

/** What happens to statements while the registry cannot be reached: {@code mode.whenAway} of a configuration. */
public enum WhenAway {
    /**
     * Statements fail as soon as the other instances may take this one for dead, and so may change the configuration
     * without it. So no statement is answered by a configuration that is no longer valid.
     */
    REFUSE("refuse"),
    /**
     * Statements run on by the configuration that this instance knows. An operator who changes the layout of tables
     * meanwhile must know that an instance without connection to the registry does not take part.
     */
    GO_ON("go-on");

    private final String key;

    WhenAway(String key) {
        this.key = key;
    }

    /** The word for it in a configuration. */
    public String key() {
        return key;
    }

    /** The one with that {@link #key}, in upper or lower case; null for another word. */
    public static @Nullable WhenAway of(String key) {
        for (WhenAway each : values()) {
            if (each.key.equalsIgnoreCase(key)) {
                return each;
            }
        }
        return null;
    }
}
