package org.shardingjdbc.plan.internal.compiled;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.experience.PlanExperience;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.operator.Choose;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;
import org.shardingjdbc.route.internal.shape.DirectChoice;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.route.internal.shape.RoutedUnits;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.RoutedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.placement.DirectRoute;

/**
 * The plan of every statement that goes to shards: the tree of operators, and what executions need of it, compiled. An
 * execution on one unit gets the SQL with names replaced and nothing else; what several units do is proved when the
 * statement is planned. A text that chooses one unit by itself is planned for that unit alone, and is planned once more
 * when a hint or a parameter chooses several units ({@link Choose.OneThenLater}). A plan without places refuses each
 * execution before any shard is touched; only an execution whose hint names a data source is not refused.
 */
public final class CompiledPlan extends ShardPlan {
    private final Choose root;
    /** Null where the statement is refused on every data node. */
    private final @Nullable Places places;

    /** Null where no rule writes beside the statement. */
    private final @Nullable WriteBeside besides;
    /** The look-up that tells where the rows are before the statement is routed; null where nothing is looked up. */
    private final @Nullable LookUpFirst lookUp;

    private final PlanExperience experience = new PlanExperience();
    private final CommentHint commentHints;
    /** Null where no rule looks at executions. */
    private final @Nullable PlannedChecks checks;
    /** Null where no rule looks at the data nodes of executions. */
    private final @Nullable RoutedChecks routeChecks;

    private final int parameterCount;
    private final boolean movable;
    /** The choice that decides where executions without hints go; null where more than it decides. */
    private final @Nullable DirectChoice only;
    /** The table's route where one parameter is all by which that chooses; else null. */
    private final @Nullable DirectRoute byParameter;
    /** Which parameter. */
    private final int parameter;

    /**
     * @param shape where the executions of the plan may go
     * @param root what the executions do there
     */
    public CompiledPlan(PlanFacts facts, RouteShape shape, Choose.WithPlaces root) {
        this(facts, new Places(facts, shape, root), root, null, null);
    }

    /** A plan without places. */
    public CompiledPlan(PlanFacts facts, Choose.RefusedEverywhere root) {
        this(facts, null, root, null, null);
    }

    private CompiledPlan(
            PlanFacts facts,
            @Nullable Places places,
            Choose root,
            @Nullable WriteBeside besides,
            @Nullable LookUpFirst lookUp) {
        super(facts);
        this.besides = besides;
        this.lookUp = lookUp;
        this.root = root;
        this.places = places;
        this.commentHints = facts.commentHints();
        this.checks = facts.rules().checks();
        this.routeChecks = facts.rules().routed();
        this.parameterCount = facts.parameterCount();
        this.movable = places != null && places.shape.movable() && facts.statementClass() == StatementClass.READ;
        boolean ofShape = facts.isPlain()
                && checks == null
                && routeChecks == null
                && commentHints == CommentHint.NONE
                && !movable
                && lookUp == null;
        this.only = places == null || !ofShape ? null : places.direct;
        this.byParameter = only == null ? null : only.byParameter();
        this.parameter = only == null ? -1 : only.parameter();
    }

    /** The same plan with what rules write beside it. */
    public CompiledPlan accompaniedBy(WriteBeside besides) {
        return new CompiledPlan(facts, places, root, besides, null);
    }

    /** The same plan with a look-up before each execution is routed, unless a hint says where the execution goes. */
    public CompiledPlan lookedUp(LookUpFirst first) {
        return new CompiledPlan(facts, places, root, besides, first);
    }

    /** What was planned, where the executions have places to go to; else null. */
    public static @Nullable Placed placed(Decision<StatementPlan> planned) {
        return planned instanceof Decision.Proved<StatementPlan> proved
                        && proved.way() instanceof CompiledPlan plan
                        && plan.places != null
                        && plan.root instanceof Choose.WithPlaces root
                ? new Placed(plan, plan.places.shape, root.one())
                : null;
    }

    /**
     * A plan whose executions have places to go to.
     *
     * @param shape where the executions may go
     * @param one what an execution does on one data node
     */
    public record Placed(CompiledPlan plan, RouteShape shape, Route one) {}

    /** The plan of a text: the given one, or of a {@link LiteralPlan} the plan that it is executed by. */
    public static CompiledPlan ofText(ShardPlan plan) {
        return plan instanceof LiteralPlan literal ? literal.own() : (CompiledPlan) plan;
    }

    // ---- which execution

    @Override
    public @Nullable ChosenUnits onlyUnit(Object[] parameters, HintValues hints) {
        if (only == null || places == null || hints != HintValues.NONE) {
            return null;
        }
        int unit = byParameter != null && parameter < parameters.length
                ? byParameter.node(DirectRoute.ANY, parameters[parameter])
                : only.node(parameters);
        return unit < 0 ? null : places.get(unit);
    }

    @Override
    public Decision<ChosenUnits> choose(Object[] parameters, HintValues hints) {
        HintValues effective = heeded(hints);
        Places there = places;
        if (there == null) {
            String source = facts.verbatimAt(effective);
            return source == null ? refused(several()) : verbatim(source);
        }
        ShardingException refusal = checks == null ? null : checks.refusal(parameters, effective);
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        String source = effective == HintValues.NONE ? null : facts.verbatimAt(effective);
        if (source != null) {
            return verbatim(source);
        }
        if (lookUp != null && !effective.steers()) {
            return new Decision.Refused<>(lookUp.first());
        }
        int known = there.direct == null || effective.dataSourceName() != null ? -1 : there.direct.node(parameters);
        if (known >= 0) {
            refusal = refusal(hints, 1, effective);
            return refusal == null ? there.decided(known) : new Decision.Refused<>(refusal);
        }
        return routed(there, parameters, hints, effective);
    }

    private Decision<ChosenUnits> verbatim(String dataSource) {
        return new Decision.Proved<>(OneUnit.verbatim(facts, dataSource));
    }

    private static Decision<ChosenUnits> refused(Decision<Scatter> several) {
        return new Decision.Refused<>(((Decision.Refused<Scatter>) several).reason());
    }

    private Decision<ChosenUnits> routed(Places there, Object[] parameters, HintValues hints, HintValues effective) {
        RoutedUnits route = there.shape.decide(parameters, effective);
        if (route.refusal() != null) {
            return new Decision.Refused<>(route.refusal());
        }
        int[] units = route.units();
        ShardingException refusal = refusal(hints, units.length, effective);
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        if (units.length <= 1) {
            return there.decided(units.length == 0 ? 0 : units[0]);
        }
        if (there.scattering != null) {
            return there.scattering.execution(route, parameters);
        }
        return root instanceof Choose.AllPlanned all
                ? refused(all.several())
                : chosenAgain((Choose.OneThenLater) root, parameters, hints);
    }

    private static Decision<ChosenUnits> chosenAgain(Choose.OneThenLater one, Object[] parameters, HintValues hints) {
        ShardPlan plan = one.whole();
        return plan == null ? new Decision.Refused<>(withoutPlan()) : plan.choose(parameters, hints);
    }

    /**
     * The refusal of a shape that has no plan any more. A {@link LiteralPlan} takes it for the sign that the text is to
     * be planned by itself, so that no application gets it.
     */
    private static ShardingException withoutPlan() {
        return new ShardingException(ErrorCode.INTERNAL, "the plan of a shape that has none any more was executed");
    }

    /**
     * The hints that an execution sees.
     *
     * @throws ShardingException when they cannot be heeded
     */
    private HintValues heeded(HintValues scopes) {
        HintValues effective = commentHints.over(scopes);
        if (effective != HintValues.NONE) {
            rules().sides().requireHeeded(effective);
        }
        return effective;
    }

    /**
     * Lets rules look at an execution whose data nodes are chosen.
     *
     * @param scopes the scopes that the execution was given
     * @param nodes how many data nodes the execution has; 0 is taken for the one that is asked for its columns
     * @return why a rule refuses the execution; null when none does
     */
    private @Nullable ShardingException refusal(HintValues scopes, int nodes, HintValues effective) {
        return routeChecks == null || scopes == HintValues.UNCHECKED
                ? null
                : routeChecks.refusal(execution(Math.max(1, nodes), effective));
    }

    private RoutedStatement execution(int nodes, HintValues effective) {
        return new RoutedNodes(
                facts.kind(),
                facts.logicTables(),
                places == null ? List.of() : places.shape.unconditioned(effective),
                places == null ? "" : places.shape.kind().name(),
                nodes,
                mostNodes(),
                effective);
    }

    /** What rules are told of an execution. */
    private record RoutedNodes(
            StatementKind kind,
            List<String> logicTables,
            List<String> unconditioned,
            String routeKind,
            int dataNodes,
            int allDataNodes,
            HintValues hints)
            implements RoutedStatement {}

    @Override
    public boolean movable() {
        return movable;
    }

    @Override
    public ChosenUnits moved(ChosenUnits execution, HintValues hints, String dataSource) {
        if (!movable || places == null || facts.hints(hints).dataSourceName() != null) {
            return execution;
        }
        ChosenUnits there = places.in(dataSource);
        return there == null ? execution : there;
    }

    @Override
    public ChosenUnits sample() {
        if (places == null) {
            throw ((Decision.Refused<Scatter>) several()).reason().again();
        }
        int unit = places.shape.firstUnit(-1);
        if (unit < 0 && places.shape.onlyDataSource() >= 0) {
            // its single tables are where nothing else is: the executions go in steps, and no database knows it whole
            List<String> tables = facts.tableNames();
            throw new ShardingException(
                    ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES, tables.get(0), tables.get(tables.size() - 1));
        }
        return places.get(Math.max(unit, 0));
    }

    // ---- in steps

    @Override
    public Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException raised) {
        HintValues effective = facts.hints(hints);
        if (places == null) {
            rules().sides().requireHeeded(effective);
        }
        if (effective.steers()) {
            return new Decision.Refused<>(raised);
        }
        return lookUp != null && raised.code() == ErrorCode.LOOKED_UP_FIRST
                ? new Decision.Proved<>(lookUp)
                : whole().steps().find(parameters, raised);
    }

    @Override
    public Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException raised) {
        return whole().steps().findOthers(parameters, raised);
    }

    /** What the executions do, on several data nodes too. */
    private Choose.AllPlanned whole() {
        if (root instanceof Choose.AllPlanned all) {
            return all;
        }
        CompiledPlan plan = (CompiledPlan) ((Choose.OneThenLater) root).whole();
        if (plan == null) {
            throw withoutPlan();
        }
        return plan.whole();
    }

    // ---- what it is

    @Override
    public String word() {
        return "CompiledPlan";
    }

    @Override
    public List<Operator> inputs() {
        List<Operator> inputs = new ArrayList<>();
        inputs.add(root);
        if (lookUp != null) {
            inputs.add(lookUp);
        }
        if (besides != null) {
            inputs.add(besides);
        }
        return inputs;
    }

    @Override
    public @Nullable WriteBeside besides() {
        return besides;
    }

    /** What several data nodes do, or why no rule proves it. */
    public Decision<Scatter> several() {
        return whole().several();
    }

    /** What one data node does; null where no data node may do it. */
    public @Nullable Route one() {
        return root instanceof Choose.WithPlaces placed ? placed.one() : null;
    }

    /** Where the executions may go; null where the statement is refused on every data node. */
    public @Nullable RouteShape shape() {
        return places == null ? null : places.shape;
    }

    /** Whether the text leaves it to parameters and hints alone that several units take part. */
    public boolean ofOneUnit() {
        return places != null && places.shape.ofOneUnit();
    }

    @Override
    public PlanExperience experience() {
        return experience;
    }

    @Override
    public Reach reach() {
        return ReachFinder.of(this, shape());
    }

    @Override
    public int mostNodes() {
        return places == null ? 0 : places.shape.units().size();
    }

    @Override
    public ExecutionLimits limits(int nodes, HintValues scopes) {
        return routeChecks == null ? ExecutionLimits.NONE : routeChecks.limits(execution(nodes, hints(scopes)));
    }

    @Override
    public int parameterCount() {
        return parameterCount;
    }

    @Override
    public @Nullable GeneratedKeys generatedKeys() {
        return facts.generatedKeys();
    }

    @Override
    public @Nullable LastKeyUse lastKey() {
        return rules().lastKey();
    }

    @Override
    public Side side(Object[] parameters, HintValues hints) {
        return !rules().sides().areThere() ? Side.ANY : rules().sides().side(parameters, hints(hints));
    }

    @Override
    public ShardPlan lasting() {
        return this;
    }

    /**
     * Where executions may go, and the executions themselves. An execution on one unit is made when it is first needed
     * and kept, as its text is; when two threads make one at the same time, either serves. One per plan, shared by all
     * threads.
     */
    private static final class Places {
        private final RouteShape shape;
        /** Null where the shape has no short way to one unit. */
        private final @Nullable DirectChoice direct;
        /** Null where several units are planned when they are needed, or nothing is proved of them. */
        private final @Nullable Scattering scattering;

        private final SqlTemplate template;
        private final List<String> tableNames;
        private final List<RouteUnit> units;
        private final @Nullable OneUnit[] made;
        /** The decisions for these executions, so that deciding makes no object; null before the first decision. */
        private @Nullable Decision<ChosenUnits> @Nullable [] decided;

        Places(PlanFacts facts, RouteShape shape, Choose.WithPlaces root) {
            this.shape = shape;
            this.direct = shape.direct();
            this.scattering =
                    root instanceof Choose.OneOrSeveral all && all.several() instanceof Decision.Proved<Scatter> proved
                            ? new Scattering(facts, shape, proved.way())
                            : null;
            this.template = root.one().template();
            this.tableNames = facts.tableNames();
            this.units = shape.units();
            this.made = new OneUnit[RenderedUnits.capacity(units)];
        }

        OneUnit get(int unit) {
            OneUnit known = unit < made.length ? made[unit] : null;
            return known == null ? made(unit) : known;
        }

        /** The same executions as decisions. */
        Decision<ChosenUnits> decided(int unit) {
            @Nullable Decision<ChosenUnits>[] kept = decided;
            Decision<ChosenUnits> known = kept == null || unit >= kept.length ? null : kept[unit];
            return known == null ? decidedFirst(unit) : known;
        }

        @SuppressWarnings({"unchecked", "rawtypes"})
        private Decision<ChosenUnits> decidedFirst(int unit) {
            Decision<ChosenUnits> decision = new Decision.Proved<>(get(unit));
            if (unit < made.length) {
                @Nullable Decision<ChosenUnits>[] kept = decided == null ? new Decision[made.length] : decided;
                kept[unit] = decision;
                decided = kept;
            }
            return decision;
        }

        private OneUnit made(int unit) {
            RouteUnit place = units.get(unit);
            UnitSql sql = template.render(tableNames, place.actualTables(), null);
            if (unit >= made.length) {
                return new OneUnit(place, sql);
            }
            OneUnit first = new OneUnit(unit, place, sql);
            made[unit] = first;
            return first;
        }

        /** The execution on the first unit of a data source; null when none is there. */
        @Nullable
        OneUnit in(String dataSource) {
            for (int unit = 0; unit < units.size(); unit++) {
                if (units.get(unit).dataSourceName().equals(dataSource)) {
                    return get(unit);
                }
            }
            return null;
        }
    }

    /**
     * The work of an execution on one unit, whose result is handed through; it runs nothing. Immutable; a plan keeps
     * one for each of its units.
     */
    private static final class OneUnit implements ChosenUnits {
        private final int index;
        private final RouteUnit unit;
        private final int dataSource;
        private final String sql;
        private final int[] sources;

        /** A unit that no plan keeps. */
        OneUnit(RouteUnit unit, UnitSql sql) {
            this(-1, unit, sql);
        }

        /** @param index of the unit among the plan's */
        OneUnit(int index, RouteUnit unit, UnitSql sql) {
            this.index = index;
            this.unit = unit;
            this.dataSource = unit.dataSource();
            this.sql = sql.sql();
            this.sources = sql.sources();
        }

        /** The statement as written, on a data source that a hint names. */
        static OneUnit verbatim(PlanFacts facts, String dataSourceName) {
            int index = facts.verbatimDataSource(dataSourceName);
            return new OneUnit(
                    new RouteUnit(index, facts.dataSourceNames().get(index), List.of()),
                    new UnitSql(facts.sql(), facts.parameterSources()));
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public int onlyUnit() {
            return index;
        }

        @Override
        public int dataSource(int index) {
            return dataSource;
        }

        @Override
        public String sql(int index) {
            return sql;
        }

        @Override
        public Object target(int index) {
            return unit;
        }

        @Override
        public int parameterCount(int index) {
            return sources.length;
        }

        @Override
        public int parameterSource(int index, int position) {
            return sources[position];
        }

        @Override
        public @Nullable Object computedParameter(int index, int position) {
            throw new IllegalStateException("no computed parameter");
        }

        @Override
        public @Nullable MergePlan merge() {
            return null;
        }

        @Override
        public MergeBounds bounds() {
            return MergeBounds.NONE;
        }

        @Override
        public int @Nullable [] insertedRows(int index) {
            return null;
        }

        @Override
        public boolean replicated() {
            return false;
        }
    }
}
