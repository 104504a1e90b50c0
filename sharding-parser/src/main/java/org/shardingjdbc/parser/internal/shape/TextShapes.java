package org.shardingjdbc.parser.internal.shape;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.build.Literals;
import org.shardingjdbc.parser.internal.token.Vocabularies;

/**
 * Finds the shapes of texts of one dialect in one pass over their tokens. Immutable, shared by all threads; nothing is
 * kept.
 */
public final class TextShapes {
    /** Texts of more characters are read by the parser. */
    private static final int LONGEST_TEXT = 1 << 16;

    private final Dialect dialect;
    private final Vocabularies vocabularies;
    private final Literals literals;

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
    public TextShape of(String sql) {
        if (sql.length() > LONGEST_TEXT) {
            return null;
        }
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
