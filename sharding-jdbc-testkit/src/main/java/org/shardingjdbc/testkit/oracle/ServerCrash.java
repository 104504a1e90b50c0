package org.shardingjdbc.testkit.oracle;

import java.sql.SQLException;

/**
 * A statement, or what it became over data nodes, ended the server: a defect of that database, which answers nothing.
 */
final class ServerCrash extends RuntimeException {
    private static final long serialVersionUID = 1;

    ServerCrash(String sql, SQLException cause) {
        super(sql, cause);
    }
}
