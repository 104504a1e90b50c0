package org.shardingjdbc.rule.internal.catalog;

/** What a database says of its functions of one name, the least harmless of them. */
public enum FunctionNature {
    /** It knows none, or does not tell. */
    UNKNOWN,
    /** One value, which follows from the arguments. */
    IMMUTABLE,
    /** One value, which stays the same while a statement runs over the same rows of the same database. */
    STABLE,
    /** One value, which may be another one each time. */
    VOLATILE,
    /** Several rows or none; what they are follows from the arguments. */
    ROWS,
    /** One value of many rows, or a window function. */
    AGGREGATE
}
