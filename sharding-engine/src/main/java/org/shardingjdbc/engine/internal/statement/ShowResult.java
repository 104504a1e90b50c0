package org.shardingjdbc.engine.internal.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.show.ShowRows;
import org.shardingjdbc.engine.internal.show.TransactionRows;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement.ShowKind;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;

/** The result of a SHOW or DESCRIBE. Stateless. */
final class ShowResult {
    private ShowResult() {}

    static ResultSet of(ShowPlan plan, DeployedPlan deployed, LogicStatement statement) throws SQLException {
        if (plan.statement().kind() == ShowKind.TRANSACTIONS) {
            return LocalRows.limited(
                    statement.results(),
                    TransactionRows.columns(),
                    TransactionRows.rows(statement.session(), deployed.deployment()),
                    statement.session().dialect(),
                    statement.options().maxRows);
        }
        ShowRows rows = new ShowRows(statement.session(), deployed.deployment(), plan);
        rows.read();
        return LocalRows.limited(
                statement.results(),
                rows.columns(),
                rows.rows(),
                statement.session().dialect(),
                statement.options().maxRows);
    }
}
