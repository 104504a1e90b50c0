package org.shardingjdbc.rule.internal.inline;

import java.util.List;

/**
 * A string with holes. Immutable.
 *
 * @param parts texts, and the terms of the holes between them
 */
record Interpolation(List<Object> parts) implements Term {
    Interpolation {
        parts = List.copyOf(parts);
    }

    @Override
    public Object evaluate(Object[] frame) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(part instanceof Term term ? term.evaluate(frame) : part);
        }
        return text.toString();
    }
}
