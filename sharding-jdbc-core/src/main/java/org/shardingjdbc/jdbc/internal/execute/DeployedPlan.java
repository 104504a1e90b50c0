package org.shardingjdbc.jdbc.internal.execute;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.StoredProperty;
import org.shardingjdbc.rule.TransformedColumn;

/**
 * A plan and the deployment that it was made for; data source indexes of the plan count that deployment's data sources.
 * An execution runs to its end on the deployment that its plan came from.
 *
 * <p>What both decide of every execution is found here once: which way it goes, and whether it is made of views.
 * Immutable.
 */
public final class DeployedPlan {
    private static final int UNASKED = -1;

    private final Deployment deployment;
    private final String sql;
    private final NestedStatement step;
    private final StatementPlan plan;
    private final Object epoch;
    private final ExecutionWay way;
    private final boolean ofViews;
    /** As bits; {@link #UNASKED} until somebody asks. */
    private int concerns = UNASKED;

    /**
     * @param step the statement, where it is executed on behalf of another; else null
     * @param epoch what {@link Deployment#epoch()} said before it was made; null when it is of definitions that only
     *     one transaction sees
     */
    public DeployedPlan(Deployment deployment, String sql, NestedStatement step, StatementPlan plan, Object epoch) {
        this.deployment = deployment;
        this.sql = sql;
        this.step = step;
        this.plan = plan;
        this.epoch = epoch;
        this.way = ExecutionWay.of(plan, deployment.isPlain());
        this.ofViews = plan instanceof ShardPlan shards && !shards.views().isEmpty();
    }

    public Deployment deployment() {
        return deployment;
    }

    public String sql() {
        return sql;
    }

    /** The statement, where it is executed on behalf of another; else null. */
    public NestedStatement step() {
        return step;
    }

    public StatementPlan plan() {
        return plan;
    }

    /** What the deployment said before the plan was made; null when it is of definitions of one transaction only. */
    public Object epoch() {
        return epoch;
    }

    /**
     * Whether neither its plan nor its deployment puts anything around its executions: see {@link ShardPlan#isPlain}
     * and {@link Deployment#isPlain}. What the session and the statement add is asked of them.
     */
    public boolean isPlain() {
        return way == ExecutionWay.PLAIN_READ;
    }

    /** How its executions go. */
    public ExecutionWay way() {
        return way;
    }

    /** Whether that stands around its executions on shards. */
    public boolean has(Concern concern) {
        int known = concerns;
        if (known == UNASKED) {
            known = Concern.of(plan, deployment.isWatched());
            concerns = known;
        }
        return concern.isAmong(known);
    }

    /** Whether views are in it, which may have been replaced since. */
    public boolean isOfViews() {
        return ofViews;
    }

    /** Whether it is of that deployment, which would give it again, and which nobody leaves. */
    public boolean isCurrentOf(Deployment other) {
        return deployment == other && other.exit == null && epoch != null && epoch == other.epoch();
    }

    /** Whether the deployment would give the same plan again: no definition has changed since. */
    public boolean isCurrent() {
        return epoch != null && epoch == deployment.epoch();
    }

    /** How many placeholders its SQL has. */
    public int parameterCount() {
        return plan.parameterCount();
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
