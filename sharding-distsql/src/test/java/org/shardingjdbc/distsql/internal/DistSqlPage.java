package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.distsql.internal.words.RefusedStatements;
import org.shardingjdbc.error.ShardingException;

/**
 * Prints the page about the language: sentences of a template, and for its lines that begin with {@code @} syntax from
 * the grammar ({@code @syntax <statements>; <parts>}), examples from case files ({@code @example <file>: <begin>},
 * {@code @mistake <file>: <begin>}), and what is refused ({@code @refused}).
 */
final class DistSqlPage {
    /** With more columns, a row is told column by column. */
    private static final int COLUMNS = 7;

    private static final int WIDTH = 120;

    private final Grammar grammar = Grammar.read();
    private final SyntaxText syntax = new SyntaxText(grammar);
    private final List<String> lines = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final List<String> parts = new ArrayList<>();
    private final List<String> examples = new ArrayList<>();
    private boolean open;

    static DistSqlPage of(List<String> template) {
        DistSqlPage page = new DistSqlPage();
        for (String line : template) {
            if (line.startsWith("@")) {
                page.put(line);
            } else {
                page.close();
                page.lines.add(line);
            }
        }
        page.close();
        return page;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    /** The statements whose syntax is there, as often as it is. */
    List<String> statements() {
        return told;
    }

    /** The parts of statements whose syntax is there, as often as it is. */
    List<String> parts() {
        return parts;
    }

    /** The statements that are examples and no mistakes. */
    List<String> examples() {
        return examples;
    }

    private void put(String line) {
        int blank = (line + " ").indexOf(' ');
        String rest = line.substring(Math.min(line.length(), blank + 1));
        switch (line.substring(0, blank)) {
            case "@syntax" -> putSyntax(rest);
            case "@example" -> {
                int colon = rest.indexOf(": ");
                putExample(Cases.of(rest.substring(0, colon)).that(rest.substring(colon + 2)));
            }
            case "@mistake" -> {
                int colon = rest.indexOf(": ");
                putExample(Cases.of(rest.substring(0, colon)).wrong(rest.substring(colon + 2)));
            }
            case "@refused" -> putRefused();
            default -> throw new AssertionError("no directive of this page: " + line);
        }
    }

    private void putSyntax(String rest) {
        close();
        String[] halves = rest.split(";", -1);
        lines.add("```text");
        for (String label : words(halves[0])) {
            told.add(label);
            grammar.statement(label).forEach(each -> lines.addAll(syntax.lines(each)));
        }
        if (halves.length > 1) {
            lines.add("");
            for (String rule : words(halves[1])) {
                parts.add(rule);
                lines.addAll(syntax.rule(rule));
            }
        }
        lines.add("```");
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Changes stand in one block one below the other; what answers something ends it. */
    private void putExample(Cases.Case each) {
        if (!open) {
            if (!lines.get(lines.size() - 1).isEmpty()) {
                lines.add("");
            }
            lines.add("```sql");
            open = true;
        }
        lines.addAll(wrapped(each.statement()));
        if (!each.isError()) {
            examples.add(each.statement());
        }
        if (!each.isDone()) {
            close();
            lines.add("");
            putAnswer(each.answer());
        }
    }

    /** In lines that are not too long, broken behind commas; what stands in quotes is not broken. */
    private static List<String> wrapped(String statement) {
        List<String> wrapped = new ArrayList<>();
        String rest = statement;
        while (rest.length() > WIDTH) {
            int comma = lastComma(rest);
            if (comma < 0) {
                break;
            }
            wrapped.add(rest.substring(0, comma + 1));
            rest = "    " + rest.substring(comma + 2);
        }
        wrapped.add(rest);
        return wrapped;
    }

    /** The last one within the width, or else the first one; -1 for none. */
    private static int lastComma(String text) {
        int last = -1;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (quote != 0) {
                quote = each == quote ? 0 : quote;
            } else if (each == '"' || each == '\'' || each == '`') {
                quote = each;
            } else if (text.startsWith(", ", i) && (i < WIDTH || last < 0)) {
                last = i;
            }
        }
        return last;
    }

    private void close() {
        if (open) {
            lines.add("```");
            open = false;
        }
    }

    private void putAnswer(List<String> answer) {
        List<String> rows = answer.subList(1, answer.size());
        switch (answer.get(0)) {
            case "result" -> putBlock("yaml", rows);
            case "dist_sql", "formatted_result" -> putBlock("sql", rows);
            default -> {
                if (answer.get(0).startsWith("error ")) {
                    List<String> message = new ArrayList<>(rows);
                    message.add(0, answer.get(0).substring("error ".length()));
                    putBlock("text", message);
                } else {
                    putTable(answer.get(0), rows);
                }
            }
        }
    }

    private void putBlock(String language, List<String> text) {
        lines.add("```" + language);
        lines.addAll(text);
        lines.add("```");
    }

    private void putTable(String labels, List<String> rows) {
        List<String> columns = Cases.cells(labels, 0);
        if (columns.size() <= COLUMNS) {
            lines.add(row(columns));
            lines.add(row(columns.stream().map(each -> "---").toList()));
            rows.forEach(each -> lines.add(row(Cases.cells(each, columns.size()))));
            return;
        }
        lines.add(row(List.of("column", "value")));
        lines.add(row(List.of("---", "---")));
        for (String each : rows) {
            List<String> cells = Cases.cells(each, columns.size());
            for (int i = 0; i < columns.size(); i++) {
                lines.add(row(List.of(columns.get(i), cells.get(i))));
            }
        }
    }

    private static String row(List<String> cells) {
        StringBuilder row = new StringBuilder("|");
        for (String cell : cells) {
            boolean code = cell.indexOf('{') >= 0 || cell.indexOf('*') >= 0;
            row.append(' ').append(code ? "`" + cell + "`" : cell).append(" |");
        }
        return row.toString();
    }

    /** What is refused, and the reason, in the order of the table of them. */
    private void putRefused() {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (String words : RefusedStatements.words()) {
            byReason.computeIfAbsent(reason(words), none -> new ArrayList<>()).add("`" + words + "`");
        }
        lines.add("| statements | why, and what instead |");
        lines.add("| --- | --- |");
        byReason.forEach((reason, words) -> lines.add("| " + String.join(", ", words) + " | " + reason + " |"));
    }

    /** What stands in the message between the words and the last sentence. */
    private static String reason(String words) {
        try {
            RefusedStatements.check(List.of(words.split(" ", -1)));
        } catch (ShardingException e) {
            String message = e.getMessage();
            return linked(
                    message.substring(message.indexOf("here: ") + "here: ".length(), message.lastIndexOf(". See")));
        }
        throw new AssertionError(words + " is not refused");
    }

    /** With links where it names pages. */
    private static String linked(String text) {
        String linked = text;
        int at = linked.indexOf("docs/");
        while (at >= 0) {
            int end = linked.indexOf(".md", at) + ".md".length();
            String page = linked.substring(at + "docs/".length(), end);
            String link = "[" + page.substring(0, page.length() - ".md".length()) + "](" + page + ")";
            linked = linked.substring(0, at) + link + linked.substring(end);
            at = linked.indexOf("docs/", at + link.length());
        }
        return linked;
    }
}
