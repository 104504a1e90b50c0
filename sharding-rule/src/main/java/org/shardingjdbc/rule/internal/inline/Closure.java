package org.shardingjdbc.rule.internal.inline;

import org.jspecify.annotations.Nullable;

/**
 * A function written in braces, the argument of {@code collect} and the like.
 *
 * @param slot where its parameter stands in the frame
 */
record Closure(int slot, Term body, Object[] frame) {
    @Nullable
    Object call(Object argument) {
        frame[slot] = argument;
        return body.evaluate(frame);
    }
}
