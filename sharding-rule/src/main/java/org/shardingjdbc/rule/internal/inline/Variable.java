package org.shardingjdbc.rule.internal.inline;

/** A variable by itself. */
record Variable(int slot) implements Term {
    @Override
    public Object evaluate(Object[] frame) {
        return frame[slot];
    }
}
