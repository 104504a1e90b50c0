package org.shardingjdbc.engine.internal.statement.logic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalResultSet;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.engine.internal.task.FurtherResults;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.ExecutionLimits.Excess;
import org.shardingjdbc.rule.execution.ExecutionLimits.Limit;
import org.shardingjdbc.rule.execution.ExecutionLimits.Quantity;

/** What is forgotten between two executions, between two parts of a batch, and when an execution goes on. */
class StatementResultsTest {
    private static final Limit ONE_SECOND = new Limit("time", "all tables", Quantity.SECONDS, 1, Excess.ERROR);

    private final HandClockedStatement statement = new HandClockedStatement();
    private final StatementResults results = statement.results();

    private static ExecutionBounds oneSecond() {
        return new ExecutionBounds(new ExecutionLimits(List.of(), List.of(ONE_SECOND)), warning -> {});
    }

    @Test
    void whatGoesOnIsStillBoundedAndCancelledAndHasItsTime() throws SQLException {
        ExecutionBounds bounds = oneSecond();
        results.bounds(bounds);
        results.cancel();
        statement.pass(999);
        results.closeToGoOn();
        assertThat(results.bounds()).isSameAs(bounds);
        assertThat(results.isCancelled()).isTrue();
        assertThatCode(results::checkTime).doesNotThrowAnyException();
        statement.pass(2);
        assertThatThrownBy(results::checkTime).isInstanceOf(PlanningWork.PlanningStoppedException.class);
    }

    /** Each part has its own bounds and its own time; who cancels means the whole. */
    @Test
    void betweenTwoPartsOfABatchTheCancelAloneIsRemembered() throws SQLException {
        results.bounds(oneSecond());
        results.count(3);
        results.warn(new SQLWarning("of the first part"));
        results.cancel();
        statement.pass(999);
        results.closeBetween();
        assertThat(results.isCancelled()).isTrue();
        assertThat(results.bounds()).isNull();
        assertThat(results.updateCount()).isEqualTo(-1);
        assertThat((Throwable) results.warnings()).isNull();
        results.bounds(oneSecond());
        statement.pass(999);
        assertThatCode(results::checkTime).doesNotThrowAnyException();
    }

    /** A driver tells its chain again when it is asked again. */
    @Test
    void theChainOfADriverIsNotAddedTo() throws SQLException {
        SQLWarning ofDriver = new SQLWarning("a driver's");
        results.warn(ofDriver);
        results.warn(new SQLWarning("another driver's"));
        results.warn("ours");
        assertThat((Throwable) ofDriver.getNextWarning()).isNull();
        List<String> told = new ArrayList<>();
        for (SQLWarning each = results.warnings(); each != null; each = each.getNextWarning()) {
            told.add(each.getMessage());
        }
        assertThat(told).containsExactly("a driver's", "another driver's", "ours");
    }

    @Test
    void nothingIsRememberedForTheNextExecution() throws SQLException {
        results.bounds(oneSecond());
        results.cancel();
        statement.pass(999);
        results.closeAll();
        assertThat(results.isCancelled()).isFalse();
        assertThat(results.bounds()).isNull();
        results.bounds(oneSecond());
        statement.pass(999);
        assertThatCode(results::checkTime).doesNotThrowAnyException();
    }

    /** Its steps had begun, as those of a query whose subqueries are pulled otherwise. */
    @Test
    void stepsThatBeginAgainHaveTheTimeOfTheFirst() throws SQLException {
        results.bounds(oneSecond());
        statement.pass(600);
        results.beginSteps();
        statement.pass(399);
        results.closeToGoOn();
        results.beginSteps();
        statement.pass(2);
        assertThatThrownBy(results::checkTime).isInstanceOf(PlanningWork.PlanningStoppedException.class);
    }

    @Test
    void rowsThatTheDriverRefusesToKeepAreStillTheResult() throws SQLException {
        ResultSet rows = new LocalResultSet(
                results, List.of(LocalColumn.text("a")), List.<Object[]>of(new Object[] {"x"}), Dialects.H2);
        results.show(rows, null);
        results.continueWith(new FurtherResults(refusing(), LogicNames.AS_THEY_ARE, null, Dialects.H2));
        for (int current : new int[] {Statement.KEEP_CURRENT_RESULT, Statement.CLOSE_ALL_RESULTS}) {
            assertThatThrownBy(() -> results.next(current)).isInstanceOf(SQLFeatureNotSupportedException.class);
            assertThat(results.rows()).isSameAs(rows);
            assertThat(rows.isClosed()).isFalse();
        }
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("x");
        assertThat(results.next(Statement.CLOSE_CURRENT_RESULT)).isFalse();
        assertThat(rows.isClosed()).isTrue();
        assertThat(results.rows()).isNull();
    }

    @Test
    void aCountIsStillTheResultWhereTheDriverRefusesToGoOn() throws SQLException {
        results.count(3);
        results.continueWith(new FurtherResults(refusing(), LogicNames.AS_THEY_ARE, null, Dialects.H2));
        assertThatThrownBy(() -> results.next(Statement.KEEP_CURRENT_RESULT))
                .isInstanceOf(SQLFeatureNotSupportedException.class);
        assertThat(results.updateCount()).isEqualTo(3);
        assertThat(results.next(Statement.CLOSE_CURRENT_RESULT)).isFalse();
        assertThat(results.updateCount()).isEqualTo(-1);
    }

    /** A driver's statement that has no more results, and does not say so unless the last one is closed. */
    private static Statement refusing() {
        return (Statement) Proxy.newProxyInstance(
                StatementResultsTest.class.getClassLoader(),
                new Class<?>[] {Statement.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getMoreResults") && arguments != null) {
                        throw new SQLFeatureNotSupportedException("KEEP_CURRENT_RESULT");
                    }
                    return method.getReturnType() == long.class ? -1L : (Object) false;
                });
    }

    /** What the execution was told, and what the open statements of shards warn of; asked twice it is the same. */
    @Test
    void ownWarningsHideNoneOfTheDrivers() throws SQLException {
        SQLWarning first = new SQLWarning("of ds_0", "01004", 7);
        first.setNextWarning(new SQLWarning("also of ds_0"));
        OpenWarnings work = new OpenWarnings() {
            private SQLWarning open = first;

            @Override
            public SQLWarning openWarnings() {
                return open;
            }

            @Override
            public void clearWarnings() {
                open = null;
            }
        };
        ResultSet rows = new LocalResultSet(
                results, List.of(LocalColumn.text("a")), List.<Object[]>of(new Object[] {"x"}), Dialects.H2);
        results.show(rows, work);
        assertThat(messages()).containsExactly("of ds_0", "also of ds_0");
        results.warn(new SQLWarning("ours"));
        results.warn(new SQLWarning("ours too"));
        for (int asked = 0; asked < 2; asked++) {
            assertThat(messages()).containsExactly("ours", "ours too", "of ds_0", "also of ds_0");
        }
        SQLWarning ofDriver = results.warnings().getNextWarning().getNextWarning();
        assertThat(ofDriver.getSQLState()).isEqualTo("01004");
        assertThat(ofDriver.getErrorCode()).isEqualTo(7);
        results.clearWarnings();
        assertThat(messages()).isEmpty();
    }

    private List<String> messages() throws SQLException {
        List<String> found = new ArrayList<>();
        for (SQLWarning each = results.warnings(); each != null; each = each.getNextWarning()) {
            found.add(each.getMessage());
        }
        return found;
    }

    /** What several steps find is told once, to whom the whole belongs to. */
    @Test
    void stepsWarnTheApplicationOnce() throws SQLException {
        StatementResults step = new HandClockedStatement().results();
        step.within(results);
        step.warnOnce(new SQLWarning("one"));
        step.warnOnce(new SQLWarning("one"));
        step.warnOnce(new SQLWarning("other"));
        assertThat((Throwable) step.warnings()).isNull();
        assertThat((Throwable) results.warnings()).hasMessage("one");
        assertThat((Throwable) results.warnings().getNextWarning()).hasMessage("other");
        assertThat((Throwable) results.warnings().getNextWarning().getNextWarning())
                .isNull();
    }
}
