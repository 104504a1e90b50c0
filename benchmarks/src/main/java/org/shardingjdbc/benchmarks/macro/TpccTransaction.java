package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.SQLException;

/** One of TPC-C's transactions, with chance input each time it is run. */
interface TpccTransaction {
    /** @return whether it is to be committed; otherwise to be rolled back, as the workload wants of some */
    boolean run(Connection connection) throws SQLException;
}
