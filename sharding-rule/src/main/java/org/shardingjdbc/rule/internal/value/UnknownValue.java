package org.shardingjdbc.rule.internal.value;

/** Stands for a value that cannot be made canonical. */
enum UnknownValue {
    UNKNOWN
}
