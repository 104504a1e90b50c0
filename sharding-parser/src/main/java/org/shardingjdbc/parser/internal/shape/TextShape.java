package org.shardingjdbc.parser.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.build.Literals;

/**
 * A SQL text seen as one of many that differ in literals only: the shape is the text without these literals, and what
 * kind each of them is. Two are equal when their shapes are, whatever the literals say, so that it is a key by which
 * all of them find one plan. Which literals are left out {@link TextShapes} decides. Immutable, safe for all threads.
 */
public final class TextShape {
    /** For each literal: where it starts, where it stops, and the ordinal of its kind. */
    private static final int ENTRIES = 3;

    private static final int[] NONE = {};

    private static final LiteralKind[] KINDS = LiteralKind.values();
    private static final int LONG_DIGITS = 18;

    private final String sql;
    private final int[] slots;
    private final int count;
    private final int hash;
    private final Literals literals;
    private final TextShape key;

    /**
     * @param slots three numbers for each literal, in text order; may be longer than that; nobody writes to it any more
     * @param hash of the text between the literals
     */
    TextShape(String sql, int[] slots, int count, int hash, Literals literals) {
        this.sql = sql;
        this.slots = slots;
        this.count = count;
        this.hash = hash;
        this.literals = literals;
        this.key = this;
    }

    /** Of a text that differs from a known one in literals only. */
    private TextShape(String sql, int[] slots, TextShape known) {
        this.sql = sql;
        this.slots = slots;
        this.count = known.count;
        this.hash = known.hash;
        this.literals = known.literals;
        this.key = known;
    }

    /** One that equals this one: the same object for many texts, so that it is found by what it is. */
    public TextShape key() {
        return key;
    }

    /**
     * Whether texts of this shape can be told without cutting them into tokens, by {@link #alike}: each literal ends
     * where its characters do, whatever they are.
     */
    boolean isTelling() {
        for (int slot = 0; slot < count; slot++) {
            int stop = stop(slot);
            if (literalStop(sql, start(slot), slot) != stop || stop < sql.length() && !endsNumber(sql.charAt(stop))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The shape of a text that has the same characters as this one between its literals, and literals of the same
     * characters' kinds: the tokens are of the same types, then, and all that is decided by these is the same. To be
     * asked of a {@linkplain #isTelling telling} shape only.
     *
     * @return null when the text differs in more, or may
     */
    @Nullable
    TextShape alike(String other) {
        int[] found = NONE;
        int from = 0;
        int itsFrom = 0;
        for (int slot = 0; slot < count; slot++) {
            int length = start(slot) - from;
            if (!other.regionMatches(itsFrom, sql, from, length)) {
                return null;
            }
            int start = itsFrom + length;
            int stop = literalStop(other, start, slot);
            if (stop < 0) {
                return null;
            }
            if (found == NONE) {
                found = new int[count * ENTRIES];
            }
            found[slot * ENTRIES] = start;
            found[slot * ENTRIES + 1] = stop;
            found[slot * ENTRIES + 2] = slots[slot * ENTRIES + 2];
            from = stop(slot);
            itsFrom = stop;
        }
        int rest = sql.length() - from;
        boolean same = other.length() - itsFrom == rest && other.regionMatches(itsFrom, sql, from, rest);
        return same ? new TextShape(other, found, this) : null;
    }

    /**
     * Where a literal of the slot's kind stops that starts there in a text and is written plainly: digits, with a sign
     * where this shape has one, digits with a point between them, or a string without another quote or a backslash.
     *
     * @return negative when there is none
     */
    private int literalStop(String text, int start, int slot) {
        LiteralKind kind = kind(slot);
        if (kind == LiteralKind.STRING) {
            return stringStop(text, start);
        }
        boolean signed = sql.charAt(start(slot)) == '-';
        if (signed && (start == text.length() || text.charAt(start) != '-')) {
            return -1;
        }
        int stop = digitsStop(text, signed ? start + 1 : start);
        if (kind == LiteralKind.INTEGER || stop < 0) {
            return stop;
        }
        return stop < text.length() && text.charAt(stop) == '.' ? digitsStop(text, stop + 1) : -1;
    }

    private static int digitsStop(String text, int start) {
        int at = start;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at == start ? -1 : at;
    }

    private static int stringStop(String text, int start) {
        if (start == text.length() || text.charAt(start) != '\'') {
            return -1;
        }
        for (int at = start + 1; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\'') {
                return at + 1;
            }
            if (c == '\\') {
                return -1;
            }
        }
        return -1;
    }

    /** Whether no number goes on with it, nor any other token that begins with a number or a string. */
    private static boolean endsNumber(char c) {
        return c == ' ' || c == ')' || c == ',' || c == ';' || c == '\n' || c == '\r' || c == '\t';
    }

    /** The text. */
    public String sql() {
        return sql;
    }

    /** How many literals are left out, at least one. */
    public int count() {
        return count;
    }

    /** The text with a {@code ?} for each literal. */
    public String parameterText() {
        StringBuilder text = new StringBuilder(sql.length());
        int from = 0;
        for (int slot = 0; slot < count; slot++) {
            text.append(sql, from, start(slot)).append('?');
            from = stop(slot);
        }
        return text.append(sql, from, sql.length()).toString();
    }

    /** The kinds of the literals, in text order. */
    public List<LiteralKind> kinds() {
        List<LiteralKind> kinds = new ArrayList<>(count);
        for (int slot = 0; slot < count; slot++) {
            kinds.add(kind(slot));
        }
        return kinds;
    }

    /** Appends a literal as it is written. */
    public void appendLiteral(int slot, StringBuilder text) {
        text.append(sql, start(slot), stop(slot));
    }

    /** How many characters all literals have together. */
    public int literalLength() {
        int length = 0;
        for (int slot = 0; slot < count; slot++) {
            length += stop(slot) - start(slot);
        }
        return length;
    }

    /** The value of a literal, of the class that {@link LiteralKind} says; its sign belongs to it. */
    public Object value(int slot) {
        int start = start(slot);
        int stop = stop(slot);
        LiteralKind kind = kind(slot);
        if (kind == LiteralKind.INTEGER && stop - start <= LONG_DIGITS && isPlain(start, stop)) {
            return Long.parseLong(sql, start, stop, 10);
        }
        if (kind == LiteralKind.STRING && isVerbatim(start + 1, stop - 1)) {
            return sql.substring(start + 1, stop - 1);
        }
        String text = sql.substring(start, stop);
        return text.charAt(0) == '-' ? literals.negative(kind, text.substring(1)) : literals.value(kind, text);
    }

    private boolean isPlain(int start, int stop) {
        for (int at = sql.charAt(start) == '-' ? start + 1 : start; at < stop; at++) {
            if (sql.charAt(at) < '0' || sql.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    private boolean isVerbatim(int start, int stop) {
        for (int at = start; at < stop; at++) {
            if (sql.charAt(at) == '\'' || sql.charAt(at) == '\\') {
                return false;
            }
        }
        return true;
    }

    private int start(int slot) {
        return slots[slot * ENTRIES];
    }

    private int stop(int slot) {
        return slots[slot * ENTRIES + 1];
    }

    private LiteralKind kind(int slot) {
        return KINDS[slots[slot * ENTRIES + 2]];
    }

    @Override
    public boolean equals(Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof TextShape that) || hash != that.hash || count != that.count) {
            return false;
        }
        int from = 0;
        int itsFrom = 0;
        for (int slot = 0; slot < count; slot++) {
            int length = start(slot) - from;
            boolean alike = kind(slot) == that.kind(slot)
                    && that.start(slot) - itsFrom == length
                    && sql.regionMatches(from, that.sql, itsFrom, length);
            if (!alike) {
                return false;
            }
            from = stop(slot);
            itsFrom = that.stop(slot);
        }
        int length = sql.length() - from;
        return that.sql.length() - itsFrom == length && sql.regionMatches(from, that.sql, itsFrom, length);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return parameterText();
    }
}
