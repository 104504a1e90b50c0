package org.shardingjdbc.distsql.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules of the language's grammar, read from its own file. */
final class Grammar {
    private static final Path FILE =
            Path.of("src", "main", "antlr4", "org", "shardingjdbc", "distsql", "internal", "grammar", "DistSql.g4");

    /** What a rule is made of. */
    sealed interface Part {}

    /** What stands in a statement as it is. */
    record Word(String text) implements Part {}

    /** Another rule. */
    record Use(String rule) implements Part {}

    /** One behind the other. */
    record Sequence(List<Part> parts) implements Part {}

    /** One of them. */
    record Choice(List<Part> parts) implements Part {}

    /** @param how {@code ?} or {@code *} */
    record Repeated(Part part, char how) implements Part {}

    private final List<String> tokens;
    private final Map<String, Part> rules = new LinkedHashMap<>();
    private final Map<String, Part> labelled = new LinkedHashMap<>();
    private int at;

    private Grammar(List<String> tokens) {
        this.tokens = tokens;
    }

    static Grammar read() {
        try {
            Grammar grammar = new Grammar(tokens(Files.readString(FILE)));
            grammar.readRules();
            return grammar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The labels of statements, and the rules of those that have none. */
    Set<String> statements() {
        Set<String> statements = new LinkedHashSet<>(labelled.keySet());
        for (Part part : alternatives(rule("statement"))) {
            String name = ((Use) part).rule();
            if (alternatives(rule(name)).stream().noneMatch(labelled::containsValue)) {
                statements.add(name);
            }
        }
        statements.removeIf(label -> label.equals("changeFeature") || label.equals("askFeature"));
        return statements;
    }

    Part rule(String name) {
        Part part = rules.get(name);
        if (part == null) {
            throw new AssertionError("the grammar has no rule " + name);
        }
        return part;
    }

    /** A statement by its label, or a rule that has none; each of its alternatives. */
    List<Part> statement(String label) {
        return labelled.containsKey(label) ? List.of(labelled.get(label)) : alternatives(rule(label));
    }

    static List<Part> alternatives(Part part) {
        return part instanceof Choice choice ? choice.parts() : List.of(part);
    }

    /** The rules that a part names, those that they name, and so on. */
    Set<String> used(Part part) {
        Set<String> used = new LinkedHashSet<>();
        collect(part, used);
        return used;
    }

    /** The rules without labels, and the alternatives with theirs, each with the words that stand in itself. */
    Map<String, Set<String>> words() {
        Map<String, Set<String>> words = new TreeMap<>();
        labelled.forEach((label, part) -> putWords(part, words.computeIfAbsent(label, none -> new TreeSet<>())));
        rules.forEach((name, part) -> {
            if (alternatives(part).stream().noneMatch(labelled::containsValue)) {
                putWords(part, words.computeIfAbsent(name, none -> new TreeSet<>()));
            }
        });
        return words;
    }

    private static void putWords(Part part, Set<String> words) {
        if (part instanceof Word word) {
            words.add(word.text());
        } else if (part instanceof Repeated repeated) {
            putWords(repeated.part(), words);
        } else if (part instanceof Sequence sequence) {
            sequence.parts().forEach(each -> putWords(each, words));
        } else if (part instanceof Choice choice) {
            choice.parts().forEach(each -> putWords(each, words));
        }
    }

    private void collect(Part part, Set<String> used) {
        if (part instanceof Use use) {
            if (used.add(use.rule())) {
                collect(rule(use.rule()), used);
            }
        } else if (part instanceof Repeated repeated) {
            collect(repeated.part(), used);
        } else if (part instanceof Sequence sequence) {
            sequence.parts().forEach(each -> collect(each, used));
        } else if (part instanceof Choice choice) {
            choice.parts().forEach(each -> collect(each, used));
        }
    }

    /** A rule's name in small letters, its words parted by underscores. */
    static String spoken(String rule) {
        StringBuilder spoken = new StringBuilder();
        for (char each : rule.toCharArray()) {
            spoken.append(Character.isUpperCase(each) ? "_" : "").append(each);
        }
        return spoken.toString().toLowerCase(Locale.ROOT);
    }

    /** Those of statements' rules; rules of words have capitals, and begin their lines behind these. */
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int end = at + 1;
            char first = text.charAt(at);
            if (Character.isUpperCase(first) && text.charAt(at - 1) == '\n') {
                break;
            }
            if (first == '\'') {
                end = text.indexOf('\'', at + 1) + 1;
            } else if (Character.isLetter(first)) {
                while (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_') {
                    end++;
                }
            }
            if (!Character.isWhitespace(first)) {
                tokens.add(text.substring(at, end));
            }
            at = end;
        }
        return tokens;
    }

    private void readRules() {
        at = tokens.indexOf("script");
        while (at < tokens.size()) {
            String name = tokens.get(at);
            at += 2;
            rules.put(name, alternatives());
            at++;
        }
    }

    private Part alternatives() {
        List<Part> parts = new ArrayList<>();
        parts.add(alternative());
        while (tokens.get(at).equals("|")) {
            at++;
            parts.add(alternative());
        }
        return parts.size() == 1 ? parts.get(0) : new Choice(parts);
    }

    private Part alternative() {
        List<Part> parts = new ArrayList<>();
        while (!List.of("|", ")", ";", "#").contains(tokens.get(at))) {
            parts.add(part());
        }
        Part alternative = parts.size() == 1 ? parts.get(0) : new Sequence(parts);
        if (tokens.get(at).equals("#")) {
            labelled.put(tokens.get(at + 1), alternative);
            at += 2;
        }
        return alternative;
    }

    private Part part() {
        String token = tokens.get(at);
        at++;
        Part part;
        if (token.equals("(")) {
            part = alternatives();
            at++;
        } else if (tokens.get(at).equals("=")) {
            // a label, which tells those who read the tree something, and nobody else
            at++;
            part = part();
        } else {
            part = named(token);
        }
        String next = tokens.get(at);
        if (next.equals("?") || next.equals("*")) {
            at++;
            return new Repeated(part, next.charAt(0));
        }
        return part;
    }

    private static Part named(String token) {
        if (token.charAt(0) == '\'') {
            return new Word(token.substring(1, token.length() - 1));
        }
        if (Character.isLowerCase(token.charAt(0))) {
            return new Use(token);
        }
        return new Word(token.equals("STRING") ? "'text'" : token);
    }
}
