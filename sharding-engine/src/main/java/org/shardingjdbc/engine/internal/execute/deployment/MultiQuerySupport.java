package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.SeveralStatements;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;

/** Finds out whether drivers are configured to accept texts of several statements. Stateless. */
final class MultiQuerySupport {
    private MultiQuerySupport() {}

    /**
     * Whether the driver of that pool accepts texts of several statements. Executes such a text, which does nothing.
     */
    static boolean takesSeveralStatements(Dialect dialect, ShardPool pool) throws SQLException {
        SeveralStatements manners = dialect.drivers().severalStatements();
        if (manners == null || manners.question() == null) {
            return manners != null;
        }
        try (Connection connection = pool.openAside();
                Statement statement = connection.createStatement()) {
            statement.execute(manners.question());
            return true;
        } catch (SQLException e) {
            // a mistake in the text
            if (e.getSQLState() != null && e.getSQLState().startsWith("42")) {
                return false;
            }
            throw e;
        }
    }
}
