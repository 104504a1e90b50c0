package org.shardingjdbc.jdbc.config;

import org.jspecify.annotations.Nullable;

/**
 * The text of which a configuration was read, and what fills its placeholders, so that a registry can store the text
 * and a later version of it is read in the same way. Immutable.
 */
public final class DocumentSource {
    /** Equal to each other one. */
    static final DocumentSource ANY = new DocumentSource("", PlaceholderType.NONE, null);

    private final String text;
    private final PlaceholderType placeholders;
    private final @Nullable PlaceholderSource values;

    /** @param values asked instead of where the type says; null for none */
    DocumentSource(String text, PlaceholderType placeholders, @Nullable PlaceholderSource values) {
        this.text = text;
        this.placeholders = placeholders;
        this.values = values;
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

    /** Two configurations are equal whatever they were read of. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DocumentSource;
    }

    @Override
    public int hashCode() {
        return 1;
    }

    /** Not the text, which may hold secrets. */
    @Override
    public String toString() {
        return "a document of " + text.length() + " characters";
    }
}
