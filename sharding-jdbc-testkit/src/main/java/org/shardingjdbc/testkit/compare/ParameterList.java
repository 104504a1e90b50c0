package org.shardingjdbc.testkit.compare;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads the values of a {@code params} header: {@code 1} (Integer), {@code 1L} (Long), {@code 1.5} (BigDecimal),
 * {@code 'it''s'}, {@code true}, {@code null}, {@code date '...'}, {@code timestamp '...'}. Used once.
 */
final class ParameterList {
    private final String text;
    private final Function<String, IllegalArgumentException> malformed;
    private int at;

    ParameterList(String text, Function<String, IllegalArgumentException> malformed) {
        this.text = text;
        this.malformed = malformed;
    }

    List<Object> read() {
        List<Object> values = new ArrayList<>();
        skipBlanks();
        while (at < text.length()) {
            values.add(value());
            skipBlanks();
            if (at < text.length() && text.charAt(at++) != ',') {
                throw malformed.apply("a comma is missing in the parameters before: " + text.substring(at - 1));
            }
            skipBlanks();
        }
        return values;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private Object value() {
        if (text.charAt(at) == '\'') {
            return quoted();
        }
        int start = at;
        while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '\'') {
            at++;
        }
        String word = text.substring(start, at).strip();
        return switch (word) {
            case "null" -> null;
            case "true" -> Boolean.TRUE;
            case "false" -> Boolean.FALSE;
            case "date" -> Date.valueOf(quoted());
            case "timestamp" -> Timestamp.valueOf(quoted());
            default -> number(word);
        };
    }

    private Object number(String word) {
        try {
            if (word.endsWith("L")) {
                return Long.valueOf(word.substring(0, word.length() - 1));
            }
            return word.indexOf('.') < 0 ? (Object) Integer.valueOf(word) : new BigDecimal(word);
        } catch (NumberFormatException e) {
            throw malformed.apply("not a parameter value: " + word);
        }
    }

    private String quoted() {
        StringBuilder value = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c != '\'') {
                value.append(c);
            } else if (at < text.length() && text.charAt(at) == '\'') {
                value.append(c);
                at++;
            } else {
                return value.toString();
            }
        }
        throw malformed.apply("a quote is not closed in the parameters");
    }
}
