package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * How a call is written, beside its name and values.
 *
 * @param words what stands before each argument, and behind the last one: {@code [LEADING, FROM, ""]}; empty where
 *     there is nothing but commas
 * @param separator the text behind SEPARATOR, or null
 * @param tail the clauses at the end of the parentheses ({@code RETURNING}, {@code IGNORE NULLS}), or empty
 * @param withinGroup whether the order is that of WITHIN GROUP
 * @param modifiers what stands between the parentheses and FILTER or OVER ({@code FROM LAST IGNORE NULLS}), or empty
 * @param bare whether there are no parentheses: {@code CURRENT_DATE}
 * @param escaped whether it stands in {@code {fn ...}}, which the driver translates
 */
public record CallForm(
        List<String> words,
        String separator,
        String tail,
        boolean withinGroup,
        String modifiers,
        boolean bare,
        boolean escaped) {
    /** A name and arguments with commas between them. */
    public static final CallForm PLAIN = of(List.of());

    public CallForm {
        words = List.copyOf(words);
    }

    /** A call with words between its arguments. */
    public static CallForm of(List<String> words) {
        return new CallForm(words, null, "", false, "", false, false);
    }

    /** The same in {@code {fn ...}}. */
    public CallForm inEscape() {
        return new CallForm(words, separator, tail, withinGroup, modifiers, bare, true);
    }
}
