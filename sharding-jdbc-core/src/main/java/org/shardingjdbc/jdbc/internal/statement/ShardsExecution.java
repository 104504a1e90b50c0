package org.shardingjdbc.jdbc.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.observe.Counters;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.session.LastKey;
import org.shardingjdbc.jdbc.internal.statement.limit.LimitedExecution;
import org.shardingjdbc.jdbc.internal.statement.limit.PartialAnswer;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.ShadowExecution;
import org.shardingjdbc.jdbc.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.jdbc.internal.watch.ReadRetries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.VariableUse;

/**
 * The executions of a plan on shards: finds the units, and gives them to who runs one of them or several; what cannot
 * be done at once is done in steps. Stateless.
 */
final class ShardsExecution {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private ShardsExecution() {}

    /**
     * Executes.
     *
     * @param plan that of the request, or the query in it
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     * @throws ShardingException when it is refused
     */
    static void execute(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given)
            throws SQLException {
        if (LimitedExecution.isOne(statement, plan)) {
            limited(statement, request, plan).run(() -> repeatedly(statement, request, plan, given));
        } else {
            repeatedly(statement, request, plan, given);
        }
    }

    private static LimitedExecution limited(LogicStatement statement, ExecutionRequest request, ShardPlan plan) {
        return new LimitedExecution(statement, plan, request.deployed().sql());
    }

    /** What was lost on one database is read from another. */
    private static void repeatedly(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given)
            throws SQLException {
        for (int repeated = 0; ; repeated++) {
            try {
                sided(statement, request, plan, given);
                return;
            } catch (SQLException e) {
                if (!ReadRetries.mayRepeat(statement, request, given, e, repeated)) {
                    throw request.told(e);
                }
            }
        }
    }

    /**
     * What remains to be done of a {@link PlainRead} that is not for one unit.
     *
     * @param set what is set of the parameters
     * @param given whether they are those of a PreparedStatement
     */
    static void routed(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            Decision<ShardExecution> routed,
            Parameters set,
            boolean given)
            throws SQLException {
        ShardExecution execution = units(statement, request, plan, routed, set, set.values());
        if (execution != null) {
            counted(statement, request, plan, execution, set, given, null);
        }
    }

    private static void sided(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given)
            throws SQLException {
        Parameters set = given == null ? NO_PARAMETERS : given;
        if (!ShadowExecution.concerns(statement, plan)) {
            run(statement, request, plan, given);
            return;
        }
        ShadowExecution.run(statement, plan, ShadowExecution.of(statement, plan, set.values()), () -> {
            run(statement, request, plan, given);
            return null;
        });
    }

    private static void run(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given)
            throws SQLException {
        // Only of statements that pass through as they are nobody knows what they return.
        if (plan.statementClass() != StatementClass.UTILITY) {
            if (request.returnsRows(plan)) {
                request.requireRows();
            } else {
                request.requireCount();
            }
        }
        Parameters asked = given == null ? NO_PARAMETERS : given;
        Parameters set = FilledKeys.of(statement, plan.generatedKeys(), asked);
        Object[] generated = plan.makeKeys();
        Object[] values = set.valuesAnd(generated);
        ShardExecution execution =
                units(statement, request, plan, PlainRead.decide(statement, plan, values), set, values);
        if (execution == null) {
            return;
        }
        VariableUse variables = plan.variables();
        if (variables != null) {
            statement.session().variables().check(variables, execution);
        }
        counted(statement, request, plan, execution, set, given != null, generated);
        leave(statement, plan, execution, generated, asked, set);
    }

    private static void counted(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set,
            boolean given,
            Object[] generated)
            throws SQLException {
        boolean prepared = given || hasPlaceholders(execution);
        Counters counters = statement.session().counters();
        if (counters == null) {
            run(statement, request, plan, execution, set, prepared, generated);
            return;
        }
        long begin = counters.begins(execution, plan, statement.nesting());
        try {
            run(statement, request, plan, execution, set, prepared, generated);
        } finally {
            counters.ended(execution, plan, begin);
        }
    }

    /**
     * Takes note of what it has left in the session.
     *
     * @param asked the parameters, which may ask for keys
     * @param set the same with the keys
     */
    private static void leave(
            LogicStatement statement,
            ShardPlan plan,
            ShardExecution execution,
            Object[] generated,
            Parameters asked,
            Parameters set) {
        if (plan.variables() != null) {
            statement.session().variables().leave(plan.variables(), execution);
        }
        if (plan.lastKey() != null) {
            leaveKey(statement, plan, execution, generated, asked, set);
        }
    }

    private static void leaveKey(
            LogicStatement statement,
            ShardPlan plan,
            ShardExecution execution,
            Object[] generated,
            Parameters asked,
            Parameters set) {
        LastKey last = statement.session().lastKey();
        LastKeyUse use = plan.lastKey();
        LastKeyUse.Leaves leaves =
                use.given() == null ? use.leaves() : use.given().leaves(set.values());
        boolean one = execution.size() == 1;
        switch (leaves) {
            case OF_GENERATOR -> {
                GeneratedKeys made = plan.generatedKeys();
                Object first = made == null ? null : made.first(generated, asked.values(), set.values());
                if (made != null && !made.own()) {
                    last.lose();
                } else if (first != null) {
                    last.know(first);
                }
            }
            case MADE -> {
                if (!one) {
                    last.lose();
                } else if (statement.session().transactions().isOpen()) {
                    last.made();
                } else {
                    last.told();
                }
            }
            case OF_DRIVER -> {
                if (one) {
                    last.told();
                } else {
                    last.lose();
                }
            }
            case UNKNOWN, BY_VALUES -> last.maybeMade();
            case AS_IT_WAS -> {
                // nothing
            }
        }
        last.forgetTold();
    }

    /** @param set what is set of the parameters, also where nothing is prepared */
    private static void run(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set,
            boolean prepared,
            Object[] generated)
            throws SQLException {
        if (OneUnitRun.suits(statement, request, plan, execution, set)) {
            OneUnitRun.execute(statement, request, plan, execution, prepared ? set : null, generated);
        } else if (PartialAnswer.isAccepted(statement, plan, execution)) {
            new PartialAnswer(statement, request.deployed().deployment().rules())
                    .run(execution, units -> new UnitsExecution(statement, request, plan, set)
                            .execute(units, prepared, generated));
        } else {
            new UnitsExecution(statement, request, plan, set).execute(execution, prepared, generated);
        }
    }

    private static boolean hasPlaceholders(ShardExecution execution) {
        for (int unit = 0; unit < execution.size(); unit++) {
            if (execution.parameterCount(unit) > 0) {
                return true;
            }
        }
        return false;
    }

    /** The units of the execution; null when it was answered in steps. */
    private static ShardExecution units(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            Decision<ShardExecution> decision,
            Parameters set,
            Object[] values)
            throws SQLException {
        try {
            if (decision instanceof Decision.Refused<ShardExecution> refused) {
                checkWhole(statement, request, plan, 0);
                new InSteps(statement, request.with(set)).run(plan, values, refused.reason());
                return null;
            }
            ShardExecution execution = decision.proved();
            if (plan.isLimited()) {
                limited(statement, request, plan).tellOf(execution.nodes());
            }
            checkWhole(statement, request, plan, execution.dataSource(0));
            return plan.movable() ? besideTheRest(statement, plan, execution) : execution;
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /** Whether tables whose columns are taken by their places still have them there. */
    private static void checkWhole(LogicStatement statement, ExecutionRequest request, ShardPlan plan, int dataSource)
            throws SQLException {
        if (!plan.wholeTables().isEmpty()) {
            new WholeTableCheck(statement, request.deployed()).require(plan.wholeTables(), dataSource);
        }
    }

    /** What can be read anywhere is read where the transaction is, instead of spreading it to one more data source. */
    private static ShardExecution besideTheRest(LogicStatement statement, ShardPlan plan, ShardExecution execution) {
        String dataSource = statement.session().transactions().firstDataSource();
        return dataSource == null ? execution : plan.moved(execution, statement.hints(), dataSource);
    }
}
