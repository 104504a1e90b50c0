package org.shardingjdbc.testkit.oracle;

import java.sql.SQLException;

/** A statement ended the server that has the plain database: a defect of that database, which answers nothing. */
final class ServerCrash extends RuntimeException {
    private static final long serialVersionUID = 1;

    ServerCrash(String sql, SQLException cause) {
        super(sql, cause);
    }
}
