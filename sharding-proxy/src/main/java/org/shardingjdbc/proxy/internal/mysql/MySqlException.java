package org.shardingjdbc.proxy.internal.mysql;

import java.sql.SQLException;

/** An error that the server itself found, as the client gets it. */
final class MySqlException extends SQLException {
    private static final long serialVersionUID = 1;

    private MySqlException(String message, String state, int number) {
        super(message, state, number);
    }

    static MySqlException of(MySqlError error, Object... arguments) {
        return new MySqlException(error.message(arguments), error.state(), error.number());
    }
}
