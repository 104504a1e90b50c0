package org.shardingjdbc.merge.internal.value;

/**
 * Whose arithmetic a merge follows where databases differ: the scale of an average, the range of times, how a number
 * reads as text.
 */
public enum MergeDialect {
    H2,
    /** Also openGauss. */
    POSTGRESQL,
    MYSQL,
    MARIADB;

    /** Whether it is MySQL or MariaDB, which differ in what their drivers make of a value. */
    public boolean mySqlFamily() {
        return this == MYSQL || this == MARIADB;
    }
}
