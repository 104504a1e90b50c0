package org.shardingjdbc.jdbc.internal.statement.step;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.key.GeneratedKeyRequest;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.parameter.SharedSources;
import org.shardingjdbc.jdbc.internal.session.Session;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CreateCopy;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Runs an execution of several steps and shows its result as the statement's. One per execution, used by one thread.
 */
public final class StepsRunner {
    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final Parameters given;
    private final GeneratedKeyRequest keys;
    private final Rest rest;

    /** Executes another logic statement as if it were this one. */
    @FunctionalInterface
    public interface Rest {
        void execute(DeployedPlan deployed, Parameters parameters) throws SQLException;
    }

    /**
     * @param given the statement's parameters, all set
     * @param keys what the application asks for
     * @param rest executes what is left after the first steps
     */
    public StepsRunner(
            LogicStatement statement, DeployedPlan deployed, Parameters given, GeneratedKeyRequest keys, Rest rest) {
        this.statement = statement;
        this.deployed = deployed;
        this.given = given;
        this.keys = keys;
        this.rest = rest;
    }

    /** Runs the steps; afterwards the statement's results are filled, or nothing is left open. */
    public void run(SteppedExecution steps) throws SQLException {
        statement.beginSteps(deployed, steps);
        SharedSources.spoolAll(given, statement.spooled());
        if (steps instanceof Pull query) {
            new PulledExecution(statement, deployed, given, query).run();
        } else if (steps instanceof CopyRows copied) {
            copyRows(copied);
        } else if (steps instanceof CreateCopy copy) {
            create(copy);
        } else if (steps instanceof OnePerDataSource perDataSource) {
            inEachDataSource(perDataSource);
        } else if (steps instanceof WriteByKey write) {
            writeByKey(write);
        } else if (steps instanceof LookUpKeys upsert) {
            lookUp(upsert);
        } else if (steps instanceof BindSubqueries subqueries) {
            first(subqueries);
        }
    }

    private void copyRows(CopyRows copied) throws SQLException {
        long maxRows = deployed.deployment().props().maxRowsInMemory();
        NestedRuns runs = new NestedRuns(statement, given);
        WriteResult result =
                statement.session().asOne(() -> new RowCopying(statement, copied, runs, keys, maxRows).run());
        result.show(copied.returned() != null, keys);
    }

    private void writeByKey(WriteByKey write) throws SQLException {
        long maxRows = deployed.deployment().props().maxRowsInMemory();
        NestedRuns runs = new NestedRuns(statement, given);
        WriteResult result =
                statement.session().asOne(() -> new KeyedWriting(statement, write, runs, keys, maxRows).run());
        result.show(write.returned() != null, keys);
    }

    private void lookUp(LookUpKeys upsert) throws SQLException {
        NestedRuns runs = new NestedRuns(statement, given);
        WriteResult result =
                statement.session().asOne(() -> new UpsertWriting(statement, upsert, runs, given, keys).run());
        result.show(upsert.returned() != null, keys);
    }

    /** As one where definitions belong to transactions; else a table that cannot be filled is dropped again. */
    private void create(CreateCopy copy) throws SQLException {
        boolean transactional = statement.session().dialect().sessions().transactionalDefinitions();
        long count =
                transactional ? statement.session().asOne(() -> createAndFill(copy, false)) : createAndFill(copy, true);
        statement.results().count(statement.session().dialect().sessions().countsRowsOfNewTables() ? count : 0);
    }

    private void inEachDataSource(OnePerDataSource perDataSource) throws SQLException {
        NestedRuns runs = new NestedRuns(statement, given);
        Session.Steps<Void> steps = () -> {
            for (NestedStatement each : perDataSource.statements()) {
                runs.update(each, List.of());
            }
            return null;
        };
        try {
            if (statement.session().dialect().sessions().transactionalDefinitions()) {
                statement.session().asOne(steps);
            } else {
                steps.run();
            }
        } finally {
            deployed.deployment().definitionsChanged(List.of());
        }
        statement.results().count(0);
    }

    private long createAndFill(CreateCopy copy, boolean undoing) throws SQLException {
        NestedRuns runs = new NestedRuns(statement, given);
        runs.update(copy.create(), List.of());
        if (copy.insert() == null) {
            return 0;
        }
        try {
            return runs.update(copy.insert(), List.of());
        } catch (SQLException | RuntimeException e) {
            if (undoing && copy.drop() != null) {
                drop(runs, copy, e);
            }
            throw e;
        }
    }

    private static void drop(NestedRuns runs, CreateCopy copy, Exception cause) {
        try {
            runs.update(copy.drop(), List.of());
        } catch (SQLException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** A write and its subqueries see one state and are one transaction. */
    private void first(BindSubqueries steps) throws SQLException {
        Session session = statement.session();
        boolean writes = ((ShardPlan) deployed.plan()).statementClass() == StatementClass.WRITE;
        if (writes && !session.transactions().isOpen()) {
            session.asOne(() -> {
                subqueries(steps);
                return null;
            });
        } else {
            subqueries(steps);
        }
    }

    private void subqueries(BindSubqueries steps) throws SQLException {
        Session session = statement.session();
        SubqueryRuns runs = new SubqueryRuns(
                steps, session.dialect(), deployed.deployment().props().maxBoundValues());
        ShardingException refusal = steps.refusal();
        if (runs.find(new NestedRuns(statement, given))) {
            NestedStatement with = runs.rest();
            try {
                rest.execute(session.plans().plan(with), runs.parameters(with, given));
                return;
            } catch (ShardingException e) {
                // A value that no sharding algorithm places is no row's.
                if (e.code() != ErrorCode.SHARDING_TARGET_UNKNOWN) {
                    throw e;
                }
                refusal = e;
            }
        }
        Decision<SteppedExecution> other = steps.otherwise().get();
        if (other instanceof Decision.Refused<SteppedExecution> refused) {
            throw (refused.reason() == steps.refusal() ? refusal : refused.reason()).again();
        }
        run(other.proved());
    }
}
