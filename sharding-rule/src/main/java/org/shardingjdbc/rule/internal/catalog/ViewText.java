package org.shardingjdbc.rule.internal.catalog;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The query of a view over sharded tables, as a literal inside of the view that a data source has: databases print the
 * queries of views anew and keep literals. Stateless.
 */
public final class ViewText {
    /** How the literal begins. */
    public static final String MARK = "shd_view:";

    private ViewText() {}

    /** The content of the literal: letters, digits and signs that need no quoting. */
    public static String literal(String query) {
        return MARK + Base64.getUrlEncoder().withoutPadding().encodeToString(query.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The query that a view's definition holds.
     *
     * @param definition as the database prints it; may be null
     * @return null when it holds none
     */
    public static @Nullable String queryOf(String definition) {
        int start = definition == null ? -1 : definition.indexOf(MARK);
        if (start < 0) {
            return null;
        }
        start += MARK.length();
        int stop = start;
        while (stop < definition.length() && isOfLiteral(definition.charAt(stop))) {
            stop++;
        }
        byte[] query = Base64.getUrlDecoder().decode(definition.substring(start, stop));
        return new String(query, StandardCharsets.UTF_8);
    }

    private static boolean isOfLiteral(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || character == '-'
                || character == '_';
    }
}
