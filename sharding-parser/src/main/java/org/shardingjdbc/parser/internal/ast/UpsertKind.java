package org.shardingjdbc.parser.internal.ast;

/** What an INSERT does on a conflict. */
public enum UpsertKind {
    /** {@code ON DUPLICATE KEY UPDATE}. */
    DUPLICATE_KEY_UPDATE,
    /** {@code ON CONFLICT ... DO UPDATE}. */
    CONFLICT_UPDATE,
    /** {@code ON CONFLICT ... DO NOTHING}. */
    CONFLICT_NOTHING
}
