package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Where the data is. */
public enum Backend {
    /** A driver that answers at once. */
    STUB("org.shardingjdbc.benchmarks.stub.StubDriver") {
        @Override
        String url(int dataSource) {
            return "jdbc:h2:mem:benchmark_stub_" + dataSource + ";DB_CLOSE_DELAY=-1";
        }
    },
    H2("org.h2.Driver") {
        @Override
        String url(int dataSource) {
            return "jdbc:h2:mem:benchmark_" + dataSource + ";DB_CLOSE_DELAY=-1";
        }
    },
    /** A server whose address is in the system property {@code benchmark.postgresql}: {@code host:port}. */
    POSTGRESQL("org.postgresql.Driver") {
        @Override
        String url(int dataSource) {
            return "jdbc:postgresql://" + System.getProperty("benchmark.postgresql") + "/benchmark_" + dataSource;
        }

        @Override
        String user() {
            return "postgres";
        }

        @Override
        String series(int rows) {
            return "generate_series(0, " + (rows - 1) + ") AS s(x)";
        }

        @Override
        void settle(Statement statement) throws SQLException {
            // what it would do by itself some seconds later, amidst the measuring
            statement.execute("VACUUM ANALYZE");
        }
    };

    private final String driver;

    Backend(String driver) {
        this.driver = driver;
    }

    abstract String url(int dataSource);

    /** The driver's class. */
    String driver() {
        return driver;
    }

    String user() {
        return "sa";
    }

    /** A table of the numbers from 0 in a column x. */
    String series(int rows) {
        return "SYSTEM_RANGE(0, " + (rows - 1) + ")";
    }

    /** To be called when the tables of a data source are filled. */
    void settle(Statement statement) throws SQLException {
        // most need nothing
    }

    /** A connection besides all pools, to the database itself. */
    Connection connect(int dataSource) throws SQLException {
        return DriverManager.getConnection(url(dataSource), user(), "");
    }
}
