package org.shardingjdbc.jdbc.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;

/**
 * A query or a write that the application prepared as a call, as Liquibase does with a SELECT on PostgreSQL: drivers
 * execute it as any other. It has no OUT parameters, and its parameters have no names. Not thread-safe.
 */
public final class QueryAsCall extends UncalledStatement {
    /** @throws SQLException when the text is wrong */
    public QueryAsCall(StatementHome home, StatementShape shape, String sql) throws SQLException {
        super(home, shape, sql, GeneratedKeyRequest.NONE);
    }

    @Override
    SQLException refused(String method) {
        return SqlErrors.refuse(
                "CallableStatement." + method,
                "a statement that calls nothing has no OUT parameters, and its parameters have no names; number them");
    }
}
