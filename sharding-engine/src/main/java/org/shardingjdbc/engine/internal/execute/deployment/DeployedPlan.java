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
 * A plan and the deployment that it was made for; data source indexes of the plan count that deployment's data sources.
 * An execution runs to its end on the deployment that its plan came from.
 *
 * <p>What both decide of every execution is found here once: which way it goes, what stands around it
 * ({@link Concern}), and whether it is made of views. Immutable, but for what is asked of it once and kept. Safe for
 * all threads.
 */
public final class DeployedPlan {
    final Deployment deployment;
    private final Deployment.@Nullable PlanSource source;
    private final String sql;
    private final @Nullable NestedStatement step;
    private final StatementPlan plan;
    /** What runs on shards: the plan, or the query in it; null for neither. */
    private final @Nullable ShardPlan onShards;

    private final Plans.@Nullable Epoch epoch;
    private final int parameterCount;
    private final ExecutionWay way;
    private final Directness directness;

    final boolean ofViews;
    /** Whether it is for the deployment's own schemas. */
    private final boolean ofDeployment;

    private final Concern.Chain concerns;

    /** How directly what a plan's units return reaches the client. */
    public enum Directness {
        /**
         * It is a read and neither it nor its deployment puts anything around its executions: see
         * {@code PlanFacts.isPlain} and {@link Deployment#isPlain}. Where its unit is known at once, an execution is
         * that unit's. What the session and the statement add is asked of them.
         */
        PLAIN_READ,
        /**
         * What one unit returns is what the client is shown, rows or a count: values are as they are stored, no SQL is
         * shown, and its connection has not to be told what the session remembers. {@link Concern}s may stand around
         * the execution.
         */
        HANDED_THROUGH,
        /** Something is done with it. */
        WORKED_ON
    }

    /**
     * @param source what made it, for the deployment's own schemas or for those where sessions were switched to; null
     *     when it is of definitions that only one transaction sees
     * @param step the statement, where it is executed on behalf of another; else null
     * @param epoch in which it was made; null without a source
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

    /** The same text by another plan. */
    public DeployedPlan by(StatementPlan other) {
        return new DeployedPlan(deployment, source, sql, step, other, epoch);
    }

    public Deployment deployment() {
        return deployment;
    }

    /**
     * An execution of it on one unit uses a connection.
     *
     * @param transaction whether that is a branch of the user's transaction
     * @return whether the deployment is left, so that it has to be asked whether the execution may run
     */
    public boolean use(PhysicalConnection connection, PhysicalConnection.@Nullable Borrower by, boolean transaction) {
        connection.use(by, deployment, transaction);
        // whatever replaces the deployment sets its exit before it looks which connections are used
        return deployment.exit != null;
    }

    /** The pool of a data source, by the plan's index, where it {@link #isPlain}; else null. */
    public @Nullable ShardPool poolOfPlainRead(int dataSource) {
        return directness == Directness.PLAIN_READ ? deployment.pools[dataSource] : null;
    }

    /** From the names in its data sources back to logic names. */
    public LogicNames names() {
        return deployment.names;
    }

    public String sql() {
        return sql;
    }

    /** The statement, where it is executed on behalf of another; else null. */
    public @Nullable NestedStatement step() {
        return step;
    }

    public StatementPlan plan() {
        return plan;
    }

    /** What runs on shards: the plan, or the query in it; null for neither. */
    public @Nullable ShardPlan onShards() {
        return onShards;
    }

    /** In which the plan was made; null when it is of definitions of one transaction only. */
    public Plans.@Nullable Epoch epoch() {
        return epoch;
    }

    /** Whether the views that it is made of still mean what they meant; not asked of those of one transaction only. */
    public boolean areViewsCurrent() {
        return source == null || source.isCurrent(((ShardPlan) plan).facts().views());
    }

    /**
     * Looks whether somebody else redefined these tables, as whoever made this plan sees them; if so, plans are made
     * anew.
     *
     * @return whether somebody did; false for definitions of one transaction only
     */
    public boolean definitionsDiffer(List<String> logicTables) {
        return source != null && deployment.definitionsDiffer(source, logicTables);
    }

    /** Whether it is a {@link Directness#PLAIN_READ}. */
    public boolean isPlain() {
        return directness == Directness.PLAIN_READ;
    }

    /** How directly what its units return reaches the client. */
    public Directness directness() {
        return directness;
    }

    /** How its executions go. */
    public ExecutionWay way() {
        return way;
    }

    /** What stands around its executions on shards, the outermost first. */
    public Concern.Chain concerns() {
        return concerns;
    }

    /** @param run what runs on shards: it, or the query in it; null for neither */
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

    /** Whether views are in it, which may have been replaced since. */
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

    /** Whether what made it would give the same plan again: no definition has changed since. */
    public boolean isCurrent() {
        return epoch != null && !epoch.isOver();
    }

    /** How many placeholders its SQL has. */
    public int parameterCount() {
        return parameterCount;
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
        for (String table : shard.facts().logicTables()) {
            for (TransformedColumn column : deployment.rules().columns(table)) {
                if (column.write() == null && column.kept() == StoredProperty.NULLS) {
                    return withheld(failure, table, column.name());
                }
            }
        }
        return failure;
    }

    /** What failed, without what a database's message may tell of values that a rule withholds. */
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
