package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Lays out parts of the grammar as people write syntax: {@code [may be]}, {@code {one | other}}, {@code a [, ...]}. */
record SyntaxText(Grammar grammar) {
    private static final int WIDTH = 110;
    private static final String CONTINUED = "    ";
    /** Rules that are told where they are used. */
    static final Set<String> INLINE = Set.of("ifExists", "ifNotExists", "fromDatabase", "like", "names");
    /** Rules that a page explains by words. */
    static final Set<String> KNOWN = Set.of("name", "value", "word");

    /** A line, or more where it is too long; those behind the first one are indented. */
    List<String> lines(Grammar.Part part) {
        return fill("", part);
    }

    /** A rule and what it is made of. */
    List<String> rule(String name) {
        return fill(Grammar.spoken(name) + " ::= ", grammar.rule(name));
    }

    private List<String> fill(String begin, Grammar.Part part) {
        List<String> chunks = chunks(part);
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(begin);
        String last = "";
        for (String chunk : chunks) {
            boolean parted = !last.isEmpty() && isParted(last, chunk);
            if (parted && line.length() + 1 + chunk.length() > WIDTH) {
                lines.add(line.toString());
                line = new StringBuilder(CONTINUED);
            } else if (parted) {
                line.append(' ');
            }
            line.append(chunk);
            last = chunk;
        }
        lines.add(line.toString());
        return lines;
    }

    /** What stays together on a line: words, and groups that fit. */
    private List<String> chunks(Grammar.Part part) {
        List<String> chunks = new ArrayList<>();
        List<Grammar.Part> parts = part instanceof Grammar.Sequence sequence ? sequence.parts() : List.of(part);
        for (int i = 0; i < parts.size(); i++) {
            Grammar.Part each = parts.get(i);
            List<String> tokens = new ArrayList<>();
            put(each, tokens);
            if (i + 1 < parts.size() && isListOf(each, parts.get(i + 1))) {
                tokens.add("[, ...]");
                i++;
            }
            String together = joined(tokens);
            if (together.length() > WIDTH - CONTINUED.length()) {
                chunks.addAll(tokens);
            } else {
                chunks.add(together);
            }
        }
        return chunks;
    }

    /** Whether the second part repeats the first one, with commas between. */
    private static boolean isListOf(Grammar.Part first, Grammar.Part second) {
        return second instanceof Grammar.Repeated repeated
                && repeated.how() == '*'
                && repeated.part() instanceof Grammar.Sequence sequence
                && sequence.parts().equals(List.of(new Grammar.Word(","), first));
    }

    private void put(Grammar.Part part, List<String> tokens) {
        if (part instanceof Grammar.Word word) {
            tokens.add(word.text());
        } else if (part instanceof Grammar.Use use) {
            if (INLINE.contains(use.rule())) {
                put(grammar.rule(use.rule()), tokens);
            } else {
                tokens.add(Grammar.spoken(use.rule()));
            }
        } else if (part instanceof Grammar.Sequence sequence) {
            tokens.addAll(chunks(sequence));
        } else if (part instanceof Grammar.Repeated repeated) {
            tokens.add("[");
            putAny(repeated.part(), tokens);
            tokens.add("]");
            if (repeated.how() == '*') {
                tokens.add("...");
            }
        } else if (part instanceof Grammar.Choice choice) {
            tokens.add("{");
            putAny(choice, tokens);
            tokens.add("}");
        }
    }

    /** One, or several with bars between. */
    private void putAny(Grammar.Part part, List<String> tokens) {
        List<Grammar.Part> parts = Grammar.alternatives(part);
        for (int i = 0; i < parts.size(); i++) {
            if (i > 0) {
                tokens.add("|");
            }
            put(parts.get(i), tokens);
        }
    }

    private static String joined(List<String> tokens) {
        StringBuilder text = new StringBuilder();
        String last = "";
        for (String token : tokens) {
            text.append(!last.isEmpty() && isParted(last, token) ? " " : "").append(token);
            last = token;
        }
        return text.toString();
    }

    /** Whether a blank stands between. */
    private static boolean isParted(String left, String right) {
        char end = left.charAt(left.length() - 1);
        char begin = right.charAt(0);
        if ("[{(=.".indexOf(end) >= 0 && !left.equals("...") || "]}),=.".indexOf(begin) >= 0 && !right.equals("...")) {
            return false;
        }
        return begin != '(' || !Character.isUpperCase(end);
    }
}
