package org.shardingjdbc.jdbc.internal.yaml;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Explains what is wrong with a text that is no valid YAML, in terms of YAML and not of its parser.
 *
 * @param line from 0
 * @param column from 0
 */
record YamlMistake(int line, int column, String what) {
    private static final String QUOTE_IT = "put the value in single quotes";

    /**
     * @param yaml the whole text
     * @param error has a place
     */
    static YamlMistake of(String yaml, MarkedYAMLException error) {
        List<String> lines = yaml.lines().toList();
        Mark mark = error.getProblemMark();
        String problem = String.valueOf(error.getProblem());
        Mark began = error.getContextMark() == null ? mark : error.getContextMark();
        if (problem.contains("unexpected end of stream")) {
            return at(began, "the quote that begins here is not closed");
        }
        if (problem.startsWith("expected ','")) {
            char open = problem.indexOf('}') >= 0 ? '{' : '[';
            String what = open == '{' ? "the brace" : "the bracket";
            return at(
                    began,
                    what + " that begins here is not closed: expected ',' or '" + (open == '{' ? '}' : ']') + "' at "
                            + place(mark));
        }
        return at(mark, what(lines, mark, problem));
    }

    private static String what(List<String> lines, Mark mark, String problem) {
        if (problem.contains("TAB")) {
            return "a tab; YAML is indented with blanks";
        }
        if (problem.contains("cannot start any token")) {
            return "a value cannot begin with '" + lines.get(mark.getLine()).charAt(mark.getColumn()) + "'; "
                    + QUOTE_IT;
        }
        if (problem.contains("mapping values are not allowed")) {
            return surplusColon(lines, mark);
        }
        if (problem.contains("expected <block end>")) {
            return indentation(lines, mark.getLine(), mark.getColumn());
        }
        if (problem.contains("could not find expected ':'")) {
            return "a key without its ':' in line " + lineBefore(lines, mark);
        }
        if (problem.contains("unexpected character found")) {
            return "'*' begins an alias; " + QUOTE_IT;
        }
        if (problem.contains("undefined alias")) {
            String name = problem.substring(problem.lastIndexOf(' ') + 1);
            return "nothing above has the anchor &" + name;
        }
        if (problem.contains("unknown escape")) {
            return "a backslash in double quotes begins an escape, and this is none; " + QUOTE_IT;
        }
        if (problem.contains("another document")) {
            return "a second document begins; the configuration is one document";
        }
        return problem;
    }

    private static YamlMistake at(Mark mark, String what) {
        return new YamlMistake(mark.getLine(), mark.getColumn(), what);
    }

    private static String place(Mark mark) {
        return mark.getLine() + 1 + ":" + (mark.getColumn() + 1);
    }

    /** The line of the key, from 1: the parser notices at the next one. */
    private static int lineBefore(List<String> lines, Mark mark) {
        int line = Math.min(mark.getLine(), lines.size() - 1);
        boolean isKey =
                line >= 0 && !lines.get(line).isBlank() && !lines.get(line).contains(":");
        return isKey ? line + 1 : textBefore(lines, line) + 1;
    }

    private static String surplusColon(List<String> lines, Mark mark) {
        String line = lines.get(mark.getLine());
        if (line.substring(0, mark.getColumn()).contains(": ")) {
            return "a value that holds ': '; " + QUOTE_IT;
        }
        int before = textBefore(lines, mark.getLine());
        if (before < 0) {
            return "a ':' where no key can be";
        }
        int indentation = indentation(line);
        int expected = indentation(lines.get(before));
        return indentation > expected
                ? "this line is indented further than line " + (before + 1) + ", which has a value already; expected "
                        + blanks(expected)
                : "line " + (before + 1) + " is no key with a value: write a blank after its ':'";
    }

    /** A line stands where none of the maps and lists above it goes on. */
    private static String indentation(List<String> lines, int line, int column) {
        TreeSet<Integer> open = new TreeSet<>();
        for (int i = 0; i < line; i++) {
            String text = lines.get(i);
            if (isText(text)) {
                open.tailSet(indentation(text), false).clear();
                open.add(indentation(text));
            }
        }
        int before = textBefore(lines, line);
        boolean element = before >= 0 && lines.get(before).stripLeading().startsWith("-");
        if (element && indentation(lines.get(before)) == column) {
            return "a key among the elements of a list; expected more than " + blanks(column)
                    + ", so that it belongs to the element of line " + (before + 1);
        }
        String expected = open.descendingSet().stream()
                .filter(each -> each != column)
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        return "this line is indented by " + blanks(column) + ", and what it could belong to by " + expected;
    }

    private static String blanks(int count) {
        return count == 1 ? "1 blank" : count == 0 ? "no blanks" : count + " blanks";
    }

    private static int textBefore(List<String> lines, int line) {
        int before = line - 1;
        while (before >= 0 && !isText(lines.get(before))) {
            before--;
        }
        return before;
    }

    private static boolean isText(String line) {
        return !line.isBlank() && !line.stripLeading().startsWith("#");
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }
}
