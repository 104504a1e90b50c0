package org.shardingjdbc.rule.hint;

/** On which databases a statement is to run, where tests share the tables of production by name. */
public enum Side {
    /** No hint: the side of its transaction, else production. */
    ANY,
    /** The databases of the configuration's other rules. */
    PRODUCTION,
    /** The databases that replace them in tests. */
    SHADOW,
    /** First those of tests, then those of production; for definitions only. */
    BOTH
}
