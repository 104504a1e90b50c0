package org.shardingjdbc.rule.hint;

/** On which databases a statement is to run, where tests share the tables of production by name. */
public enum Side {
    /** Nothing is said: where its transaction is, else production. */
    ANY,
    /** The databases of the configuration's other rules. */
    PRODUCTION,
    /** Those that stand for them in tests. */
    SHADOW,
    /** First those of tests, then those of production; for definitions only. */
    BOTH
}
