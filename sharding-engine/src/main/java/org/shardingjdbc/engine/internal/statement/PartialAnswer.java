package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLWarning;
import java.util.BitSet;
import java.util.StringJoiner;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.RemainingUnits;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.internal.Placements;

/**
 * A read that a hint lets be answered without what cannot be reached: it is executed, and once more without the data
 * sources that turned out to be away, until it is answered or none is left. One per execution.
 */
final class PartialAnswer {
    private final LogicStatement statement;
    private final Placements rules;

    /** Executes some of the units. */
    @FunctionalInterface
    interface Body {
        /** @param unreached told of data sources that the execution cannot reach */
        void run(ChosenUnits units, IntConsumer unreached) throws SQLException;
    }

    PartialAnswer(LogicStatement statement, Placements rules) {
        this.statement = statement;
        this.rules = rules;
    }

    /**
     * Whether an execution may be answered in part: a hint says so of a read of the application, outside of
     * transactions, to whose rows each data source adds its own.
     */
    static boolean isAccepted(LogicStatement statement, ShardPlan plan, ChosenUnits execution) {
        return execution.merge() != null
                && execution.size() > 1
                && !execution.replicated()
                && plan.statementClass() == StatementClass.READ
                && statement.nesting() == 0
                && plan.hints(statement.hints()).partialAnswers()
                && statement.results().stepsStart() == 0
                && !statement.session().transactions().isOpen();
    }

    /** Executes. */
    void run(ChosenUnits whole, Body body) throws SQLException {
        SQLWarning before = statement.results().warnings();
        // the data sources that are left out, by index: the units of a trial are always the whole without them
        BitSet away = new BitSet();
        ChosenUnits units = whole;
        // of the same, those that were lost once
        BitSet lost = new BitSet();
        while (true) {
            // those of this trial, which says nothing of others
            BitSet unreached = new BitSet();
            try {
                body.run(units, unreached::set);
                break;
            } catch (SQLException e) {
                if (unreached.isEmpty()) {
                    throw e;
                }
                BitSet gone = (BitSet) unreached.clone();
                if (!(e instanceof SQLTransientConnectionException)) {
                    // Its pool may have lent connections that it opened before the database was lost: once more.
                    gone.and(lost);
                    lost.or(unreached);
                }
                if (!gone.isEmpty()) {
                    away.or(gone);
                    units = RemainingUnits.of(whole, away);
                }
                if (units == null) {
                    throw e;
                }
                tellAgain(before);
            }
        }
        if (away.cardinality() > 0) {
            statement.results().warn(missing(whole, away));
        }
    }

    /** What fails forgets the warnings with all else; those that had come before it are the answer's. */
    private void tellAgain(@Nullable SQLWarning before) throws SQLException {
        if (before != null && statement.results().warnings() == null) {
            statement.results().warn(before);
        }
    }

    private String missing(ChosenUnits whole, BitSet away) {
        StringJoiner names = new StringJoiner(", ", "Partial answer: rows are missing of ", "");
        for (int unit = 0; unit < whole.size(); unit++) {
            int dataSource = whole.dataSource(unit);
            if (!away.get(dataSource)) {
                continue;
            }
            if (whole.target(unit) instanceof RouteUnit target
                    && !target.actualTables().isEmpty()) {
                names.add(target.dataSourceName() + "." + target.actualTables().get(0));
            } else {
                names.add("data source " + rules.dataSourceNames().get(dataSource));
            }
        }
        return names.toString();
    }
}
