package org.shardingjdbc.engine.internal.execute.deployment;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.rule.column.StoredProperty;
import org.shardingjdbc.rule.column.TransformedColumn;

/**
 * A plan and the deployment that it was made for. The plan's data source indexes count that deployment's data sources.
 * An execution runs to its end on the deployment of its plan.
 *
 * <p>Whatever plan and deployment decide for every execution is found here once: the way of the execution, its
 * {@link Concern}s, and whether the plan uses views. Immutable, but for answers that are computed once and kept. Safe
 * for all threads.
 */
public final class DeployedPlan {
    final Deployment deployment;
    private final Deployment.@Nullable PlanSource source;
    private final String sql;
    private final @Nullable NestedStatement step;
    private final StatementPlan plan;
    /** The part that runs on shards: the plan, or the query in it; null for neither. */
    private final @Nullable ShardPlan onShards;

    private final Plans.@Nullable Epoch epoch;
    private final int parameterCount;
    private final ExecutionWay way;
    private final Directness directness;

    final boolean ofViews;
    /** Whether the plan is for the deployment's own schemas. */
    private final boolean ofDeployment;

    private final Concern.Chain concerns;

    /** How directly the results of a plan's units reach the client. */
    public enum Directness {
        /**
         * A read to whose executions neither the plan nor the deployment adds anything: see {@code PlanFacts.isPlain}
         * and {@link Deployment#isPlain}. Where its unit is known at once, an execution is the execution of that unit.
         * What the session and the statement add is asked of them.
         */
        PLAIN_READ,
        /**
         * The client gets the result of one unit, rows or a count: values are as they are stored, no SQL is logged, and
         * the connection need not get what the session remembers. {@link Concern}s may surround the execution.
         */
        HANDED_THROUGH,
        /** The results are changed or merged on the way to the client. */
        WORKED_ON
    }

    /**
     * @param source the source that made the plan, for the deployment's own schemas or for those that sessions were
     *     switched to; null when the plan uses definitions that only one transaction sees
     * @param step the statement, where it is executed on behalf of another one; else null
     * @param epoch in which the plan was made; null without a source
     */
    public DeployedPlan(
            Deployment deployment,
            Deployment.@Nullable PlanSource source,
            String sql,
            @Nullable NestedStatement step,
            StatementPlan plan,
            Plans.@Nullable Epoch epoch) {
        this.deployment = deployment;
        this.source = source;
        this.sql = sql;
        this.step = step;
        this.plan = plan;
        this.ofDeployment = source != null && source == deployment.plans;
        this.epoch = epoch;
        this.parameterCount = plan.parameterCount();
        this.way = ExecutionWay.of(plan);
        ShardPlan shards = plan instanceof ShardPlan given ? given : null;
        ShardPlan run = plan instanceof SettingPlan setting ? setting.query() : shards;
        this.onShards = run;
        this.directness = directness(shards, run, deployment);
        this.concerns = run == null || directness == Directness.PLAIN_READ
                ? Concern.Chain.PLAIN
                : Concern.Chain.of(run, deployment.isWatched());
        this.ofViews = shards != null && !shards.facts().views().isEmpty();
    }

    /** The same text with another plan. */
    public DeployedPlan by(StatementPlan other) {
        return new DeployedPlan(deployment, source, sql, step, other, epoch);
    }

    public Deployment deployment() {
        return deployment;
    }

    /**
     * An execution of the plan on one unit uses a connection.
     *
     * @param transaction whether the connection is a branch of the user's transaction
     * @return whether the deployment is left, so that the caller must check whether the execution may run
     */
    public boolean use(PhysicalConnection connection, PhysicalConnection.@Nullable Borrower by, boolean transaction) {
        connection.use(by, deployment, transaction);
        // a replacing thread sets the exit of the deployment before it looks which connections are used
        return deployment.exit != null;
    }

    /** The pool of a data source, by the plan's index, if the plan {@link #isPlain}; else null. */
    public @Nullable ShardPool poolOfPlainRead(int dataSource) {
        return directness == Directness.PLAIN_READ ? deployment.pools[dataSource] : null;
    }

    /** Maps names of the data sources back to logic names. */
    public LogicNames names() {
        return deployment.names;
    }

    public String sql() {
        return sql;
    }

    /** The statement, where it is executed on behalf of another one; else null. */
    public @Nullable NestedStatement step() {
        return step;
    }

    public StatementPlan plan() {
        return plan;
    }

    /** The part that runs on shards: the plan, or the query in it; null for neither. */
    public @Nullable ShardPlan onShards() {
        return onShards;
    }

    /** The epoch in which the plan was made; null when it uses definitions of one transaction only. */
    public Plans.@Nullable Epoch epoch() {
        return epoch;
    }

    /**
     * Whether the plan's views still mean what they meant when it was made; true for definitions of one transaction
     * only.
     */
    public boolean areViewsCurrent() {
        return source == null || source.isCurrent(((ShardPlan) plan).facts().views());
    }

    /**
     * Checks whether somebody else redefined these tables, as the source of this plan sees them. If so, plans are made
     * anew.
     *
     * @return whether somebody did; false for definitions of one transaction only
     */
    public boolean definitionsDiffer(List<String> logicTables) {
        return source != null && deployment.definitionsDiffer(source, logicTables);
    }

    /** Whether the plan is a {@link Directness#PLAIN_READ}. */
    public boolean isPlain() {
        return directness == Directness.PLAIN_READ;
    }

    /** How directly the results of the plan's units reach the client. */
    public Directness directness() {
        return directness;
    }

    /** The way of the plan's executions. */
    public ExecutionWay way() {
        return way;
    }

    /** What surrounds the plan's executions on shards, the outermost first. */
    public Concern.Chain concerns() {
        return concerns;
    }

    /** @param run the part that runs on shards: the plan, or the query in it; null for neither */
    private static Directness directness(@Nullable ShardPlan shards, @Nullable ShardPlan run, Deployment by) {
        if (shards != null && shards.facts().isPlain() && by.isPlain()) {
            return Directness.PLAIN_READ;
        }
        boolean through = run != null
                && run.statementClass().isOfRows()
                && run.rules().columns() == null
                && !by.props().showSql()
                && (run.rules().variables() == null
                        || run.rules().variables().left().isEmpty())
                && (run.lastKey() == null || run.lastKey().asked() == null);
        return through ? Directness.HANDED_THROUGH : Directness.WORKED_ON;
    }

    /** Whether the plan uses views, which may have been replaced since. */
    public boolean isOfViews() {
        return ofViews;
    }

    /**
     * Whether it is of that deployment's own schemas, for which that would give it again, and which nobody leaves. Of
     * views nobody knows; they may be replaced elsewhere.
     */
    public boolean isCurrentOf(Deployment other) {
        return deployment == other
                && other.exit == null
                && ofDeployment
                && !ofViews
                && epoch != null
                && !epoch.isOver();
    }

    /** Whether its source would make the same plan again: no definition has changed since. */
    public boolean isCurrent() {
        return epoch != null && !epoch.isOver();
    }

    /** How many placeholders the SQL has. */
    public int parameterCount() {
        return parameterCount;
    }

    /**
     * The failure of an execution as the application may see it. That is the failure itself, unless a table of the plan
     * has a column that is stored as it is and must not be asked for. When a write violates a constraint, some
     * databases show the whole row.
     */
    public SQLException shielded(SQLException failure) {
        boolean ours = failure.getMessage() != null && failure.getMessage().startsWith("SHD-");
        if (ours || !(plan instanceof ShardPlan shard)) {
            return failure;
        }
        for (String table : shard.facts().logicTables()) {
            for (TransformedColumn column : deployment.rules().columns(table)) {
                if (column.write() == null && column.kept() == StoredProperty.NULLS) {
                    return withheld(failure, table, column.name());
                }
            }
        }
        return failure;
    }

    /** The failure without values that a rule withholds and a database's message may show. */
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
