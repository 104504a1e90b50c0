package org.shardingjdbc.parser.internal;

/** The SQL that a database speaks. */
public enum Dialect {
    MYSQL,
    /** Reads as MySQL, with RETURNING, sequences, EXCEPT ALL and the like. */
    MARIADB,
    POSTGRESQL,
    /** Reads as PostgreSQL. */
    OPENGAUSS,
    /** SQL-92 with H2's extras, in H2's regular mode. */
    H2,
    /** Standard SQL without extras. */
    SQL92;
    // ORACLE and SQLSERVER have their place here; they need a lexer profile, and predicates in the grammar.

    /** True for MySQL and what reads like it. */
    public boolean mySqlFamily() {
        return this == MYSQL || this == MARIADB;
    }

    /** True for PostgreSQL and what reads like it. */
    public boolean postgreSqlFamily() {
        return this == POSTGRESQL || this == OPENGAUSS;
    }
}
