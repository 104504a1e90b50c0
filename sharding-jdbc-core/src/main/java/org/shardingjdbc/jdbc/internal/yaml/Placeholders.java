package org.shardingjdbc.jdbc.internal.yaml;

import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Fills <code>$${NAME::default}</code> in scalars. What it puts in is text, never YAML. */
final class Placeholders {
    private final PlaceholderValues values;
    private final Problems problems;

    Placeholders(PlaceholderValues values, Problems problems) {
        this.values = values;
        this.problems = problems;
    }

    /** The text with its placeholders filled; one that has no value and no default is a problem. */
    String fill(String text, ConfigPath path) {
        int open = text.indexOf("$${");
        if (open < 0 && values.fillsSprings()) {
            return isRule(path) ? text : filled(text, path);
        }
        if (open < 0) {
            refuseSprings(text, path);
            return text;
        }
        if (values.kind() == null) {
            problems.add(
                    path, "a placeholder, which nobody fills: set placeholder-type to environment or system_props");
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

    private static boolean isRule(ConfigPath path) {
        return !path.steps().isEmpty() && path.steps().get(0).equals("rules");
    }

    private String filled(String text, ConfigPath path) {
        try {
            return values.fill(text);
        } catch (IllegalArgumentException e) {
            problems.add(path, String.valueOf(e.getMessage()));
            return text;
        }
    }

    /** Spring's form means something else in rules, and nothing elsewhere. */
    private void refuseSprings(String text, ConfigPath path) {
        int open = text.indexOf("${");
        int close = open < 0 ? -1 : text.indexOf('}', open);
        if (close < 0 || isRule(path)) {
            return;
        }
        Object key = path.steps().get(path.steps().size() - 1);
        boolean secret = key.equals("password") || key.equals("username");
        if (secret && (open > 0 || close < text.length() - 1)) {
            // a password may look like anything
            return;
        }
        String name = text.substring(open + 2, close);
        int colon = name.indexOf(':');
        String ours = colon < 0 ? name : name.substring(0, colon) + "::" + name.substring(colon + 1);
        problems.add(
                path,
                "${...} is not filled here; write $${" + ours + "}, with placeholder-type environment or system_props");
    }

    private String value(String placeholder, ConfigPath path) {
        int separator = placeholder.indexOf("::");
        String name = separator < 0 ? placeholder : placeholder.substring(0, separator);
        String value = values.value(name);
        if (value != null) {
            return value;
        }
        if (separator < 0) {
            problems.add(
                    path,
                    values.kind() + " '" + name + "' is not set and its placeholder has no default (write $${" + name
                            + "::default})");
            return "";
        }
        return placeholder.substring(separator + 2);
    }
}
