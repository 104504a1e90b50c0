package org.shardingjdbc.jdbc.config;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.problem.ConfigPath;

/**
 * Where values of placeholders come from in an application that knows more than environment and system properties.
 * Asked by the thread that reads a configuration.
 */
public interface PlaceholderSource {
    /**
     * The value of <code>$${NAME::default}</code>.
     *
     * @return null when there is none; then the default applies
     */
    @Nullable
    String value(String name);

    /**
     * Fills <code>${NAME:default}</code> in a text outside of rules, where this form means inline expressions.
     *
     * @throws IllegalArgumentException when a placeholder has neither a value nor a default
     */
    String fill(String text);

    /**
     * What messages call a place of the document, where that was put together from something else.
     *
     * @return null where it is called by line and column
     */
    default @Nullable String place(ConfigPath path) {
        return null;
    }
}
