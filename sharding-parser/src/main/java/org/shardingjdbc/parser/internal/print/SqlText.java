package org.shardingjdbc.parser.internal.print;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Identifier;

/** A text that grows by tokens, a blank between two unless one of them needs none. One per printed tree. */
final class SqlText {
    private final StringBuilder text = new StringBuilder();
    private final char quote;
    private boolean tight = true;

    /** @param quote the mark around a quoted name */
    SqlText(char quote) {
        this.quote = quote;
    }

    /** Words, a blank before them; nothing for an empty text. */
    SqlText word(String words) {
        if (!words.isEmpty()) {
            text.append(tight ? "" : " ").append(words);
            tight = false;
        }
        return this;
    }

    /** Words if there are any: null and the empty text are none. */
    SqlText wordIf(boolean condition, String words) {
        return condition && words != null ? word(words) : this;
    }

    /** What stands directly behind the last token. */
    SqlText behind(String words) {
        text.append(words);
        tight = false;
        return this;
    }

    /** The next token stands directly behind the last one. */
    SqlText tight() {
        tight = true;
        return this;
    }

    SqlText open() {
        return word("(").tight();
    }

    /** The parenthesis of a call. */
    SqlText openBehind() {
        return behind("(").tight();
    }

    SqlText close() {
        return behind(")");
    }

    SqlText comma() {
        return behind(",");
    }

    SqlText name(Identifier name) {
        if (!name.quoted()) {
            return word(name.text());
        }
        String mark = name.backticks() ? "`" : String.valueOf(quote);
        return word(mark + name.text().replace(mark, mark + mark) + mark);
    }

    /** Names with dots between them. */
    SqlText names(List<Identifier> qualifier, Identifier last) {
        for (Identifier part : qualifier) {
            name(part).behind(".").tight();
        }
        return name(last);
    }

    /** Names in parentheses; nothing for none. */
    SqlText list(List<Identifier> names) {
        if (names.isEmpty()) {
            return this;
        }
        open();
        for (int at = 0; at < names.size(); at++) {
            (at == 0 ? this : comma()).name(names.get(at));
        }
        return close();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
