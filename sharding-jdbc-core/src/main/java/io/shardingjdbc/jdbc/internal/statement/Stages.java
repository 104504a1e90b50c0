package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.execute.Planned;
import io.shardingjdbc.jdbc.internal.plan.CopiedRows;
import io.shardingjdbc.jdbc.internal.plan.KeyedWrite;
import io.shardingjdbc.jdbc.internal.plan.PulledQuery;
import io.shardingjdbc.jdbc.internal.plan.StagedExecution;
import java.sql.SQLException;

/**
 * Runs an execution of several steps and shows its answer as the statement's. One per execution, used by one thread.
 */
final class Stages {
    private final ShardingStatement statement;
    private final Planned planned;
    private final Parameters given;
    private final KeyRequest keys;

    /** @param given the statement's parameters, all set */
    Stages(ShardingStatement statement, Planned planned, Parameters given, KeyRequest keys) {
        this.statement = statement;
        this.planned = planned;
        this.given = given;
        this.keys = keys;
    }

    /** Runs the steps; afterwards the statement's answers are filled, or nothing is left open. */
    void run(StagedExecution stages) throws SQLException {
        SharedSources.spoolAll(given, statement.spooled());
        if (stages instanceof PulledQuery query) {
            new PulledExecution(statement, planned, given, query).run();
        } else if (stages instanceof CopiedRows copied) {
            copyRows(copied);
        } else if (stages instanceof KeyedWrite write) {
            writeByKey(write);
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
        WriteAnswer answer = statement.session().asOne(() -> new KeyedWriting(statement, write, runs, maxRows).run());
        answer.show(write.returned() != null, keys);
    }
}
