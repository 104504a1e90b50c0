package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.plan.ShowPlan;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The answer of a SHOW or DESCRIBE with logic names; each logic table once. One per execution. */
final class ShowAnswer {
    private final ShardingStatement statement;
    private final Planned planned;
    private final ShowPlan plan;

    ShowAnswer(ShardingStatement statement, Planned planned, ShowPlan plan) {
        this.statement = statement;
        this.planned = planned;
        this.plan = plan;
    }

    ResultSet read() throws SQLException {
        throw new SQLException("" + statement + planned + plan);
    }
}
