package org.shardingjdbc.rule.internal.inline;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Walks over the characters of a hole, skipping blanks before each piece. One per hole. */
final class Scanner {
    /** Longest first, so that the first one that fits is the operator that stands there. */
    private static final String[] OPERATORS = {
        ">>>", "..<", "<=>", "**", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "?:", "?.", "..", "->", "+", "-",
        "*", "/", "%", "(", ")", "[", "]", "{", "}", ",", ".", "?", ":", "!", "<", ">", "&", "|", "^", "~"
    };

    private final String text;
    private final int shift;
    private int position;

    Scanner(String text, int position, int shift) {
        this.text = text;
        this.position = position;
        this.shift = shift;
    }

    int position() {
        return position;
    }

    void moveTo(int newPosition) {
        position = newPosition;
    }

    /** Whether this operator stands here. */
    boolean at(String operator) {
        return operator.equals(operatorHere());
    }

    /** Consumes the operator if it stands here. */
    boolean accept(String operator) {
        if (!at(operator)) {
            return false;
        }
        position += operator.length();
        return true;
    }

    /** Consumes the one of these operators that stands here, or gives null. */
    @Nullable
    String acceptAny(String... operators) {
        String here = operatorHere();
        for (String operator : operators) {
            if (operator.equals(here)) {
                position += operator.length();
                return operator;
            }
        }
        return null;
    }

    void expect(String operator) {
        if (!accept(operator)) {
            throw unexpected("'" + operator + "'");
        }
    }

    /** As {@link #expect}; what follows is not the language any more. */
    void expectWithoutSkipping(String operator) {
        expect(operator);
    }

    /** Consumes this word if it stands here. */
    boolean acceptWord(String wanted) {
        int start = position;
        if (wanted.equals(word())) {
            return true;
        }
        position = start;
        return false;
    }

    /** Consumes the identifier that stands here, or gives null. */
    @Nullable
    String word() {
        skipBlanks();
        return wordHere();
    }

    /** As {@link #word} without skipping blanks. */
    @Nullable
    String wordHere() {
        int start = position;
        if (position < text.length() && Character.isJavaIdentifierStart(text.charAt(position))) {
            while (position < text.length() && Character.isJavaIdentifierPart(text.charAt(position))) {
                position++;
            }
        }
        return start == position ? null : text.substring(start, position);
    }

    boolean atDigit() {
        skipBlanks();
        return position < text.length() && isDigit(text.charAt(position));
    }

    boolean atQuote() {
        skipBlanks();
        return position < text.length() && (text.charAt(position) == '\'' || text.charAt(position) == '"');
    }

    /** Whether a value begins here. */
    boolean atOperand() {
        boolean plain = atDigit() || atQuote() || at("(");
        return plain || position < text.length() && Character.isJavaIdentifierStart(text.charAt(position));
    }

    /** Consumes a number: digits, also hexadecimal, octal or binary ones, a fraction, and a letter for its type. */
    String number() {
        int start = position;
        int radix = radixHere();
        if (radix != 10) {
            position += radix == 8 ? 1 : 2;
            digits(radix);
            return numberFrom(start, radix == 8 ? start : start + 2);
        }
        digits(10);
        boolean fraction =
                position + 1 < text.length() && text.charAt(position) == '.' && isDigit(text.charAt(position + 1));
        if (fraction) {
            position++;
            digits(10);
        }
        return numberFrom(start, start);
    }

    private String numberFrom(int start, int digits) {
        boolean missing = position == digits;
        if (position < text.length() && "lLgG".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        if (missing || position < text.length() && Character.isJavaIdentifierPart(text.charAt(position))) {
            throw error("this is not a number");
        }
        return text.substring(start, position);
    }

    /**
     * Consumes a string.
     *
     * @param pieces gets its literal pieces and holes
     * @param hole reads a hole: in braces when true, a bare name when false
     */
    void string(List<Object> pieces, Function<Boolean, Term> hole) {
        int start = position;
        char quote = text.charAt(position++);
        StringBuilder literal = new StringBuilder();
        while (position < text.length() && text.charAt(position) != quote) {
            char c = text.charAt(position);
            if (c == '\\') {
                literal.append(escaped());
            } else if (quote == '"' && c == '$' && atHole()) {
                flush(literal, pieces);
                boolean braces = text.charAt(position + 1) == '{';
                position += braces ? 2 : 1;
                pieces.add(hole.apply(braces));
            } else {
                literal.append(c);
                position++;
            }
        }
        if (position >= text.length()) {
            throw error("the string is not closed", start);
        }
        position++;
        flush(literal, pieces);
    }

    InlineSyntaxException unexpected(String wanted) {
        skipBlanks();
        String found = position < text.length() ? "'" + text.charAt(position) + "'" : "the end";
        return error("expected " + wanted + " but found " + found);
    }

    InlineSyntaxException error(String message) {
        return error(message, position);
    }

    InlineSyntaxException error(String message, int at) {
        int place = at;
        while (place < text.length() && Character.isWhitespace(text.charAt(place))) {
            place++;
        }
        return new InlineSyntaxException(place + shift, message);
    }

    private static void flush(StringBuilder literal, List<Object> pieces) {
        if (!literal.isEmpty()) {
            pieces.add(literal.toString());
            literal.setLength(0);
        }
    }

    private boolean atHole() {
        if (position + 1 >= text.length()) {
            return false;
        }
        char next = text.charAt(position + 1);
        return next == '{' || next != '$' && Character.isJavaIdentifierStart(next);
    }

    private char escaped() {
        if (position + 1 >= text.length()) {
            throw error("the string is not closed");
        }
        char c = text.charAt(position + 1);
        int known = "nt\\'\"$".indexOf(c);
        if (known < 0) {
            throw error("unknown escape '\\" + c + "'");
        }
        position += 2;
        return "\n\t\\'\"$".charAt(known);
    }

    private @Nullable String operatorHere() {
        skipBlanks();
        for (String operator : OPERATORS) {
            if (text.startsWith(operator, position)) {
                return operator;
            }
        }
        return null;
    }

    private int radixHere() {
        if (text.charAt(position) != '0' || position + 1 == text.length()) {
            return 10;
        }
        char next = text.charAt(position + 1);
        if (next == 'x' || next == 'X') {
            return 16;
        }
        if (next == 'b' || next == 'B') {
            return 2;
        }
        return isDigit(next) || next == '_' ? 8 : 10;
    }

    private void digits(int radix) {
        while (position < text.length()
                && (Character.digit(text.charAt(position), radix) >= 0 || text.charAt(position) == '_')) {
            position++;
        }
    }

    private void skipBlanks() {
        while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
            position++;
        }
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
