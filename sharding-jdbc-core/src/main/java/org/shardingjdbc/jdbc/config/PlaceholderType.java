package org.shardingjdbc.jdbc.config;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the values of placeholders <code>$${NAME::default}</code> come from. */
public enum PlaceholderType {
    /** Placeholders are mistakes. */
    NONE,
    /** Environment variables. */
    ENVIRONMENT,
    /** System properties. */
    SYSTEM_PROPS;

    /**
     * The type of that name, as the URL parameter {@code placeholder-type} writes it.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static PlaceholderType of(String name) {
        for (PlaceholderType type : values()) {
            if (type.name().equalsIgnoreCase(name)) {
                return type;
            }
        }
        throw new IllegalArgumentException("placeholder-type must be none, environment or system_props, not '"
                + name.toLowerCase(Locale.ROOT) + "'");
    }

    /** The value of a name, or null. */
    @Nullable
    String value(String name) {
        return switch (this) {
            case NONE -> null;
            case ENVIRONMENT -> System.getenv(name);
            case SYSTEM_PROPS -> System.getProperty(name);
        };
    }
}
