package org.shardingjdbc.parser.internal.build;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Lexis;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/** Reads constants from their text. Immutable. */
public final class Literals {
    private static final int LONG_DIGITS = 18;

    private final Lexis lexis;
    private final char quote;

    public Literals(Dialect dialect) {
        lexis = dialect.lexis();
        quote = dialect.naming().quote();
    }

    /** The literal that a token of a literal's type is. */
    public Literal literal(Span span, int type, String text) {
        return switch (type) {
            case SqlGrammar.T_STRING -> new Literal(span, LiteralKind.STRING, string(text));
            case SqlGrammar.T_INTEGER -> new Literal(span, LiteralKind.INTEGER, integer(text));
            case SqlGrammar.T_DECIMAL -> new Literal(span, LiteralKind.DECIMAL, decimal(text));
            case SqlGrammar.T_APPROXIMATE -> new Literal(span, LiteralKind.APPROXIMATE, decimal(text));
            case SqlGrammar.T_BINARY ->
                new Literal(span, LiteralKind.BINARY, hexadecimal(text), text.charAt(0) == '0' ? "0x" : "X");
            case SqlGrammar.TRUE -> new Literal(span, LiteralKind.BOOLEAN, Boolean.TRUE);
            case SqlGrammar.FALSE -> new Literal(span, LiteralKind.BOOLEAN, Boolean.FALSE);
            case SqlGrammar.NULL -> new Literal(span, LiteralKind.NULL, null);
            default -> new Literal(span, LiteralKind.OTHER, text);
        };
    }

    /** The value of a literal of that kind. */
    public Object value(LiteralKind kind, String text) {
        return switch (kind) {
            case INTEGER -> integer(text);
            case DECIMAL -> decimal(text);
            case STRING -> string(text);
            default -> throw new IllegalArgumentException(kind.name());
        };
    }

    /** The value of a number with a minus before it. */
    public Object negative(LiteralKind kind, String text) {
        Object value = value(kind, text);
        if (value instanceof Long number) {
            return -number;
        }
        return value instanceof BigInteger number ? narrow(number.negate()) : ((BigDecimal) value).negate();
    }

    private static Number integer(String text) {
        String digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
        if (digits.length() > 2 && digits.charAt(0) == '0' && Character.isLetter(digits.charAt(1))) {
            int radix =
                    switch (digits.charAt(1)) {
                        case 'x', 'X' -> 16;
                        case 'o', 'O' -> 8;
                        default -> 2;
                    };
            return narrow(new BigInteger(digits.substring(2), radix));
        }
        return digits.length() <= LONG_DIGITS ? Long.valueOf(digits) : narrow(new BigInteger(digits));
    }

    private static Number narrow(BigInteger value) {
        if (value.bitLength() < Long.SIZE) {
            return value.longValue();
        }
        return value;
    }

    private static BigDecimal decimal(String text) {
        return new BigDecimal(text.indexOf('_') < 0 ? text : text.replace("_", ""));
    }

    private static String hexadecimal(String text) {
        return text.charAt(0) == '0' ? text.substring(2) : text.substring(2, text.length() - 1);
    }

    /** The characters of a string literal, its escapes undone. */
    public String string(String text) {
        char first = text.charAt(0);
        if (first == '$') {
            int tag = text.indexOf('$', 1) + 1;
            return text.substring(tag, text.length() - tag);
        }
        if (first == 'E' || first == 'e') {
            return unescape(text, 2, true);
        }
        if (first == 'U' || first == 'u') {
            return unicode(unquote(text, 3, text.charAt(2)));
        }
        return lexis.backslashEscapes() ? unescape(text, 1, false) : unquote(text, 1, first);
    }

    /** Whether a quoted name has other quotes than those that are usual. */
    boolean hasBackticks(String text) {
        return text.charAt(0) == '`' && quote != '`';
    }

    /** A quoted name without its quotes. */
    public String name(String text) {
        char first = text.charAt(0);
        if (first == 'U' || first == 'u') {
            return unicode(unquote(text, 3, '"'));
        }
        return unquote(text, 1, first);
    }

    private static String unquote(String text, int from, char quote) {
        if (text.indexOf(quote, from) == text.length() - 1) {
            return text.substring(from, text.length() - 1);
        }
        StringBuilder result = new StringBuilder(text.length());
        for (int at = from; at < text.length() - 1; at++) {
            char c = text.charAt(at);
            result.append(c);
            if (c == quote) {
                at++;
            }
        }
        return result.toString();
    }

    private String unescape(String text, int from, boolean numbers) {
        char quote = text.charAt(from - 1);
        if (text.indexOf('\\') < 0) {
            return unquote(text, from, quote);
        }
        StringBuilder result = new StringBuilder(text.length());
        int at = from;
        while (at < text.length() - 1) {
            char c = text.charAt(at++);
            if (c == quote) {
                at++;
                result.append(c);
            } else if (c == '\\') {
                at = escape(text, at, numbers, result);
            } else {
                result.append(c);
            }
        }
        return result.toString();
    }

    private int escape(String text, int at, boolean numbers, StringBuilder result) {
        char c = text.charAt(at);
        switch (c) {
            case 'n' -> result.append('\n');
            case 't' -> result.append('\t');
            case 'r' -> result.append('\r');
            case 'b' -> result.append('\b');
            case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                if (numbers) {
                    return numbered(text, at, 8, 3, result);
                }
                result.append(c == '0' ? '\0' : c);
            }
            case 'x' -> {
                return numbers ? numbered(text, at + 1, 16, 2, result) : plain(c, at, result);
            }
            case 'u' -> {
                return numbers ? numbered(text, at + 1, 16, 4, result) : plain(c, at, result);
            }
            case 'U' -> {
                return numbers ? numbered(text, at + 1, 16, 8, result) : plain(c, at, result);
            }
            default -> result.append(lexis.escaped(c));
        }
        return at + 1;
    }

    private static int plain(char c, int at, StringBuilder result) {
        result.append(c);
        return at + 1;
    }

    private static int numbered(String text, int from, int radix, int maxDigits, StringBuilder result) {
        int at = from;
        int value = 0;
        while (at < Math.min(from + maxDigits, text.length()) && Character.digit(text.charAt(at), radix) >= 0) {
            value = value * radix + Character.digit(text.charAt(at), radix);
            at++;
        }
        if (Character.isValidCodePoint(value)) {
            result.appendCodePoint(value);
        }
        return at;
    }

    /** Undoes the escapes of {@code U&'...'}, with the backslash as their mark. */
    private static String unicode(String text) {
        StringBuilder result = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\\' || at >= text.length()) {
                result.append(c);
            } else if (text.charAt(at) == '\\') {
                result.append(text.charAt(at++));
            } else {
                boolean six = text.charAt(at) == '+';
                // what is no hexadecimal number the database refuses
                at = numbered(text, six ? at + 1 : at, 16, six ? 6 : 4, result);
            }
        }
        return result.toString();
    }
}
