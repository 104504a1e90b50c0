package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.Concern;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.LastKey;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.FilledKeys;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.OneUnitRun;
import org.shardingjdbc.engine.internal.statement.logic.SideExecution;
import org.shardingjdbc.engine.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The executions of a plan on shards as a statement asks for them: through what stands around the plan's executions
 * ({@link Concern} lists it), to who runs one unit or several; what cannot be done at once is done in steps. A prepared
 * statement has one as long as its executions are alike; nothing of an execution stays in it.
 *
 * <pre>
 * execute ── within    the concerns of the plan, one within the other
 *         │   └── route            the units; where there are none that could do it at once: StepsExecution
 *         └── onUnits
 *              ├── OneUnitRun      one, of which nothing special is asked
 *              └── UnitsExecution  any number
 * </pre>
 */
final class ShardsExecution {
    private static final Parameters NO_PARAMETERS = new Parameters(0);

    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final ShardPlan plan;
    /** What is set of the parameters. */
    private final Parameters asked;
    /** Null for a statement without a PreparedStatement. */
    private final Parameters given;

    /**
     * @param plan that of the request, or the query in it
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     */
    ShardsExecution(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters given) {
        this.statement = statement;
        this.request = request;
        this.plan = plan;
        this.given = given;
        this.asked = given == null ? NO_PARAMETERS : given;
    }

    /** Whether it executes that plan, and takes such keys and results. */
    boolean isFor(DeployedPlan deployed, GeneratedKeyRequest keys, ExpectedResult wanted) {
        return request.deployed() == deployed && request.keys() == keys && request.wanted() == wanted;
    }

    /**
     * Executes.
     *
     * @throws ShardingException when it is refused
     */
    void execute() throws SQLException {
        // Only of statements that pass through as they are nobody knows what they return.
        if (!plan.statementClass().isUnknown()) {
            if (request.returnsRows(plan)) {
                request.requireRows();
            } else {
                request.requireCount();
            }
        }
        try {
            within(request.deployed().concerns(), asked, null, null);
        } catch (SQLException e) {
            throw request.told(e);
        }
    }

    /**
     * Executes within those concerns.
     *
     * @param chain null for none
     * @param set what is set of the parameters
     * @param generated the keys behind them, or null
     * @param units null until they are chosen
     */
    private void within(Concern.Chain chain, Parameters set, Object[] generated, ChosenUnits units)
            throws SQLException {
        if (chain == null) {
            counted(units, set, generated);
            return;
        }
        Concern.Chain next = chain.next();
        switch (chain.concern()) {
            case LIMITED -> {
                if (LimitedExecution.isOne(statement, plan)) {
                    limits().run(() -> within(next, set, generated, units));
                } else {
                    within(next, set, generated, units);
                }
            }
            case REPEATED -> repeated(next, set, generated, units);
            case SIDED -> sided(next, set, generated, units);
            case KEYED -> within(next, FilledKeys.of(statement, plan.generatedKeys(), set), plan.makeKeys(), units);
            case BESIDE -> beside(next, set, generated, units);
            case ROUTED -> {
                ChosenUnits chosen = route(set, set.valuesAnd(generated));
                if (chosen != null) {
                    within(next, set, generated, chosen);
                }
            }
            case SPREAD -> {
                limits().tellOf(units.nodes());
                within(next, set, generated, units);
            }
            case PLACED -> {
                checkPlaces(units.dataSource(0));
                within(next, set, generated, units);
            }
            case REMEMBERED -> {
                if (plan.rules().variables() != null) {
                    statement.session().variables().check(plan.rules().variables(), units);
                }
                within(next, set, generated, units);
                leave(units, generated, set);
            }
        }
    }

    private LimitedExecution limits() {
        return new LimitedExecution(statement, plan, request.deployed().sql());
    }

    /** What was lost on one database is read from another. */
    private void repeated(Concern.Chain next, Parameters set, Object[] generated, ChosenUnits units)
            throws SQLException {
        for (int repeated = 0; ; repeated++) {
            try {
                within(next, set, generated, units);
                return;
            } catch (SQLException e) {
                if (!ReadRetries.mayRepeat(statement, given, e, repeated)) {
                    throw e;
                }
                statement.results().checkTime();
            }
        }
    }

    /** A definition may be for production and its shadow. */
    private void sided(Concern.Chain next, Parameters set, Object[] generated, ChosenUnits units) throws SQLException {
        if (!SideExecution.concerns(statement, plan)) {
            within(next, set, generated, units);
            return;
        }
        SideExecution.run(statement, plan, SideExecution.of(statement, plan, set.values()), () -> {
            within(next, set, generated, units);
            return null;
        });
    }

    /** What rules write beside it is one with it. */
    private void beside(Concern.Chain next, Parameters set, Object[] generated, ChosenUnits units) throws SQLException {
        if (statement.accompanies(plan.besides().table())) {
            within(next, set, generated, units);
            return;
        }
        BesideExecution.run(statement, request.with(set), plan.besides(), set.valuesAnd(generated), () -> {
            within(next, set, generated, units);
            return null;
        });
    }

    /** The units of the execution; null when it was answered in steps, as there are none that could do it at once. */
    private ChosenUnits route(Parameters set, Object[] values) throws SQLException {
        try {
            Decision<ChosenUnits> decision = plan.decide(values, statement.hints());
            if (decision instanceof Decision.Refused<ChosenUnits> refused) {
                if (!plan.facts().whole().isEmpty()) {
                    checkPlaces(0);
                }
                new StepsExecution(statement, request.with(set)).run(plan, values, refused.reason());
                return null;
            }
            ChosenUnits units = decision.proved();
            return plan.movable() ? besideTheRest(units) : units;
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /** Whether tables whose columns are taken by their places still have them there. */
    private void checkPlaces(int dataSource) throws SQLException {
        new WholeTableCheck(statement, request.deployed()).require(plan.facts().whole(), dataSource);
    }

    /** What can be read anywhere is read where the transaction is, instead of spreading it to one more data source. */
    private ChosenUnits besideTheRest(ChosenUnits execution) {
        String dataSource = statement.session().transactions().firstDataSource();
        return dataSource == null ? execution : plan.moved(execution, statement.hints(), dataSource);
    }

    /** @param set what is set of the parameters, also where nothing is prepared */
    private void counted(ChosenUnits execution, Parameters set, Object[] generated) throws SQLException {
        boolean prepared = given != null || hasPlaceholders(execution);
        Counters counters = statement.session().counters();
        if (counters == null) {
            onUnits(execution, set, prepared, generated);
            return;
        }
        long begin = counters.begins(execution, plan, statement.nesting());
        try {
            onUnits(execution, set, prepared, generated);
        } finally {
            counters.ended(execution, plan, begin);
        }
    }

    private void onUnits(ChosenUnits execution, Parameters set, boolean prepared, Object[] generated)
            throws SQLException {
        if (isOfOneUnit(execution, set)) {
            onOneUnit(execution, prepared ? set : null, generated);
        } else if (PartialAnswer.isAccepted(statement, plan, execution)) {
            new PartialAnswer(statement, request.deployed().deployment().rules())
                    .run(execution, units -> new UnitsExecution(statement, request, plan, units, set)
                            .execute(prepared, generated));
        } else {
            new UnitsExecution(statement, request, plan, execution, set).execute(prepared, generated);
        }
    }

    /**
     * What comes of it is the statement's result as the driver gave it.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param generated the keys behind them, or null
     */
    private void onOneUnit(ChosenUnits execution, Parameters set, Object[] generated) throws SQLException {
        DeployedPlan deployed = request.deployed();
        boolean returnsRows = deployed.isPlain() || request.returnsRows(plan);
        OneUnitRun.of(statement).execute(deployed, plan, execution, set, generated, returnsRows, request.wanted());
        if (request.keys().wanted()) {
            GeneratedKeyRows shown = request.shownKeys(plan, null, generated, set == null ? null : set.values());
            statement.results().generated(shown);
        }
    }

    /** Whether nothing is asked for but the rows or the count of one unit, as its driver gives them. */
    private boolean isOfOneUnit(ChosenUnits execution, Parameters set) {
        return execution.size() == 1
                && execution.merge() == null
                && request.deployed().isHandedThrough()
                && !set.withStreams()
                && statement.asksNothingSpecial()
                && (!request.keys().wanted() || !request.driverKeys(plan).wanted())
                && !isOfItsConnection();
    }

    /** Whether its connection or driver has to do with what the session remembers. */
    private boolean isOfItsConnection() {
        if (plan.rules().variables() != null && !plan.rules().variables().left().isEmpty()) {
            return true;
        }
        LastKeyUse use = plan.lastKey();
        return use != null
                && (use.asked() != null || statement.session().lastKey().isOfDriver(use));
    }

    private static boolean hasPlaceholders(ChosenUnits execution) {
        for (int unit = 0; unit < execution.size(); unit++) {
            if (execution.parameterCount(unit) > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Takes note of what it has left in the session.
     *
     * @param set the parameters with the keys that they asked for
     */
    private void leave(ChosenUnits execution, Object[] generated, Parameters set) {
        if (plan.rules().variables() != null) {
            statement.session().variables().leave(plan.rules().variables(), execution);
        }
        if (plan.lastKey() != null) {
            leaveKey(execution, generated, set);
        }
    }

    private void leaveKey(ChosenUnits execution, Object[] generated, Parameters set) {
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
}
