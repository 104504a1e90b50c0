package org.shardingjdbc.engine.internal.statement.step;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.session.SessionStatements;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/** Computes values of a statement about the session by queries of the session. Used by one thread. */
public final class ComputedValue implements SessionStatements.Evaluation {
    private final OuterStatement outer;

    /**
     * @param statement the one on whose behalf the queries are executed
     * @param asked the request that the statement executes
     */
    public ComputedValue(LogicStatement statement, ExecutionRequest asked) {
        this.outer = new OuterStatement(statement, asked);
    }

    @Override
    public Object value(NestedStatement query) throws SQLException {
        Object[] value = {null};
        outer.read(query, 1, columns -> {}, row -> value[0] = known(row));
        return value[0];
    }

    /** The value as a number or bytes; else as text, which is what a variable keeps of other types. */
    private static Object known(ResultSet row) throws SQLException {
        Object value = row.getObject(1);
        boolean kept = value == null || value instanceof Number || value instanceof Boolean || value instanceof byte[];
        return kept ? value : row.getString(1);
    }
}
