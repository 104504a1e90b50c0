package org.shardingjdbc.jdbc.internal.yaml;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;

/** Where the values of a document's placeholders come from. Asked by the thread that reads the document. */
public interface PlaceholderValues {
    /** What messages call one of them, such as {@code environment variable}; null when placeholders are mistakes. */
    @Nullable
    String kind();

    /**
     * The value of <code>$${NAME::default}</code>.
     *
     * @return null when there is none; then the default applies
     */
    @Nullable
    String value(String name);

    /** Whether it fills the form of Spring, too, by {@link #fill}. */
    default boolean fillsSprings() {
        return false;
    }

    /**
     * Fills <code>${NAME:default}</code> in a text outside of rules, where this form means inline expressions.
     *
     * @throws IllegalArgumentException when a placeholder has neither a value nor a default
     */
    default String fill(String text) {
        return text;
    }

    /**
     * What messages call a place of the document, where that was put together from something else.
     *
     * @return null where it is called by line and column
     */
    default @Nullable String place(ConfigPath path) {
        return null;
    }
}
