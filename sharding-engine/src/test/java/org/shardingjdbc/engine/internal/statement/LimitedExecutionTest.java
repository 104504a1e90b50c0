package org.shardingjdbc.engine.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.statement.logic.HandClockedStatement;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.ExecutionLimits.Excess;
import org.shardingjdbc.rule.execution.ExecutionLimits.Limit;
import org.shardingjdbc.rule.execution.ExecutionLimits.Quantity;

/** The time of a statement that a limit bounds is one, however often it is executed; a hand moves the clock. */
class LimitedExecutionTest {
    private final HandClockedStatement statement = new HandClockedStatement();
    private final List<String> warnings = new ArrayList<>();
    private int executions;

    private ExecutionBounds second(boolean refuses) {
        Limit limit = new Limit("time", "all tables", Quantity.SECONDS, 1, refuses ? Excess.ERROR : Excess.WARNING);
        return new ExecutionBounds(new ExecutionLimits(List.of(), List.of(limit)), warnings::add);
    }

    private void run(boolean refuses, LimitedExecution.Body body) throws SQLException {
        new LimitedExecution(statement, null, "SELECT 1").run(second(refuses), () -> {
            executions++;
            body.run();
        });
    }

    /** As {@code Redefinition} does: it enters again, with the bounds of the new plan. */
    private void failAndCloseToGoOn(boolean refuses, long milliseconds) throws SQLException {
        assertThatThrownBy(() -> run(refuses, () -> {
                    statement.pass(milliseconds);
                    throw new SQLException("redefined");
                }))
                .hasMessage("redefined");
        assertThat(statement.results().bounds()).isNull();
        statement.results().closeToGoOn();
    }

    @Test
    void isNotExecutedAgainAfterItsTime() throws SQLException {
        failAndCloseToGoOn(true, 900);
        failAndCloseToGoOn(true, 101);
        assertThatThrownBy(() -> run(true, () -> {}))
                .isInstanceOfSatisfying(PlanningWork.PlanningStoppedException.class, stopped -> assertThat(
                                stopped.reason().getMessage())
                        .contains("SHD-4124: Limit time of all tables ends the statement"));
        assertThat(executions).isEqualTo(2);
        statement.results().closeAll();
        run(true, () -> {});
        assertThat(statement.results().bounds()).isNotNull();
    }

    /** It rang after what the first execution had left of it. */
    @Test
    void theTimerOfALaterExecutionIsTheLimitsToo() throws SQLException {
        failAndCloseToGoOn(true, 900);
        assertThatThrownBy(() -> run(true, () -> {
                    statement.pass(100);
                    throw new SQLTimeoutException("by the driver");
                }))
                .hasMessageContaining("SHD-4124");
    }

    @Test
    void planningThatTakesTooLongIsStoppedByTheLimit() {
        assertThatThrownBy(() -> run(true, () -> {
                    statement.pass(1000);
                    throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.QUERY_TIMEOUT, 1));
                }))
                .isInstanceOf(PlanningWork.PlanningStoppedException.class)
                .hasMessageContaining("SHD-4124");
    }

    @Test
    void aShorterTimeOfTheApplicationIsItsOwn() throws SQLException {
        statement.timeout(1);
        Limit limit = new Limit("time", "all tables", Quantity.SECONDS, 2, Excess.ERROR);
        ExecutionBounds longer = new ExecutionBounds(new ExecutionLimits(List.of(), List.of(limit)), warnings::add);
        assertThatThrownBy(() -> new LimitedExecution(statement, null, "SELECT 1").run(longer, () -> {
                    statement.pass(1000);
                    throw new SQLTimeoutException("by the driver");
                }))
                .hasMessage("by the driver");
    }

    @Test
    void warnsOfTheTimeOfAllExecutions() throws SQLException {
        failAndCloseToGoOn(false, 900);
        run(false, () -> statement.pass(101));
        assertThat(warnings).containsExactly("Limit time of all tables: the statement took longer than 1 s");
        warnings.clear();
        statement.results().closeAll();
        run(false, () -> statement.pass(900));
        assertThat(warnings).isEmpty();
    }
}
