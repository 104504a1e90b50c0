package org.shardingjdbc.benchmarks.transaction;

import java.io.IOException;
import java.sql.SQLException;

/** One who takes part, with his pools open. Safe for all threads. */
interface Bank extends AutoCloseable {
    /** For one thread. */
    Teller teller() throws SQLException;

    @Override
    void close() throws IOException, SQLException;
}
