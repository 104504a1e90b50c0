package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;

/** The result without rows of a statement that returns rows, where the database returned none. One per result. */
public final class NoRows {
    private final LogicStatement statement;

    public NoRows(LogicStatement statement) {
        this.statement = statement;
    }

    /**
     * Shows an empty result where the statement returns rows but no database returned any. MariaDB answers a DELETE ...
     * RETURNING with a count when its optimizer sees that the condition never holds, as after a subquery that found
     * nothing. Its driver then returns no columns either.
     */
    public void described(DeployedPlan deployed) throws SQLException {
        ResultSetMetaData columns = new PreparedDescription(statement, deployed).ofRows();
        show(columns == null ? List.of() : LocalRows.columns(columns));
    }

    /** Whether the database's driver shows rows without columns for a statement that returned nothing. */
    public boolean areShown() {
        return statement.session().dialect().drivers().showsRowsOfNothing();
    }

    /** Shows rows without columns. */
    public void withoutColumns() throws SQLException {
        show(List.of());
    }

    private void show(List<LocalColumn> columns) throws SQLException {
        StatementResults results = statement.results();
        ResultSet rows =
                LocalRows.of(results, columns, List.of(), statement.session().dialect());
        results.show(rows, null);
    }
}
