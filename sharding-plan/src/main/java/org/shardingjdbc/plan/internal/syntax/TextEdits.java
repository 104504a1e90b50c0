package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.shardingjdbc.parser.internal.ast.Span;

/** Edits that make another text of a text, to be parsed again. They do not overlap. Not thread-safe. */
public final class TextEdits {
    private final List<Edit> edits = new ArrayList<>();

    private record Edit(int start, int stop, String text) {}

    public void replace(int start, int stop, String text) {
        edits.add(new Edit(start, stop, text));
    }

    public boolean isEmpty() {
        return edits.isEmpty();
    }

    /** Whether an edit changes a part of the range. */
    public boolean touches(Span span) {
        return edits.stream().anyMatch(edit -> edit.start < span.stop() && edit.stop > span.start());
    }

    public String apply(String sql) {
        edits.sort(Comparator.comparingInt(Edit::start));
        StringBuilder text = new StringBuilder(sql.length());
        int at = 0;
        for (Edit edit : edits) {
            text.append(sql, at, edit.start).append(edit.text);
            at = edit.stop;
        }
        return text.append(sql, at, sql.length()).toString();
    }
}
