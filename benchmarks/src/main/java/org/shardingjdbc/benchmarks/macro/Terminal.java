package org.shardingjdbc.benchmarks.macro;

import java.sql.SQLException;

/**
 * One user of a workload, who runs a transaction after the other. One thread uses it. Terminals of the same seed ask
 * for the same things, whatever they are connected to.
 */
interface Terminal {
    /**
     * Runs one transaction; when it fails, it is rolled back.
     *
     * @return its kind, an index into {@link Workload#kinds()}
     */
    int transaction() throws SQLException;

    /** A number that follows from all answers so far: equal terminals must have equal ones. */
    long digest();
}
