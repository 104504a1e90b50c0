package org.shardingjdbc.rule.datasource;

/** What the transaction of the application has done when one of its statements is executed. */
public enum TransactionState {
    /** There is none: the statement stands for itself. */
    NONE,
    /** It is open, and nothing but reads happened in it. */
    READING,
    /** A statement of it may have written, or this one does. */
    WRITING
}
