package org.shardingjdbc.engine.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.catalog.ConnectionSource;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.explain.PlanExplainer;
import org.shardingjdbc.engine.internal.session.transaction.TransactionPlans;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/**
 * The plans of a session. They are those of all sessions, except after a switch of the schema, and for definitions that
 * only the session's transaction sees. One per session.
 */
public final class SessionPlans {
    private final Deployments deployments;
    private final SessionTransactions transactions;
    private final SessionState state;
    private final ConnectionSupply supply;
    private final BiFunction<ConnectionSource, Deployment, Deployment.PlanSource> asSeenBy = this::asSeenBy;

    SessionPlans(SessionState state, ConnectionSupply supply) {
        this.state = state;
        this.deployments = state.deployments;
        this.transactions = supply.transactions();
        this.supply = supply;
    }

    /** The deployment by which statements are planned now. */
    private Deployment current() {
        Deployment now = deployments.current();
        return now.exit() == null ? now : supply.version().toPlanBy(now);
    }

    /** Explains plans as they would be executed now. The choices made for that are not remembered. */
    public PlanExplainer explainer(Deployment deployment) {
        return supply.choice().explainer(deployment);
    }

    /**
     * The current plan of a statement that runs on behalf of another statement.
     *
     * @throws ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(NestedStatement step) {
        Deployment current = current();
        Deployment.PlanSource own = own(current);
        DeployedPlan found = own == null ? current.plan(step) : plan(own, current, step.sql(), step, false);
        return current(found, false);
    }

    /**
     * The current plan of a SQL text. To be asked again for every execution.
     *
     * @throws ShardingException when the SQL is wrong or refused
     */
    public DeployedPlan plan(String sql) {
        requireText(sql);
        Deployment current = deployments.current();
        Deployment.PlanSource own = own(current);
        DeployedPlan found = own == null ? current.plan(sql) : plan(own, current, sql, null, false);
        return current(found, false);
    }

    /**
     * A plan for one execution of a SQL text without parameters.
     *
     * @throws ShardingException when the SQL is null, wrong or refused
     */
    public DeployedPlan planOnce(@Nullable String sql) {
        return state.fence == null ? once(sql) : state.fence.entered(() -> once(sql));
    }

    private DeployedPlan once(@Nullable String text) {
        String sql = requireText(text);
        Deployment current = current();
        Deployment.PlanSource own = own(current);
        DeployedPlan found = own == null ? current.planOnce(sql) : plan(own, current, sql, null, true);
        return current(found, true);
    }

    /**
     * Returns {@code before} if planning would make the same plan again, else the current plan.
     *
     * @throws ShardingException when the SQL is wrong by now, or refused
     */
    public DeployedPlan plan(DeployedPlan before) {
        return state.fence == null ? again(before) : state.fence.entered(() -> again(before));
    }

    private DeployedPlan again(DeployedPlan before) {
        Deployment current = deployments.current();
        if (before.isCurrentOf(current) && own(current) == null) {
            return before;
        }
        if (before.step() != null) {
            return plan(before.step());
        }
        if (current.exit() != null) {
            supply.version().toPlanBy(current);
        }
        return plan(before.sql());
    }

    /** A plan that is not shared by all sessions, from {@link #own}. */
    private DeployedPlan plan(
            Deployment.PlanSource own, Deployment current, String sql, @Nullable NestedStatement step, boolean once) {
        boolean shared = transactions.plansOfOwnDefinitions(current) == null;
        Plans.Epoch before = shared ? own.epoch() : null;
        StatementPlan plan = step != null ? own.plan(step) : once ? own.planOnce(sql) : own.plan(sql);
        return new DeployedPlan(current, shared ? own : null, sql, step, plan, before);
    }

    /** Plans anew if the plan was made of views that were replaced elsewhere. */
    private DeployedPlan current(DeployedPlan deployed, boolean once) {
        if (!deployed.isOfViews() || deployed.areViewsCurrent()) {
            return deployed;
        }
        Deployment from = deployed.deployment();
        from.definitionsChanged(List.of());
        Deployment.PlanSource own = own(from);
        if (own != null) {
            return plan(own, from, deployed.sql(), deployed.step(), once);
        }
        if (deployed.step() != null) {
            return from.plan(deployed.step());
        }
        return once ? from.planOnce(deployed.sql()) : from.plan(deployed.sql());
    }

    private static String requireText(@Nullable String sql) {
        if (sql == null) {
            throw new ShardingException(ErrorCode.ARGUMENT_OUT_OF_RANGE, "A statement", "null in place of its SQL");
        }
        return sql;
    }

    /**
     * The source of plans that are not shared by all sessions, for definitions that only this session sees or for the
     * schema that it was switched to; null where the shared plans are right.
     */
    private Deployment.@Nullable PlanSource own(Deployment current) {
        TransactionPlans own = transactions.plansOfOwnDefinitions(current);
        if (own != null) {
            return own.of(current, asSeenBy);
        }
        return state.settings.elsewhere ? ofSchema(current) : null;
    }

    private Deployment.PlanSource ofSchema(Deployment current) {
        SessionSettings.Schema schema = state.settings.sessionSchema();
        return current.plansIn(schema, () -> new SchemaSight(current, schema));
    }

    /** Plans for definitions that only the session's transaction sees, through its connections. */
    private Deployment.PlanSource asSeenBy(ConnectionSource connections, Deployment current) {
        return state.settings.elsewhere ? ofSchema(current).asSeenBy(connections) : current.plansAsSeenBy(connections);
    }

    /**
     * Lends connections that are switched to a schema, for reading the metadata that plans need. Safe for all threads.
     */
    private static final class SchemaSight implements ConnectionSource {
        private final Deployment deployment;
        private final SessionSettings.Schema schema;
        private final Map<Connection, PhysicalConnection> lent = new ConcurrentHashMap<>();

        SchemaSight(Deployment deployment, SessionSettings.Schema schema) {
            this.deployment = deployment;
            this.schema = schema;
        }

        @Override
        public Connection open(int dataSource) throws SQLException {
            PhysicalConnection connection = Objects.requireNonNull(
                    deployment.home(dataSource).take(true, ShardPool.WhenBusy.BESIDES, null), "it takes one besides");
            boolean entered = false;
            try {
                schema.enter(connection);
                lent.put(connection.jdbc(), connection);
                entered = true;
                return connection.jdbc();
            } finally {
                if (!entered) {
                    connection.release();
                }
            }
        }

        @Override
        public void giveBack(Connection connection) {
            lent.remove(connection).release();
        }
    }
}
