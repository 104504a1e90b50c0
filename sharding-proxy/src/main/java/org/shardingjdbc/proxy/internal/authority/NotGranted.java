package org.shardingjdbc.proxy.internal.authority;

import java.sql.SQLException;
import org.shardingjdbc.dialect.internal.Dialect;

/** Something that a user may not do, with the code and the SQLState that the databases give for it. */
public final class NotGranted extends SQLException {
    private static final long serialVersionUID = 1L;
    private static final int COMMAND_DENIED = 1142;

    NotGranted(String message, Dialect dialect) {
        super(message, dialect.family().equals("MYSQL") ? "42000" : "42501", COMMAND_DENIED);
    }
}
