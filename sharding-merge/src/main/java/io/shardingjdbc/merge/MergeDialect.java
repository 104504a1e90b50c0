package io.shardingjdbc.merge;

/**
 * Whose arithmetic a merge follows where databases differ: the scale of an average, the range of times, how a number
 * reads as text.
 */
public enum MergeDialect {
    H2,
    /** Also openGauss. */
    POSTGRESQL,
    /** Also MariaDB. */
    MYSQL
}
