package org.shardingjdbc.benchmarks.macro;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** What is run: tables, their contents, and transactions on them. Immutable. */
interface Workload {
    /** As the command line and the report call it. */
    String name();

    /** How many rows there are, for the report. */
    String size();

    /** Names the tables: workloads of one name share tables, rules and how they are created. */
    String tables();

    /** The rules of the YAML that shards its tables over {@code ds_0} and {@code ds_1}. */
    String rules();

    /** The kinds of transactions that a terminal runs. */
    List<String> kinds();

    /** Whether each transaction is one statement with one key, which sharding by hand is written for. */
    default boolean hasOneKey() {
        return false;
    }

    /** Creates the tables in empty databases and fills them. */
    void create(DataSource dataSource) throws SQLException;

    /** Makes the contents as they were at first, if the transactions wear them out; may do nothing. */
    void renew(DataSource dataSource) throws SQLException;

    /**
     * A user of its own.
     *
     * @param number counts the terminals of a run from 0
     */
    Terminal terminal(DataSource dataSource, int number, long seed);

    /**
     * Looks whether the tables hold what the transactions must have left in them.
     *
     * @return what is wrong; empty if nothing is
     */
    List<String> check(List<DataNode> nodes) throws SQLException;
}
