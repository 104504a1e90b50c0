package org.shardingjdbc.engine.internal.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.statement.logic.HandClockedStatement;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/** Whatever becomes of each trial of a partial answer, a warning names what its rows are not of. */
class PartialAnswerTest {
    /** One table on each of three data sources. */
    private static final ChosenUnits WHOLE = new ThreeUnits();

    private final HandClockedStatement statement = new HandClockedStatement();
    private final List<String> trials = new ArrayList<>();

    /** What comes of a trial. */
    private interface Trial {
        void of(IntConsumer unreached) throws SQLException;
    }

    /** A pool has no connection to that data source. */
    private static Trial exhausted(int dataSource) {
        return unreached -> {
            unreached.accept(dataSource);
            throw new SQLTransientConnectionException("no connection of ds_" + dataSource);
        };
    }

    /** A connection to that data source was lost, as one is that had been in the pool before. */
    private static Trial lost(int dataSource) {
        return unreached -> {
            unreached.accept(dataSource);
            throw new SQLNonTransientConnectionException("lost ds_" + dataSource, "08006");
        };
    }

    private static Trial answered() {
        return unreached -> {};
    }

    private void answer(Trial... script) throws SQLException {
        new PartialAnswer(statement, null).run(WHOLE, (units, unreached) -> {
            StringBuilder reached = new StringBuilder();
            for (int unit = 0; unit < units.size(); unit++) {
                reached.append(units.dataSource(unit));
            }
            trials.add(reached.toString());
            try {
                script[trials.size() - 1].of(unreached);
            } catch (SQLException e) {
                statement.closeAfter(e);
                throw e;
            }
        });
    }

    private List<String> warnings() throws SQLException {
        List<String> found = new ArrayList<>();
        for (SQLWarning each = statement.results().warnings(); each != null; each = each.getNextWarning()) {
            found.add(each.getMessage());
        }
        return found;
    }

    @Test
    void whatWasLeftOutIsStillToldOfAfterAnotherDataSourceHadAStaleConnection() throws SQLException {
        answer(exhausted(1), lost(2), answered());
        assertThat(trials).containsExactly("012", "02", "02");
        assertThat(warnings()).containsExactly("Partial answer: rows are missing of ds_1.t");
    }

    @Test
    void aStaleConnectionAloneLeavesNothingOut() throws SQLException {
        answer(lost(2), answered());
        assertThat(trials).containsExactly("012", "012");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void whatIsLostTwiceIsLeftOutBesideWhatCouldNotBeReached() throws SQLException {
        answer(exhausted(1), lost(2), lost(2), answered());
        assertThat(trials).containsExactly("012", "02", "02", "0");
        assertThat(warnings()).containsExactly("Partial answer: rows are missing of ds_1.t, ds_2.t");
    }

    /** Each pool may have lent a connection from before its database was back. */
    @Test
    void aStaleConnectionOfEachOfTwoDataSourcesLeavesNothingOut() throws SQLException {
        answer(lost(1), lost(2), answered());
        assertThat(trials).containsExactly("012", "012", "012");
        assertThat(warnings()).isEmpty();
    }

    @Test
    void whatIsLostTwiceIsLeftOutThoughAnotherOneWasStaleInBetween() throws SQLException {
        answer(lost(1), lost(2), lost(1), answered());
        assertThat(trials).containsExactly("012", "012", "012", "02");
        assertThat(warnings()).containsExactly("Partial answer: rows are missing of ds_1.t");
    }

    @Test
    void whereNoneIsLeftTheLastFailureIsTold() {
        assertThatThrownBy(() -> answer(exhausted(1), lost(2), exhausted(2), exhausted(0)))
                .hasMessage("no connection of ds_0");
        assertThat(trials).containsExactly("012", "02", "02", "0");
    }

    @Test
    void whatIsNoOutageIsThrownAtOnce() throws SQLException {
        assertThatThrownBy(() -> answer(exhausted(1), unreached -> {
                    throw new SQLException("division by zero", "22012");
                }))
                .hasMessage("division by zero");
        assertThat(warnings()).isEmpty();
    }

    /** A limit tells before the execution to how many data nodes it goes. */
    @Test
    void whatWasWarnedOfBeforeIsKept() throws SQLException {
        statement.results().warn(new SQLWarning("three data nodes"));
        answer(exhausted(1), lost(2), answered());
        assertThat(warnings()).containsExactly("three data nodes", "Partial answer: rows are missing of ds_1.t");
    }

    private static final class ThreeUnits implements ChosenUnits {
        @Override
        public int size() {
            return 3;
        }

        @Override
        public int dataSource(int unit) {
            return unit;
        }

        @Override
        public String sql(int unit) {
            return "SELECT id FROM t";
        }

        @Override
        public Object target(int unit) {
            return new RouteUnit(unit, "ds_" + unit, List.of("t"));
        }

        @Override
        public int parameterCount(int unit) {
            return 0;
        }

        @Override
        public int parameterSource(int unit, int position) {
            throw new IllegalStateException();
        }

        @Override
        public Object computedParameter(int unit, int position) {
            throw new IllegalStateException();
        }

        @Override
        public MergePlan merge() {
            return null;
        }

        @Override
        public MergeBounds bounds() {
            return null;
        }

        @Override
        public int[] insertedRows(int unit) {
            return null;
        }

        @Override
        public boolean replicated() {
            return false;
        }
    }
}
