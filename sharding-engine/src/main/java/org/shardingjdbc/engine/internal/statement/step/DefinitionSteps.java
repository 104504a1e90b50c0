package org.shardingjdbc.engine.internal.statement.step;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.CreateTableAs;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;

/** Runs definitions that take several statements. One per execution, used by one thread. */
final class DefinitionSteps {
    private final OuterStatement outer;

    DefinitionSteps(OuterStatement outer) {
        this.outer = outer;
    }

    /**
     * Creates and fills a table: as one where definitions belong to transactions; elsewhere a table that cannot be
     * filled is dropped again.
     */
    void create(CreateTableAs copy) throws SQLException {
        Sessions sessions = outer.dialect().sessions();
        long count = sessions.transactionalDefinitions()
                ? outer.session().asOne(() -> createAndFill(copy))
                : createAndFillOrDrop(copy);
        outer.results().count(sessions.countsRowsOfNewTables() ? count : 0);
    }

    private long createAndFill(CreateTableAs copy) throws SQLException {
        outer.update(copy.create());
        return fill(copy);
    }

    private long createAndFillOrDrop(CreateTableAs copy) throws SQLException {
        outer.update(copy.create());
        try {
            return fill(copy);
        } catch (SQLException | RuntimeException e) {
            if (copy.drop() != null) {
                drop(copy.drop(), e);
            }
            throw e;
        }
    }

    private long fill(CreateTableAs copy) throws SQLException {
        return copy.insert() == null ? 0 : outer.update(copy.insert());
    }

    private void drop(NestedStatement drop, Exception cause) {
        try {
            outer.update(drop);
        } catch (SQLException | RuntimeException e) {
            cause.addSuppressed(e);
        }
    }

    /** Executes a definition in each data source, as one where definitions belong to transactions. */
    void inEachDataSource(OnePerDataSource perDataSource) throws SQLException {
        try {
            if (outer.dialect().sessions().transactionalDefinitions()) {
                outer.session().asOne(() -> updateEach(perDataSource));
            } else {
                updateEach(perDataSource);
            }
        } finally {
            outer.deployed().deployment().definitionsChanged(List.of());
        }
        outer.results().count(0);
    }

    private Void updateEach(OnePerDataSource perDataSource) throws SQLException {
        for (OnePerDataSource.PlacedStatement each : perDataSource.statements()) {
            try (StepStatement step = outer.prepare(each.statement(), List.of())) {
                step.hints(step.hints().verbatimTo(each.dataSourceName()));
                step.update();
            }
        }
        return null;
    }
}
