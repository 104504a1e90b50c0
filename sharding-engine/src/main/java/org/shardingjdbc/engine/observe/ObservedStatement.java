package org.shardingjdbc.engine.observe;

/** A statement of the application. Its values are not to be had. Any thread may ask, while it runs and afterwards. */
public interface ObservedStatement {
    /** What the configuration calls the logic database. */
    String databaseName();

    /** Its SQL with a question mark for each literal. Made when it is asked for, which takes some microseconds. */
    String shape();
}
