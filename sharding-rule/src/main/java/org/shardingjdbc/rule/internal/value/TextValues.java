package org.shardingjdbc.rule.internal.value;

import static org.shardingjdbc.rule.internal.value.UnknownValue.UNKNOWN;

import java.math.BigInteger;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Texts as their columns store them, and what their collation holds for equal.
 *
 * <p>Algorithms see the characters. A collation of MySQL or MariaDB that ignores case or accents holds texts for equal
 * that lie on different data nodes, so that on such a column only printable ASCII without letters names one place; a
 * text with letters is read from all nodes. Collations that compare characters (_bin, and those of other databases) are
 * exact. Where trailing blanks do not count, a row lies where its text without them belongs.
 */
final class TextValues {
    /** What a catalog writes before the name of a collation that calls different strings equal. */
    private static final String LOOSE_COLLATION = "nondeterministic:";

    private TextValues() {}

    /** The canonical text. */
    static Object text(Object value, ColumnSchema column, boolean fixedLength, boolean write) {
        String text = textOf(value, write);
        if (text == null) {
            return UNKNOWN;
        }
        boolean blanksCount = !fixedLength && !padsBlanks(column);
        String canonical = blanksCount ? text : withoutTrailingBlanks(text);
        boolean tooLong = write && column.size() > 0 && canonical.codePointCount(0, canonical.length()) > column.size();
        return tooLong ? UNKNOWN : canonical;
    }

    /** Whether no other text is equal to this one in the column. */
    static boolean isCertain(String text, @Nullable ColumnSchema column) {
        if (column == null) {
            return true;
        }
        String typeName = column.typeName() == null ? "" : column.typeName().toUpperCase(Locale.ROOT);
        if (collation(column).startsWith(LOOSE_COLLATION)) {
            return false;
        }
        boolean ignoresCase = typeName.equals("CITEXT")
                || typeName.contains("IGNORECASE")
                || collation(column).contains("_ci");
        boolean exact = !ignoresCase
                && !collation(column).endsWith("_cs")
                && !collation(column).contains("_ai");
        for (int i = 0; !exact && i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || ignoresCase && Character.isLetter(c)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String textOf(Object value, boolean write) {
        if (value instanceof String text) {
            return text;
        }
        if (value instanceof Character) {
            return value.toString();
        }
        boolean whole = value instanceof Integer
                || value instanceof Long
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger;
        return write && whole ? value.toString() : null;
    }

    /** MySQL's and MariaDB's collations ignore trailing blanks, but for those that say otherwise in their names. */
    static boolean padsBlanks(ColumnSchema column) {
        String collation = collation(column);
        boolean named = collation.endsWith("_ci") || collation.endsWith("_cs") || collation.endsWith("_bin");
        return named && !collation.contains("nopad") && !collation.contains("0900");
    }

    private static String collation(ColumnSchema column) {
        return column.collation() == null ? "" : column.collation().toLowerCase(Locale.ROOT);
    }

    private static String withoutTrailingBlanks(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == ' ') {
            end--;
        }
        return text.substring(0, end);
    }
}
