package org.shardingjdbc.testkit;

/** A kind of database that a test can ask for. */
public enum DatabaseKind {
    /** In memory, inside the JVM, in its regular mode. */
    H2("H2", "org.h2.Driver"),
    /** A real server process, unpacked from a Maven artifact. */
    POSTGRESQL("PostgreSQL", "org.postgresql.Driver"),
    /** A real server process, unpacked from a Maven artifact. */
    MARIADB("MariaDB", "org.mariadb.jdbc.Driver"),
    /** MySQL 8: a real server process, unpacked from a Maven artifact. */
    MYSQL("MySQL", "com.mysql.cj.jdbc.Driver");

    private final String title;
    private final String driverClassName;

    DatabaseKind(String title, String driverClassName) {
        this.title = title;
        this.driverClassName = driverClassName;
    }

    /** The product's own spelling of its name, for messages. */
    public String title() {
        return title;
    }

    /** The class of the JDBC driver that the test kit brings. */
    public String driverClassName() {
        return driverClassName;
    }

    /** Whether it speaks MySQL's SQL. */
    public boolean speaksMySql() {
        return this == MARIADB || this == MYSQL;
    }
}
