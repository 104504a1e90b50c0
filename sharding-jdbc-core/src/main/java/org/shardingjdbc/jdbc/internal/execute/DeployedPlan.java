package org.shardingjdbc.jdbc.internal.execute;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.StoredProperty;
import org.shardingjdbc.rule.TransformedColumn;

/**
 * A plan and the deployment that it was made for; data source indexes of the plan count that deployment's data sources.
 * An execution runs to its end on the deployment that its plan came from.
 *
 * @param part what the text is planned as
 * @param epoch what {@link Deployment#epoch()} said before it was made; null when it is of definitions that only one
 *     transaction sees
 */
public record DeployedPlan(Deployment deployment, String sql, NestedPart part, StatementPlan plan, Object epoch) {
    /** Whether the deployment would give the same plan again: no definition has changed since. */
    public boolean isCurrent() {
        return epoch != null && epoch == deployment.epoch();
    }

    /** How many placeholders its SQL has. */
    public int parameterCount() {
        return plan().parameterCount();
    }

    /**
     * A failure of its execution as the application may see it: itself, unless a table of the plan has a column that is
     * stored as it is and must not be asked. Of a constraint that a write violates, some databases show the whole row.
     */
    public SQLException shielded(SQLException failure) {
        boolean ours = failure.getMessage() != null && failure.getMessage().startsWith("SHD-");
        if (ours || !(plan instanceof ShardPlan shard)) {
            return failure;
        }
        for (String table : shard.logicTables()) {
            for (TransformedColumn column : deployment.rules().columns(table)) {
                if (column.write() == null && column.kept() == StoredProperty.NULLS) {
                    return withheld(failure, table, column.name());
                }
            }
        }
        return failure;
    }

    /** As the other one, of whatever failed. */
    public Throwable shielded(Throwable failure) {
        return failure instanceof SQLException sql ? shielded(sql) : failure;
    }

    private static SQLException withheld(SQLException failure, String table, String column) {
        String message = failure.getMessage() == null ? "" : failure.getMessage();
        int place = message.lastIndexOf(" (data source ");
        ShardingException told = new ShardingException(
                ErrorCode.DATABASE_ERROR_WITHHELD,
                failure.getSQLState(),
                column,
                table,
                place < 0 ? "" : message.substring(place));
        return SqlErrors.bare(failure, told.getMessage());
    }
}
