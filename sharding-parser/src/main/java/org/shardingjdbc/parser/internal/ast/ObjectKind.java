package org.shardingjdbc.parser.internal.ast;

/** What a name in a definition statement names, other than a table. */
public enum ObjectKind {
    INDEX,
    CONSTRAINT,
    SEQUENCE,
    VIEW,
    TRIGGER,
    SCHEMA,
    COLUMN,
    OTHER
}
