package org.shardingjdbc.parser.internal.shape;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.build.Literals;
import org.shardingjdbc.parser.internal.token.Vocabularies;

/**
 * Finds the shapes of texts of one dialect: by one of the same shape that came before, with which the text is compared
 * character by character, else in one pass over its tokens. Of each shape one text is remembered, for as long as there
 * is room; its memory is of fixed size, but for the texts' length. Safe for all threads, which share no more than what
 * they read.
 */
public final class TextShapes {
    /** Texts of more characters are read by the parser. */
    private static final int LONGEST_TEXT = 1 << 16;
    /** Longer texts are not remembered. */
    private static final int LONGEST_KNOWN = 1 << 10;

    private static final int SETS = 1 << 8;
    /** How many shapes are remembered that begin alike, up to their first digit or quote. */
    private static final int WAYS = 4;

    private final Dialect dialect;
    private final Vocabularies vocabularies;
    private final Literals literals;
    /**
     * Sets of shapes, by the hash of what is before the first digit or quote, the latest first. Written without order:
     * a shape is immutable, and one that another thread overwrites is found anew.
     */
    private final TextShape[] known = new TextShape[SETS * WAYS];

    public TextShapes(Dialect dialect) {
        this.dialect = dialect;
        this.vocabularies = new Vocabularies(dialect);
        this.literals = new Literals(dialect);
    }

    /**
     * The shape of a text.
     *
     * @return null when no literal may be left out, or it has parameters of its own, or it is wrong
     */
    public @Nullable TextShape of(String sql) {
        if (sql.length() > LONGEST_TEXT) {
            return null;
        }
        int set = setOf(sql);
        for (int way = set; way < set + WAYS; way++) {
            TextShape before = known[way];
            if (before == null) {
                break;
            }
            TextShape alike = before.alike(sql);
            if (alike != null) {
                return alike;
            }
        }
        TextShape read = read(sql);
        if (read != null && sql.length() <= LONGEST_KNOWN && read.isTelling()) {
            System.arraycopy(known, set, known, set + 1, WAYS - 1);
            known[set] = read;
        }
        return read;
    }

    /** Where the shapes are that begin as the text does. */
    private static int setOf(String sql) {
        int hash = 0;
        for (int at = 0; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c <= '9' && (c >= '0' || c == '\'')) {
                break;
            }
            hash = hash * 31 + c;
        }
        return ((hash ^ hash >>> 16 ^ hash >>> 8) & (SETS - 1)) * WAYS;
    }

    private @Nullable TextShape read(String sql) {
        ShapeReader reader = new ShapeReader(sql, dialect, vocabularies);
        try {
            if (!reader.read()) {
                return null;
            }
        } catch (ShardingException wrong) {
            return null;
        }
        int[] slots = reader.slots();
        int count = reader.count();
        int hash = count;
        int from = 0;
        for (int slot = 0; slot <= count; slot++) {
            int to = slot < count ? slots[slot * 3] : sql.length();
            for (int at = from; at < to; at++) {
                char c = sql.charAt(at);
                if (c == '?') {
                    // Each ? of the shape's text must be a literal.
                    return null;
                }
                hash = hash * 31 + c;
            }
            if (slot < count) {
                from = slots[slot * 3 + 1];
                hash = hash * 31 + slots[slot * 3 + 2];
            }
        }
        return new TextShape(sql, slots, count, hash ^ hash >>> 16, literals);
    }
}
