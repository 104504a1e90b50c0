package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.plan.CopiedRows;
import io.shardingjdbc.jdbc.internal.plan.KeyedWrite;
import io.shardingjdbc.jdbc.internal.plan.LookedUpUpsert;
import io.shardingjdbc.jdbc.internal.plan.NestedStatement;
import io.shardingjdbc.jdbc.internal.plan.PulledQuery;
import io.shardingjdbc.jdbc.internal.plan.ShardPlan;
import io.shardingjdbc.jdbc.internal.plan.StagedExecution;
import io.shardingjdbc.jdbc.internal.plan.StatementClass;
import io.shardingjdbc.jdbc.internal.plan.SubqueriesFirst;
import io.shardingjdbc.jdbc.internal.session.Session;
import java.sql.SQLException;

/**
 * Runs an execution of several steps and shows its answer as the statement's. One per execution, used by one thread.
 */
final class Stages {
    private final ShardingStatement statement;
    private final Planned planned;
    private final Parameters given;
    private final KeyRequest keys;
    private final Rest rest;

    /** Executes another logic statement as if it were this one. */
    @FunctionalInterface
    interface Rest {
        void execute(Planned planned, Parameters parameters) throws SQLException;
    }

    /**
     * @param given the statement's parameters, all set
     * @param keys what the application asks for
     * @param rest executes what is left after the first steps
     */
    Stages(ShardingStatement statement, Planned planned, Parameters given, KeyRequest keys, Rest rest) {
        this.statement = statement;
        this.planned = planned;
        this.given = given;
        this.keys = keys;
        this.rest = rest;
    }

    /** Runs the steps; afterwards the statement's answers are filled, or nothing is left open. */
    void run(StagedExecution stages) throws SQLException {
        SharedSources.spoolAll(given, statement.spooled());
        statement.answers().beginStages();
        if (stages instanceof PulledQuery query) {
            new PulledExecution(statement, planned, given, query).run();
        } else if (stages instanceof CopiedRows copied) {
            copyRows(copied);
        } else if (stages instanceof KeyedWrite write) {
            writeByKey(write);
        } else if (stages instanceof LookedUpUpsert upsert) {
            lookUp(upsert);
        } else if (stages instanceof SubqueriesFirst subqueries) {
            first(subqueries);
        }
    }

    private void copyRows(CopiedRows copied) throws SQLException {
        long maxRows = planned.deployment().props().maxRowsInMemory();
        NestedRuns runs = new NestedRuns(statement, given);
        WriteAnswer answer =
                statement.session().asOne(() -> new RowCopying(statement, copied, runs, keys, maxRows).run());
        answer.show(copied.returned() != null, keys);
    }

    private void writeByKey(KeyedWrite write) throws SQLException {
        long maxRows = planned.deployment().props().maxRowsInMemory();
        NestedRuns runs = new NestedRuns(statement, given);
        WriteAnswer answer =
                statement.session().asOne(() -> new KeyedWriting(statement, write, runs, keys, maxRows).run());
        answer.show(write.returned() != null, keys);
    }

    private void lookUp(LookedUpUpsert upsert) throws SQLException {
        NestedRuns runs = new NestedRuns(statement, given);
        WriteAnswer answer =
                statement.session().asOne(() -> new UpsertWriting(statement, upsert, runs, given, keys).run());
        answer.show(upsert.returned() != null, keys);
    }

    /** A write and its subqueries see one state and are one transaction. */
    private void first(SubqueriesFirst steps) throws SQLException {
        Session session = statement.session();
        boolean writes = ((ShardPlan) planned.plan()).statementClass() == StatementClass.WRITE;
        if (writes && !session.transactions().isOpen()) {
            session.asOne(() -> {
                subqueries(steps);
                return null;
            });
        } else {
            subqueries(steps);
        }
    }

    private void subqueries(SubqueriesFirst steps) throws SQLException {
        Session session = statement.session();
        SubqueryStages stages = new SubqueryStages(
                steps, session.dialect(), planned.deployment().props().maxBoundValues());
        ShardingException refusal = steps.refusal();
        if (stages.find(new NestedRuns(statement, given))) {
            NestedStatement with = stages.rest();
            try {
                rest.execute(session.plan(with.sql()), stages.parameters(with, given));
                return;
            } catch (ShardingException e) {
                // A value that no sharding algorithm places is no row's.
                if (e.code() != ErrorCode.SHARDING_TARGET_UNKNOWN) {
                    throw e;
                }
                refusal = e;
            }
        }
        StagedExecution other = steps.otherwise().get();
        if (other == null) {
            throw refusal.again();
        }
        run(other);
    }
}
