package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** Statements that belong to a session of one server, and that this one does not answer. */
final class Unsupported {
    private Unsupported() {}

    /** @throws SQLException when the statement is one of these */
    static void refuse(ClientCommand command) throws SQLException {
        switch (command.kind()) {
            case LISTEN ->
                throw SqlErrors.refuse(
                        "LISTEN and NOTIFY through the proxy", "a notice belongs to one data source; connect to that");
            case POSITIONED ->
                throw SqlErrors.refuse(
                        "WHERE CURRENT OF", "name the row by its key, which the cursor can return beside the rest");
            case PREPARE -> {
                if (command.deallocation() == null) {
                    throw SqlErrors.refuse(
                            "PREPARE and EXECUTE as statements",
                            "prepare with the messages of the protocol, as drivers do");
                }
            }
            default -> {}
        }
    }
}
