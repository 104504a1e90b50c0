package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.result.label.KnownColumns;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.internal.experience.PlanExperience;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;

/** Describes the result of a prepared statement, by asking one shard without executing anything. One per question. */
public final class PreparedDescription {
    /** Makes the texts of questions differ. */
    private static final AtomicLong QUESTIONS = new AtomicLong();

    private final LogicStatement statement;
    private final DeployedPlan deployed;

    public PreparedDescription(LogicStatement statement, DeployedPlan deployed) {
        this.statement = statement;
        this.deployed = deployed;
    }

    /** The columns of the rows; null when the statement returns none, or the driver does not say. */
    public @Nullable ResultSetMetaData ofRows() throws SQLException {
        if (deployed.plan() instanceof SequencePlan several) {
            return ofFirst(several);
        }
        return deployed.plan() instanceof ShardPlan plan ? ofRows(plan, null, null) : null;
    }

    /** The columns of the first of several statements, as executeQuery returns its rows. */
    private @Nullable ResultSetMetaData ofFirst(SequencePlan several) throws SQLException {
        TextPart first = several.statements().get(0);
        return first.isEmpty()
                ? null
                : new PreparedDescription(statement, statement.session().plans().plan(first.sql())).ofRows();
    }

    /**
     * The columns of rows that came from several tables at once; such a result does not name the tables. Asked once for
     * each plan, and again when the rows have other types, since somebody else has redefined the tables.
     *
     * @param parameters of the execution: PostgreSQL may not find their types by itself
     * @param united what the driver says of the rows
     */
    public @Nullable ResultSetMetaData ofUnitedRows(UnitParameters parameters, ResultSetMetaData united)
            throws SQLException {
        ShardPlan plan = (ShardPlan) deployed.plan();
        PlanExperience experience = plan.lasting().experience();
        if (experience.description() instanceof KnownColumns known && known.describes(united)) {
            return known;
        }
        KnownColumns told = ofRows(plan, parameters, united);
        experience.describedBy(told);
        return told;
    }

    /**
     * @param parameters null where none are known
     * @param united what the driver says of rows that came from several tables at once; null for others
     */
    private @Nullable KnownColumns ofRows(
            ShardPlan plan, @Nullable UnitParameters parameters, @Nullable ResultSetMetaData united)
            throws SQLException {
        if (!plan.facts().returnsRows() && !plan.statementClass().isUnknown()) {
            return null;
        }
        ChosenUnits sample = plan.sample();
        Deployment deployment = deployed.deployment();
        try (ConnectionLease lease = statement.session().lease(deployment, sample.dataSource(0));
                PreparedStatement prepared = lease.connection().prepareStatement(question(sample.sql(0)))) {
            if (parameters != null) {
                parameters.bindAgain(prepared, sample, 0);
            }
            ResultSetMetaData columns = prepared.getMetaData();
            return columns == null ? null : new KnownColumns(columns, deployment.names(), united);
        }
    }

    private String question(String sql) {
        return statement.session().dialect().drivers().keepsPreparedTexts()
                ? sql + " /* " + QUESTIONS.incrementAndGet() + " */"
                : sql;
    }

    /**
     * Has the database check a text that passes through unchanged, where it checks texts when they are prepared.
     *
     * @throws SQLException what is wrong with it
     */
    public static void requireUnderstood(LogicStatement statement, DeployedPlan deployed) throws SQLException {
        boolean open = deployed.plan() instanceof ShardPlan plan
                && plan.statementClass().isUnknown()
                && statement.session().dialect().drivers().looksAtPreparedTexts()
                && plan.hints(statement.hints()).equals(HintValues.NONE);
        if (open) {
            new PreparedDescription(statement, deployed).ofRows();
        }
    }
}
