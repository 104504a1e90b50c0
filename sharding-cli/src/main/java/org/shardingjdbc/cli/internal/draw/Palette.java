package org.shardingjdbc.cli.internal.draw;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * How texts are made to look: with the colours of a terminal or without, with lines and blocks or in ASCII. Immutable.
 *
 * @param colours whether there are any
 * @param lines whether the reader's character set has lines and blocks
 */
public record Palette(boolean colours, boolean lines) {
    /** Without colours, for files and pipes. */
    public static final Palette PLAIN = new Palette(false, true);

    /** With colours. */
    public static final Palette COLOURED = new Palette(true, true);

    private static final String ESCAPE = "\u001b[";
    private static final String END = ESCAPE + "0m";

    /** What a text is. */
    public enum Role {
        /** What is said in large letters elsewhere. */
        TITLE("1"),
        /** An operator of a plan, the name of a column. */
        NAME("1;36"),
        /** A data source. */
        PLACE("33"),
        /** SQL, and what belongs to it. */
        SQL("32"),
        /** A number that is worth a look. */
        NUMBER("35"),
        /** What one need not read. */
        DIM("2"),
        /** What went wrong. */
        ERROR("1;31"),
        /** What may go wrong. */
        WARNING("1;33"),
        /** What is as it should be. */
        GOOD("32");

        private final String code;

        Role(String code) {
            this.code = code;
        }
    }

    /** A palette for a character set. */
    public static Palette of(boolean colours, Charset charset) {
        return new Palette(
                colours,
                charset.equals(StandardCharsets.UTF_8)
                        || charset.canEncode() && charset.newEncoder().canEncode("─█…"));
    }

    /** The text in the colour of its role; without trailing or inner changes. */
    public String paint(Role role, String text) {
        return colours && !text.isEmpty() ? ESCAPE + role.code + 'm' + text + END : text;
    }

    /** The first where the character set has it, else the second. */
    public String either(String drawn, String ascii) {
        return lines ? drawn : ascii;
    }

    /** What stands where a text was cut. */
    String cut() {
        return either("…", "~");
    }
}
