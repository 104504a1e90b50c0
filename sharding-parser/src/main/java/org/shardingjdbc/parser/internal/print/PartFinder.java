package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;

/** Finds the parts while nodes are printed. One per text. */
final class PartFinder implements SqlText.Writing {
    private static final String STAND_IN = "?";

    private final List<PrintedPart> parts = new ArrayList<>();
    /** Where each part stands that is none of words. */
    private final List<Span> places = new ArrayList<>();

    private @Nullable Node read;

    @Override
    public @Nullable String written(Node node) {
        read = SqlText.isPlaced(node) ? node : null;
        return read == null ? null : STAND_IN;
    }

    @Override
    public void printed(Node node, int start, int stop) {
        if (node == read) {
            add(new PrintedPart.Read(node.span()), start, stop);
        } else if (node instanceof Parameter parameter) {
            add(new PrintedPart.Placeholder(parameter.index()), start, stop);
        }
    }

    private void add(PrintedPart part, int start, int stop) {
        parts.add(part);
        places.add(new Span(start, stop));
    }

    List<PrintedPart> in(String text) {
        List<PrintedPart> all = new ArrayList<>();
        int at = 0;
        for (int i = 0; i < parts.size(); i++) {
            words(text, at, places.get(i).start(), all);
            all.add(parts.get(i));
            at = places.get(i).stop();
        }
        words(text, at, text.length(), all);
        return all;
    }

    private static void words(String text, int start, int stop, List<PrintedPart> all) {
        if (start < stop) {
            all.add(new PrintedPart.Words(text.substring(start, stop)));
        }
    }
}
