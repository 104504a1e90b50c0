package org.shardingjdbc.jdbc.config;

import java.util.Locale;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Fills <code>$${NAME::default}</code> in scalars. What it puts in is text, never YAML. */
final class Placeholders {
    private final PlaceholderType type;
    private final Problems problems;

    Placeholders(PlaceholderType type, Problems problems) {
        this.type = type;
        this.problems = problems;
    }

    /** The text with its placeholders filled; one that has no value and no default is a problem. */
    String fill(String text, ConfigPath path) {
        int open = text.indexOf("$${");
        if (open < 0) {
            return text;
        }
        if (type == PlaceholderType.NONE) {
            problems.add(path, "a placeholder, but placeholder-type is none (environment and system_props fill it)");
            return text;
        }
        StringBuilder filled = new StringBuilder();
        int from = 0;
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                problems.add(path, "a placeholder without its closing brace");
                return text;
            }
            filled.append(text, from, open).append(value(text.substring(open + 3, close), path));
            from = close + 1;
            open = text.indexOf("$${", from);
        }
        return filled.append(text, from, text.length()).toString();
    }

    private String value(String placeholder, ConfigPath path) {
        int separator = placeholder.indexOf("::");
        String name = separator < 0 ? placeholder : placeholder.substring(0, separator);
        String value = type.value(name);
        if (value != null) {
            return value;
        }
        if (separator < 0) {
            String source = type == PlaceholderType.ENVIRONMENT ? "environment variable" : "system property";
            problems.add(
                    path,
                    source + " '" + name + "' is not set and its placeholder has no default (write $${" + name
                            + "::default})");
            return "";
        }
        return placeholder.substring(separator + 2);
    }

    @Override
    public String toString() {
        return type.name().toLowerCase(Locale.ROOT);
    }
}
