package org.shardingjdbc.cli.internal.draw;

/** A text as it may be shown: what would move the cursor, ring or colour is written out. Stateless. */
public final class PrintableText {
    private PrintableText() {}

    /** The text in one line. */
    public static String line(String text) {
        int first = firstControl(text);
        if (first < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 8).append(text, 0, first);
        for (int i = first; i < text.length(); i++) {
            append(shown, text.charAt(i));
        }
        return shown.toString();
    }

    /** The text in lines of its own. */
    public static String lines(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (String each : text.split("\r?\n", -1)) {
            shown.append(shown.isEmpty() ? "" : "\n").append(line(each));
        }
        return shown.toString();
    }

    private static int firstControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    /** Those that turn the direction of a line belong to them. */
    private static boolean isControl(char c) {
        return c < ' ' || c >= 0x7f && c < 0xa0 || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069;
    }

    private static void append(StringBuilder shown, char c) {
        switch (c) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> {
                if (isControl(c)) {
                    shown.append(String.format("\\u%04x", (int) c));
                } else {
                    shown.append(c);
                }
            }
        }
    }
}
