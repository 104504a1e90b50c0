package org.shardingjdbc.parser.internal.print;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QualifiedName;

/** A text that grows by tokens, a blank between two unless one of them needs none. One per printed tree. */
final class SqlText {
    private final StringBuilder text = new StringBuilder();
    private final char quote;
    private final @Nullable Writing writing;
    private boolean tight = true;

    /** Told where nodes are printed, and asked which of them are parts of other texts. */
    interface Writing {
        /** A text in place of what a node would be printed as; null for none. */
        @Nullable
        String written(Node node);

        /** A node was printed. */
        void printed(Node node, int start, int stop);
    }

    /**
     * @param quote the mark around a quoted name
     * @param writing null where nobody asks where nodes are
     */
    SqlText(char quote, @Nullable Writing writing) {
        this.quote = quote;
        this.writing = writing;
    }

    /** Prints a node; what was written elsewhere as it was written there. */
    void print(Node node, Runnable printed) {
        if (writing == null) {
            printed.run();
            return;
        }
        int start = next();
        String written = writing.written(node);
        if (written == null) {
            printed.run();
        } else {
            word(written);
        }
        writing.printed(node, start, text.length());
    }

    /** Whether a node is printed as it was written elsewhere, when it comes to it. */
    boolean isWritten(Node node) {
        return writing != null && isPlaced(node);
    }

    /** Whether a node has characters of its own in a text. */
    static boolean isPlaced(Node node) {
        return node.span().stop() > node.span().start();
    }

    /** A node that began there and ends here was printed with those that stand in it. */
    void printed(Node node, int start) {
        if (writing != null) {
            writing.printed(node, start, text.length());
        }
    }

    /** Where the next token begins. */
    int next() {
        return text.length() + (tight ? 0 : 1);
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
    SqlText wordIf(boolean condition, @Nullable String words) {
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
        int start = next();
        writeName(name);
        if (writing != null) {
            writing.printed(name, start, text.length());
        }
        return this;
    }

    private SqlText writeName(Identifier name) {
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

    /** A name with its qualifiers. */
    SqlText name(QualifiedName name) {
        List<Identifier> parts = name.parts();
        print(name, () -> names(parts.subList(0, parts.size() - 1), name.last()));
        return this;
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
