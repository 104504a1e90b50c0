package org.shardingjdbc.parser.internal.ast;

/** What happens to a row that is there already. */
public enum InsertKind {
    INSERT,
    /** {@code INSERT IGNORE}. */
    INSERT_IGNORE,
    /** {@code REPLACE}; and {@code MERGE INTO .. KEY} of H2. */
    REPLACE
}
