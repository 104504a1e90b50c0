package org.shardingjdbc.jdbc.config;

import org.jspecify.annotations.Nullable;

/**
 * The text of which a configuration was read, and what fills its placeholders, so that a registry can store the text
 * and a later version of it is read in the same way. Immutable.
 */
public final class DocumentSource {
    private final String text;
    private final PlaceholderType placeholders;
    private final @Nullable PlaceholderSource values;

    /** @param values asked instead of where the type says; null for none */
    DocumentSource(String text, PlaceholderType placeholders, @Nullable PlaceholderSource values) {
        this.text = text;
        this.placeholders = placeholders;
        this.values = values;
    }

    /** Another text, whose placeholders are filled in the same way. */
    public DocumentSource with(String other) {
        return new DocumentSource(other, placeholders, values);
    }

    /** The whole document, its placeholders as they were written. */
    public String text() {
        return text;
    }

    PlaceholderType placeholders() {
        return placeholders;
    }

    /** Asked instead of where the type says; null for none. */
    @Nullable
    PlaceholderSource values() {
        return values;
    }

    /** Not the text, which may hold secrets. */
    @Override
    public String toString() {
        return "a document of " + text.length() + " characters";
    }
}
