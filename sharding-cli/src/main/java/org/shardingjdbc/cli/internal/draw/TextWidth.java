package org.shardingjdbc.cli.internal.draw;

import org.jline.utils.WCWidth;

/**
 * How many cells of a terminal a text takes: none for what joins the letter before, two for wide letters. Stateless.
 */
public final class TextWidth {
    private static final int JOINER = 0x200d;

    private TextWidth() {}

    /** The cells that the text takes; control characters take none. */
    public static int of(String text) {
        int cells = 0;
        boolean joined = false;
        for (int i = 0; i < text.length(); ) {
            int letter = text.codePointAt(i);
            i += Character.charCount(letter);
            cells += joined ? 0 : cells(letter);
            joined = letter == JOINER;
        }
        return cells;
    }

    private static int cells(int letter) {
        if (letter >= ' ' && letter < 0x7f) {
            return 1;
        }
        return Math.max(0, WCWidth.wcwidth(letter));
    }

    /** As much of the text as fits, with {@code mark} at its end where something is missing. */
    public static String cut(String text, int atMost, String mark) {
        if (of(text) <= atMost) {
            return text;
        }
        int room = atMost - of(mark);
        return text.substring(0, fitting(text, 0, Math.max(0, room))) + (room < 0 ? "" : mark);
    }

    /** Where a piece of that many cells ends; at least one letter further than {@code from}, unless it takes none. */
    static int fitting(String text, int from, int cells) {
        int left = cells;
        int at = from;
        boolean joined = false;
        while (at < text.length()) {
            int letter = text.codePointAt(at);
            int needed = joined ? 0 : cells(letter);
            if (needed > left) {
                return at;
            }
            left -= needed;
            at += Character.charCount(letter);
            joined = letter == JOINER;
        }
        return at;
    }

    /** The text with blanks behind it. */
    public static String left(String text, int width) {
        return text + " ".repeat(Math.max(0, width - of(text)));
    }

    /** The text with blanks before it. */
    public static String right(String text, int width) {
        return " ".repeat(Math.max(0, width - of(text))) + text;
    }
}
