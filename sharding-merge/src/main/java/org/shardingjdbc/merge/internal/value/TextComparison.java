package org.shardingjdbc.merge.internal.value;

/** Compares texts as databases without a language's rules do. */
public final class TextComparison {
    private static final char BLANK = ' ';

    private TextComparison() {}

    /** By code points; where the texts differ in a surrogate, the character beyond the basic plane is the greater. */
    public static int codePoints(String left, String right) {
        int common = Math.min(left.length(), right.length());
        int at = firstDifference(left, right, common);
        return at < common ? rank(left.charAt(at)) - rank(right.charAt(at)) : left.length() - right.length();
    }

    /** Where texts differ first, before an end; the end where they do not. */
    private static int firstDifference(String left, String right, int end) {
        int at = 0;
        while (at < end && left.charAt(at) == right.charAt(at)) {
            at++;
        }
        return at;
    }

    /** By code points, the shorter text going on in blanks. */
    public static int paddedCodePoints(String left, String right) {
        int common = Math.min(left.length(), right.length());
        int at = firstDifference(left, right, common);
        if (at < common) {
            return rank(left.charAt(at)) - rank(right.charAt(at));
        }
        return left.length() > common ? againstBlanks(left, common) : -againstBlanks(right, common);
    }

    private static int againstBlanks(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            int difference = rank(text.charAt(i)) - BLANK;
            if (difference != 0) {
                return difference;
            }
        }
        return 0;
    }

    /** By code points or UTF-16 units, trailing blanks left out. */
    public static int trimmed(String left, String right, boolean codePoints) {
        int leftEnd = endOfText(left);
        int rightEnd = endOfText(right);
        int common = Math.min(leftEnd, rightEnd);
        int at = firstDifference(left, right, common);
        if (at == common) {
            return leftEnd - rightEnd;
        }
        char first = left.charAt(at);
        char second = right.charAt(at);
        return codePoints ? rank(first) - rank(second) : first - second;
    }

    public static String withoutTrailingBlanks(String text) {
        return text.substring(0, endOfText(text));
    }

    /** Where trailing blanks begin. */
    private static int endOfText(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == BLANK) {
            end--;
        }
        return end;
    }

    /** Texts that {@link String#compareToIgnoreCase} calls equal become the same. */
    static String withoutCase(String text) {
        StringBuilder folded = new StringBuilder(text.length());
        text.codePoints().forEach(point -> folded.appendCodePoint(Character.toLowerCase(Character.toUpperCase(point))));
        return folded.toString();
    }

    /** Puts surrogates above all characters of the basic plane. */
    private static int rank(char unit) {
        return Character.isSurrogate(unit) ? unit + 0x10000 : unit;
    }
}
