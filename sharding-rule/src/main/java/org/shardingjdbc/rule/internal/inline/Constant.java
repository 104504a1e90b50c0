package org.shardingjdbc.rule.internal.inline;

/** A number as written. */
record Constant(Object value) implements Term {
    @Override
    public Object evaluate(Object[] frame) {
        return value;
    }
}
