package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.Nullable;

/** What a character of a text is in an operation: its code beside a number, a text beside a text. */
final class Characters {
    private Characters() {}

    static @Nullable Object beside(@Nullable Object value, @Nullable Object other) {
        if (!(value instanceof Character character)) {
            return value;
        }
        if (other instanceof String) {
            return character.toString();
        }
        return other instanceof Number || other instanceof Character ? (Object) (int) character : value;
    }
}
