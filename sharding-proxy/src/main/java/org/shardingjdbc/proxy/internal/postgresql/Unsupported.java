package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** Statements that belong to a session of one server, and that this one does not answer. */
final class Unsupported {
    private Unsupported() {}

    /** @throws SQLException when the statement is one of these */
    static void refuse(ClientCommand command) throws SQLException {
        switch (command.kind()) {
            case COPY ->
                throw SqlErrors.refuse(
                        "COPY through the proxy", "write rows with INSERT of several rows, and read them with SELECT");
            case LISTEN ->
                throw SqlErrors.refuse(
                        "LISTEN through the proxy", "a notice belongs to one data source; connect to that");
            case PREPARE -> {
                if (command.deallocation() == null) {
                    throw SqlErrors.refuse(
                            "PREPARE and EXECUTE as statements",
                            "prepare with the messages of the protocol, as drivers do");
                }
            }
            case CURSOR ->
                throw SqlErrors.refuse(
                        "A cursor by DECLARE, FETCH, MOVE or CLOSE",
                        "set a fetch size in the driver; its rows are streamed");
            default -> {}
        }
    }
}
