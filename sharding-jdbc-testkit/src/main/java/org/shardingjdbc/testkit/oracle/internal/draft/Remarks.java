package org.shardingjdbc.testkit.oracle.internal.draft;

import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;

/** Puts comments between the words of a statement. Stateless. */
final class Remarks {
    private static final String[] TEXTS = {
        " /* remark */ ", " -- it's a line\n ", " /* FROM t WHERE ? \" */ ", "/**/ ", " /* 'x */ "
    };

    private Remarks() {}

    /** Puts one to three of them behind the first word of the statement, at blanks that stand in no quotes. */
    static void insert(StringBuilder sql, RandomChoices choices) {
        int count = 1 + choices.next(3);
        for (int i = 0; i < count; i++) {
            int blank = blank(sql, choices.next(40));
            if (blank >= 0) {
                sql.replace(blank, blank + 1, choices.pick(TEXTS));
            }
        }
    }

    /** A blank outside of quotes and comments, about the number-th; -1 if there is none. */
    private static int blank(CharSequence sql, int number) {
        int found = -1;
        int left = number;
        int at = 0;
        while (at < sql.length() && left >= 0) {
            char c = sql.charAt(at);
            if (c == '\'' || c == '"' || c == '`') {
                at = end(sql, at + 1, String.valueOf(c));
            } else if (starts(sql, at, "/*")) {
                at = end(sql, at + 2, "*/");
            } else if (starts(sql, at, "--")) {
                at = end(sql, at, "\n");
            } else {
                if (c == ' ') {
                    found = at;
                    left--;
                }
                at++;
            }
        }
        return found;
    }

    private static boolean starts(CharSequence sql, int at, String text) {
        return at + text.length() <= sql.length()
                && sql.subSequence(at, at + text.length()).toString().equals(text);
    }

    private static int end(CharSequence sql, int from, String text) {
        int at = sql.toString().indexOf(text, from);
        return at < 0 ? sql.length() : at + text.length();
    }
}
