package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Concern;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan.Directness;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.LastKey;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.FilledKeys;
import org.shardingjdbc.engine.internal.statement.logic.Interception;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.NoRows;
import org.shardingjdbc.engine.internal.statement.logic.SideExecution;
import org.shardingjdbc.engine.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * Executes a plan on shards for a statement: goes through the concerns around the plan's executions ({@link Concern}
 * lists them) to a run of one unit or of several; what cannot be done at once is done in steps. A statement keeps one
 * object as long as its executions are alike, so that what is the same for all of them is decided once.
 *
 * <pre>
 * execute ── plan.onlyUnit    a plain read whose unit is known at once: there is nothing else around it
 *         │  or within        the concerns of the plan, one within the other
 *         │   └── route            the units; where no units could do it at once: StepsExecution
 *         └── onUnits         counted, where somebody wants to know
 *              ├── executeAlone    one unit without special options: in a OneUnitRun
 *              └── UnitsExecution  any number of units: in a GroupedRun
 * </pre>
 */
final class ShardsExecution {
    private static final Parameters NO_PARAMETERS = new Parameters(0);
    private static final String NOT_ROUTED = "the concern comes after the one that routes";

    private final LogicStatement statement;
    private final DeployedPlan deployed;
    /** The part of the plan that runs on shards. */
    private final ShardPlan plan;

    private final GeneratedKeyRequest keys;
    private final ExpectedResult wanted;
    /** The parameters; none for a statement without a PreparedStatement. */
    private final Parameters given;
    /** Whether there is a PreparedStatement. */
    private final boolean prepared;
    /** The directness of the plan; but where keys are asked for, no read is plain. */
    private final Directness directness;
    /** Whether rows are the result, and not the requested keys. */
    private final boolean returnsRows;
    /** Null until it is asked for. */
    private @Nullable ExecutionRequest request;

    /** Whether listeners may hear of the execution, or counters count it. */
    private boolean watched;

    /**
     * @param deployed the plan whose part on shards is executed
     * @param keys which generated keys are asked for
     * @param wanted which results may come
     * @param given the parameters, all set; null for a statement without a PreparedStatement
     * @throws ShardingException where the result is of another kind, or parameters are missing
     */
    ShardsExecution(
            LogicStatement statement,
            DeployedPlan deployed,
            GeneratedKeyRequest keys,
            ExpectedResult wanted,
            @Nullable Parameters given) {
        if (given == null) {
            StatementExecution.requireNoParameters(deployed);
        }
        this.statement = statement;
        this.deployed = deployed;
        this.plan = Objects.requireNonNull(deployed.onShards(), "nothing of the plan runs on shards");
        this.keys = keys;
        this.wanted = wanted;
        this.given = given == null ? NO_PARAMETERS : given;
        this.prepared = given != null;
        Directness ofPlan = deployed.directness();
        boolean keyed = ofPlan == Directness.PLAIN_READ && keys != GeneratedKeyRequest.NONE;
        this.directness = keyed ? Directness.HANDED_THROUGH : ofPlan;
        this.returnsRows = directness == Directness.PLAIN_READ || request().returnsRows(plan);
        if (wanted == (returnsRows ? ExpectedResult.COUNT : ExpectedResult.ROWS)) {
            requireAnother();
        }
    }

    /**
     * Refuses a statement whose kind of result is not wanted. Of statements that pass through unchanged the kind is not
     * known.
     */
    private void requireAnother() {
        if (plan.statementClass().isUnknown()) {
            return;
        }
        if (returnsRows) {
            request().requireRows();
        } else {
            request().requireCount();
        }
    }

    /** Whether this object executes that plan, for such keys and results. */
    boolean isFor(DeployedPlan other, GeneratedKeyRequest otherKeys, ExpectedResult otherResult) {
        return deployed == other && keys == otherKeys && wanted == otherResult;
    }

    private ExecutionRequest request() {
        if (request == null) {
            request = new ExecutionRequest(deployed, null, keys, wanted);
        }
        return request;
    }

    /**
     * Executes the plan.
     *
     * @param isWatched whether listeners may hear of the execution, or counters count it
     * @throws ShardingException when it is refused
     */
    void execute(boolean isWatched) throws SQLException {
        watched = isWatched;
        try {
            ChosenUnits unit =
                    directness == Directness.PLAIN_READ ? plan.onlyUnit(given.values(), statement.hints()) : null;
            if (unit == null) {
                planned();
            } else {
                onUnits(unit, true, given, null);
            }
        } catch (SQLException e) {
            throw ExecutionRequest.told(deployed, e);
        }
    }

    /** Executes a plan, parts of which may have to be made when an execution first needs them. */
    private void planned() throws SQLException {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(statement.results());
        try {
            within(deployed.concerns(), given, null, null);
        } finally {
            planning.stopCheck(before);
        }
    }

    /**
     * Executes within those concerns. The chain is walked, concern by concern. Most plans have one to three concerns,
     * and those of plain writes make no object.
     *
     * @param chain null for none
     * @param set the parameters that are set
     * @param generated the keys behind them, or null
     * @param units null until they are chosen
     */
    private void within(
            Concern.@Nullable Chain chain, Parameters set, Object @Nullable [] generated, @Nullable ChosenUnits units)
            throws SQLException {
        if (chain == null) {
            ChosenUnits chosen = Objects.requireNonNull(units, NOT_ROUTED);
            onUnits(chosen, chosen.size() == 1 && chosen.merge() == null, set, generated);
            return;
        }
        Concern.Chain next = chain.next();
        switch (chain.concern()) {
            case INTERCEPTED -> Interception.run(statement, plan, () -> within(next, set, generated, units));
            case LIMITED -> {
                if (LimitedExecution.isOne(statement, plan)) {
                    limits().run(() -> within(next, set, generated, units));
                } else {
                    within(next, set, generated, units);
                }
            }
            case REPEATED -> repeated(next, set, generated, units);
            case SIDED -> sided(next, set, generated, units);
            case KEYED -> {
                within(next, FilledKeys.of(statement, plan.generatedKeys(), set), plan.makeKeys(), units);
            }
            case BESIDE -> beside(next, set, generated, units);
            case ROUTED -> {
                ChosenUnits chosen = route(set, set.valuesAnd(generated));
                if (chosen != null) {
                    within(next, set, generated, chosen);
                }
            }
            case SPREAD -> {
                limits().tellOf(Objects.requireNonNull(units, NOT_ROUTED).nodes());
                within(next, set, generated, units);
            }
            case PLACED -> {
                checkPlaces(Objects.requireNonNull(units, NOT_ROUTED).dataSource(0));
                within(next, set, generated, units);
            }
            case REMEMBERED -> {
                ChosenUnits chosen = Objects.requireNonNull(units, NOT_ROUTED);
                if (plan.rules().variables() != null) {
                    statement.session().variables().check(plan.rules().variables(), chosen);
                }
                within(next, set, generated, chosen);
                leave(chosen, generated, set);
            }
        }
    }

    private LimitedExecution limits() {
        return new LimitedExecution(statement, plan, deployed.sql());
    }

    /** Repeats a read on another database when one was lost. */
    private void repeated(
            Concern.@Nullable Chain next, Parameters set, Object @Nullable [] generated, @Nullable ChosenUnits units)
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

    /** Executes on a side; a definition may be for both. */
    private void sided(
            Concern.@Nullable Chain next, Parameters set, Object @Nullable [] generated, @Nullable ChosenUnits units)
            throws SQLException {
        if (!SideExecution.concerns(statement, plan)) {
            within(next, set, generated, units);
            return;
        }
        @SuppressWarnings("NullAway") // it returns nothing
        SideExecution.Execution<Void> inside = () -> {
            within(next, set, generated, units);
            return null;
        };
        SideExecution.run(statement, plan, SideExecution.of(statement, plan, set.values()), inside);
    }

    /** Executes a write together with what rules write beside it. */
    private void beside(
            Concern.@Nullable Chain next, Parameters set, Object @Nullable [] generated, @Nullable ChosenUnits units)
            throws SQLException {
        WriteBeside besides = Objects.requireNonNull(plan.besides(), "it is a concern of the plan");
        if (statement.accompanies(besides.table())) {
            within(next, set, generated, units);
            return;
        }
        @SuppressWarnings("NullAway") // it returns nothing
        Session.Steps<Void> write = () -> {
            within(next, set, generated, units);
            return null;
        };
        BesideExecution.run(statement, request().with(set), besides, set.valuesAnd(generated), write);
    }

    /** The units of the execution; null when it was answered in steps, as no units could do it at once. */
    private @Nullable ChosenUnits route(Parameters set, Object[] values) throws SQLException {
        try {
            Decision<ChosenUnits> decision = plan.decide(values, statement.hints());
            if (decision instanceof Decision.Refused<ChosenUnits> refused) {
                if (!plan.facts().whole().isEmpty()) {
                    checkPlaces(0);
                }
                new StepsExecution(statement, request().with(set)).run(plan, values, refused.reason());
                return null;
            }
            ChosenUnits units = decision.proved();
            return plan.movable() ? besideTheRest(units) : units;
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /** Checks that tables whose columns are read by position still have them there. */
    private void checkPlaces(int dataSource) throws SQLException {
        new WholeTableCheck(statement, deployed).require(plan.facts().whole(), dataSource);
    }

    /**
     * Moves a read that any data source can answer to the one where the transaction is, instead of spreading the
     * transaction to one more.
     */
    private ChosenUnits besideTheRest(ChosenUnits execution) {
        String dataSource = statement.session().transactions().firstDataSource();
        return dataSource == null ? execution : plan.moved(execution, statement.hints(), dataSource);
    }

    /**
     * @param one whether there is one unit, and nothing is merged
     * @param set the parameters that are set, also where nothing is prepared
     */
    private void onUnits(ChosenUnits units, boolean one, Parameters set, Object @Nullable [] generated)
            throws SQLException {
        Counters counters = watched ? statement.session().counters() : null;
        long begin = counters == null ? 0 : counters.begins(units, plan, statement.nesting());
        try {
            boolean binds = prepared || hasPlaceholders(units);
            boolean alone = one
                    && directness != Directness.WORKED_ON
                    && statement.asksNothingSpecial(set, watched)
                    && (directness == Directness.PLAIN_READ || !asksForKeys());
            if (alone) {
                Parameters bound = binds ? set : null;
                if (!statement.executeAlone(deployed, units, bound, generated, returnsRows, wanted)) {
                    takeNoRows();
                }
                if (keys != GeneratedKeyRequest.NONE) {
                    showKeys(bound, generated);
                }
            } else {
                severally(units, binds, set, generated);
            }
        } finally {
            if (counters != null) {
                counters.ended(units, plan, begin);
            }
        }
    }

    /** Executes any number of units, with any options. */
    private void severally(ChosenUnits units, boolean binds, Parameters set, Object @Nullable [] generated)
            throws SQLException {
        if (PartialAnswer.isAccepted(statement, plan, units)) {
            new PartialAnswer(statement, deployed.deployment().rules())
                    .run(units, (reached, unreached) -> new UnitsExecution(statement, request(), plan, reached, set)
                            .telling(unreached)
                            .execute(binds, generated));
        } else {
            new UnitsExecution(statement, request(), plan, units, set).execute(binds, generated);
        }
    }

    /** There are no rows, and the client can take nothing else. */
    private void takeNoRows() throws SQLException {
        try {
            if (!returnsRows) {
                throw new ShardingException(ErrorCode.RESULT_IS_NO_ROWS);
            }
            new NoRows(statement).described(deployed);
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    /** Whether a driver must return keys: to the application, or for the session to remember. */
    private boolean asksForKeys() {
        return keys.wanted() && request().driverKeys(plan).wanted()
                || plan.lastKey() != null && statement.session().lastKey().isOfDriver(plan.lastKey());
    }

    /** @param set the parameters, or null for SQL without a PreparedStatement */
    private void showKeys(@Nullable Parameters set, Object @Nullable [] generated) {
        if (keys.wanted()) {
            statement
                    .results()
                    .generated(request().shownKeys(plan, null, generated, set == null ? null : set.values()));
        }
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
     * Notes what the execution has left in the session.
     *
     * @param set the parameters with the keys that they asked for
     */
    private void leave(ChosenUnits execution, Object @Nullable [] generated, Parameters set) {
        if (plan.rules().variables() != null) {
            statement.session().variables().leave(plan.rules().variables(), execution);
        }
        if (plan.lastKey() != null) {
            leaveKey(execution, generated, set);
        }
    }

    private void leaveKey(ChosenUnits execution, Object @Nullable [] generated, Parameters set) {
        LastKey last = statement.session().lastKey();
        LastKeyUse use = Objects.requireNonNull(plan.lastKey(), "asked before");
        LastKeyUse.Leaves leaves =
                use.given() == null ? use.leaves() : use.given().leaves(set.values());
        boolean one = execution.size() == 1;
        switch (leaves) {
            case OF_GENERATOR -> {
                GeneratedKeys made = plan.generatedKeys();
                Object first = made == null ? null : made.first(generated, given.values(), set.values());
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
