package org.shardingjdbc.rule.convert;

import org.shardingjdbc.Incubating;

/** Spring's placeholders as those of this library. Stateless. */
@Incubating
public final class SpringPlaceholders {
    private SpringPlaceholders() {}

    /** Whether a text has a placeholder in Spring's form. */
    public static boolean isSprings(String text) {
        int open = text.indexOf("${");
        return open >= 0 && text.indexOf('}', open) > 0 && !text.contains("$${");
    }

    /** {@code ${NAME:default}} as {@code $${NAME::default}}. */
    public static String converted(String text) {
        StringBuilder converted = new StringBuilder();
        int from = 0;
        int open = text.indexOf("${");
        while (open >= 0) {
            int close = text.indexOf('}', open);
            if (close < 0) {
                break;
            }
            String name = text.substring(open + 2, close);
            int colon = name.indexOf(':');
            converted
                    .append(text, from, open)
                    .append("$${")
                    .append(colon < 0 ? name : name.substring(0, colon) + "::" + name.substring(colon + 1))
                    .append('}');
            from = close + 1;
            open = text.indexOf("${", from);
        }
        return converted.append(text, from, text.length()).toString();
    }
}
