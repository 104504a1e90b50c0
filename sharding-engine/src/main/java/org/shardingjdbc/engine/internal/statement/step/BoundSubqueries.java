package org.shardingjdbc.engine.internal.statement.step;

import java.sql.SQLException;
import java.util.Objects;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Executes a statement's subqueries, then the statement with their values in it. A write and its subqueries see one
 * state and are one transaction. One per execution, used by one thread.
 */
final class BoundSubqueries {
    private final OuterStatement outer;
    private final ShardPlan plan;
    private final BindSubqueries steps;
    private final StepsRunner runner;

    /** @param runner runs other steps when the values cannot be bound */
    BoundSubqueries(OuterStatement outer, BindSubqueries steps, StepsRunner runner) {
        this.outer = outer;
        this.plan = (ShardPlan) outer.deployed().plan();
        this.steps = steps;
        this.runner = runner;
    }

    void run() throws SQLException {
        Session session = outer.session();
        boolean writes = plan.statementClass() == StatementClass.WRITE;
        if (writes && !session.transactions().isOpen()) {
            session.asOne(this::inTurn);
        } else {
            inTurn();
        }
    }

    private Void inTurn() throws SQLException {
        SubqueryAnswers runs = new SubqueryAnswers(
                steps, outer.dialect(), outer.deployed().deployment().props().maxBoundValues());
        ShardingException ofText = Objects.requireNonNull(steps.refusal(), "the text is refused");
        ShardingException refusal = ofText;
        if (runs.find(outer)) {
            NestedStatement with = runs.rest();
            try {
                outer.executeAs(outer.session().plans().plan(with), runs.parameters(with, outer.ownParameters()));
                return null;
            } catch (ShardingException e) {
                // A subquery found a value that no sharding algorithm places, so no row has it.
                if (e.code() != ErrorCode.SHARDING_TARGET_UNKNOWN) {
                    throw e;
                }
                refusal = e;
            }
        }
        Decision<SteppedExecution> other = plan.otherSteps(outer.ownParameters().values(), ofText);
        if (other instanceof Decision.Refused<SteppedExecution> refused) {
            throw (refused.reason() == ofText ? refusal : refused.reason()).again();
        }
        runner.run(other.proved());
        return null;
    }
}
