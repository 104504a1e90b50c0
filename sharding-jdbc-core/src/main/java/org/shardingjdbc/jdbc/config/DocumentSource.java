package org.shardingjdbc.jdbc.config;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.internal.yaml.PlaceholderValues;
import org.shardingjdbc.rule.problem.ConfigPath;

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

    /** What fills its placeholders. */
    PlaceholderValues values() {
        return values == null ? new OfType(placeholders) : new OfSource(values);
    }

    private record OfType(PlaceholderType type) implements PlaceholderValues {
        @Override
        public @Nullable String kind() {
            return switch (type) {
                case NONE -> null;
                case ENVIRONMENT -> "environment variable";
                case SYSTEM_PROPS -> "system property";
            };
        }

        @Override
        public @Nullable String value(String name) {
            return type.value(name);
        }
    }

    private record OfSource(PlaceholderSource source) implements PlaceholderValues {
        @Override
        public String kind() {
            return "property";
        }

        @Override
        public @Nullable String value(String name) {
            return source.value(name);
        }

        @Override
        public boolean fillsSprings() {
            return true;
        }

        @Override
        public String fill(String text) {
            return source.fill(text);
        }

        @Override
        public @Nullable String place(ConfigPath path) {
            return source.place(path);
        }
    }

    /** Not the text, which may hold secrets. */
    @Override
    public String toString() {
        return "a document of " + text.length() + " characters";
    }
}
