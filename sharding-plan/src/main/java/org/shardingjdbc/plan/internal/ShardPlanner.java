package org.shardingjdbc.plan.internal;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.plan.internal.beside.LookUps;
import org.shardingjdbc.plan.internal.beside.WriteBesidePlanner;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.InheritedOrder;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Choose;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.Steps;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.planning.StatementSource;
import org.shardingjdbc.plan.internal.routing.FactsFinder;
import org.shardingjdbc.plan.internal.routing.PlanInput;
import org.shardingjdbc.plan.internal.routing.PlanRequest;
import org.shardingjdbc.plan.internal.routing.Routing;
import org.shardingjdbc.plan.internal.routing.Views;
import org.shardingjdbc.plan.internal.setting.SettingQueries;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.way.OnOne;
import org.shardingjdbc.plan.internal.way.OnSeveral;
import org.shardingjdbc.plan.internal.way.OneNode;
import org.shardingjdbc.plan.internal.way.UnitEdits;
import org.shardingjdbc.plan.internal.way.Ways;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Plans statements that go to shards. Each goes through these phases, which follow each other in this file:
 *
 * <pre>
 *   phase     what enters, what leaves                                                          by
 *   analyse   a tree; the same checked, its views written out                                   routing.Routing
 *   place     that; its names bound to tables, and where its executions may go                  routing.Routing
 *   push      that; SQL with actual names for one data node, and for several what each does     way.OneNode, PushedDown
 *   merge     where they leave something; the operators that make one result of theirs          way.Merged
 *   split     where that is refused; steps, each a statement with a plan of its own             way.SubqueriesFirst, Pulled, InSteps
 *   compile   the tree of operators; what its executions need of it                             compiled.CompiledPlan
 * </pre>
 *
 * Push, merge and split go through the ways to answer a statement ({@link Ways}), in this order:
 *
 * <pre>
 *   for executions     way                what is proved                                      what an execution decides
 *   on one node        one node           its route has one unit                              whether it is the only one, by its route
 *   on several         pushed down        each data node may do its part by itself
 *                      merged             ... and a merge can make one result of the parts
 *   that are refused   subqueries first   the rest is one of these once their values stand    what the rest is, by these values
 *                      pulled             the query means the same over pulled rows           which leaves: all must be answered
 *                      in steps           rows can be found, and written where they belong    whether what finds them is answered
 * </pre>
 *
 * On several, no rule proves what the data nodes do, or one of the two ways says what is done: the second where they
 * leave something of the statement. Of those in steps an execution takes the first that is one for its parameters: the
 * alternatives of all are kept in this order.
 *
 * <p>So a plan may hold several of them: what an execution does on one node, what it does on several, and how it is
 * answered in steps. All are planned with the text; what is not is a {@link Later}, which says why. A way that is none
 * says why, as a value; the statement is refused by the first reason, with what would have opened a later way. Only
 * what is wrong with the text is raised.
 *
 * <p>A statement goes through phases again where its tree was changed, or more is wanted of it, and nowhere else:
 *
 * <pre>
 *   from      for                                         by                ends, as
 *   place     the tables behind views                     routing.Views     it takes 64 rounds at most, one for each level of views
 *   place     columns that stars of some tables mean      routing.Routing   no such star is left
 *   place     an index that is named without its table    routing.Routing   its table is named, and it is not looked for again
 *   place     parameters in place of literals, for steps  planPrepared      the tree is a prepared one
 *   place     calls that a function of users may answer   planMarked        they are marked, and not looked for again
 *   analyse   the order of a query that stands in FROM    scatter           the order is written out
 *   analyse   what several data nodes do, after all       planSeveral       the request asks for it: nothing of it is left for later
 *   analyse   each step                                   way.WaysInSteps   it is less: a subquery, the rest, one table, what finds rows
 * </pre>
 *
 * Immutable, safe for all threads.
 */
final class ShardPlanner {
    private final StatementPlanner planner;
    private final TextReader reader;
    private final PlanTools tools;
    private final Routing routing;
    private final FactsFinder finder;
    private final UnitEdits unitEdits;
    private final Ways ways;

    /**
     * @param planner plans what statements are made of: the queries of views, and steps
     * @param reader reads a statement once more whose tree was not kept
     */
    ShardPlanner(StatementPlanner planner, TextReader reader, PlanTools tools) {
        this.planner = planner;
        this.reader = reader;
        this.tools = tools;
        this.routing = Routing.of(tools);
        this.finder = new FactsFinder(tools);
        this.unitEdits = new UnitEdits(planner, tools, routing.views());
        this.ways = Ways.all(planner, tools);
    }

    /**
     * The plan of a statement; one that no rule proves raises its refusal when it is executed. Refused where the text
     * is wrong.
     */
    Decision<CompiledPlan> plan(ParsedSql written, PlanRequest request) {
        Decision<Views.ExpandedStatement> checked = routing.checked(written);
        if (checked instanceof Decision.Refused<Views.ExpandedStatement> refused) {
            return refused(Views.ExpandedStatement.of(written), request, refused.reason());
        }
        Views.ExpandedStatement statement = checked.proved();
        Decision<CompiledPlan> plan = routing.route(statement, request)
                .decide(routed -> isAccompanied(routed) ? planPrepared(routed) : planMarked(routed));
        return plan instanceof Decision.Refused<CompiledPlan> refused
                ? refused(statement, request, refused.reason())
                : plan;
    }

    private boolean isAccompanied(PlanInput statement) {
        return tools.rules().accompany()
                && statement.compilation().bound().tables().stream()
                        .map(table -> table.table().name())
                        .anyMatch(table -> !tools.rules().lookUps(table).isEmpty()
                                || !tools.rules().writesBeside(table).isEmpty());
    }

    /** Plans a statement with what rules do besides, in steps that are made of the statement and are prepared. */
    private Decision<CompiledPlan> planPrepared(PlanInput given) {
        boolean plain = given.parsed().plain() && given.views().isEmpty();
        Decision<PlanInput> routed = plain
                ? routing.route(Views.ExpandedStatement.of(tools.parser().prepared(given.parsed())), given.request())
                : new Decision.Proved<>(given);
        return routed.decide(statement -> planMarked(statement).then(plan -> withLookUps(statement, plan)));
    }

    /** Adds the look-ups before routing, where they tell the data nodes of the statement. */
    private CompiledPlan withLookUps(PlanInput statement, CompiledPlan plan) {
        List<String> unrestricted = statement.compilation().shape().unconditioned(HintValues.NONE);
        boolean sought = statement.request().part() == NestedPart.WHOLE
                && statement.views().isEmpty()
                && unrestricted.stream()
                        .anyMatch(table -> !tools.rules().lookUps(table).isEmpty());
        if (!sought) {
            return plan;
        }
        LookUpFirst first = new LookUps(tools, statement.compilation().bound()).find(unrestricted, plan);
        return first != null && isPlanned(first.entries()) && isPlanned(first.sample()) ? plan.lookedUp(first) : plan;
    }

    private boolean isPlanned(NestedStatement step) {
        return CompiledPlan.placed(planner.decide(step)) != null;
    }

    /**
     * The plan of all texts of a shape, whose literals are its parameters.
     *
     * @return null when there is none, and each text is to be planned by itself, which also raises what is wrong with
     *     it
     */
    @Nullable
    ShardPlan planShape(PlanRequest request) {
        Decision<Optional<ShardPlan>> planned =
                Decision.ofDeep(() -> Decision.ofLower(() -> Optional.ofNullable(reader.read(request.source())))
                        .decide(parsed -> parsed.isEmpty()
                                ? new Decision.Proved<>(Optional.empty())
                                : decideShape(parsed.get(), request)));
        if (planned instanceof Decision.Refused<Optional<ShardPlan>> refused) {
            ErrorCategory category = refused.reason().code().category();
            boolean ofText = category == ErrorCategory.UNSUPPORTED
                    || category == ErrorCategory.USER
                    || refused.reason().code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
            if (!ofText) {
                throw refused.reason();
            }
            return null;
        }
        return planned.proved().orElse(null);
    }

    private Decision<Optional<ShardPlan>> decideShape(ParsedSql parsed, PlanRequest request) {
        return routing.ofShape(parsed, request)
                .decide(routed -> routed.isEmpty() || isAccompanied(routed.get())
                        ? new Decision.Proved<>(Optional.empty())
                        : planMarked(routed.get()).then(this::ofShape));
    }

    /** The plan of a shape; none where a {@code ?} of its SQL is not to be a literal of the text. */
    private Optional<ShardPlan> ofShape(CompiledPlan plan) {
        return plan.rules().columns() != null
                        || tools.actualTables().havePlaceholder(plan.facts().logicTables())
                ? Optional.empty()
                : Optional.of(plan);
    }

    /** The plan of a query that sets something of the session: it needs no checks of its tree, and has no views. */
    Decision<CompiledPlan> planSetting(ParsedSql parsed, PlanRequest request) {
        return routing.route(Views.ExpandedStatement.of(parsed), request).decide(this::planMarked);
    }

    /**
     * Plans a statement. Where no single data node answers it alone, calls that may mean functions which users have
     * made under the names of built-in ones are marked, and the statement is routed again.
     */
    private Decision<CompiledPlan> planMarked(PlanInput given) {
        if (OneNode.isSaidBy(given)) {
            return planUnits(given);
        }
        Decision<ParsedSql> marked = marked(given.parsed());
        // where no database tells, what several units do is not planned either
        return marked instanceof Decision.Proved<ParsedSql> known && known.way() != given.parsed()
                ? routing.route(new Views.ExpandedStatement(known.way(), given.views()), given.request())
                        .decide(this::planUnits)
                : planUnits(given);
    }

    private Decision<ParsedSql> marked(ParsedSql parsed) {
        return Decision.ofDatabases(
                () -> new Decision.Proved<>(tools.functions().marked(parsed)));
    }

    /** Plans the SQL of one data node, the work of several, and what rules write beside. */
    private Decision<CompiledPlan> planUnits(PlanInput statement) {
        return unitEdits
                .edit(statement.compilation())
                .decide(edited -> isAccompanied(statement)
                        // a write beside which nothing can be written is refused as it is found
                        ? besides(statement, edited.keys())
                                .decide(besides -> tree(statement, edited, besides.orElse(null)))
                        : tree(statement, edited, null));
    }

    /**
     * The tree with what its executions need of it.
     *
     * @param besides null where rules write nothing beside
     */
    private Decision<CompiledPlan> tree(
            PlanInput statement, UnitEdits.EditedUnit edited, @Nullable WriteBeside besides) {
        Compilation compilation = statement.compilation();
        PlanFacts found = finder.facts(statement, edited.keys(), edited.replicated());
        PlanFacts facts = besides == null ? found : found.with(found.rules().saying(besides.words()));
        Decision<Route> node = ways.plan(new OnOne(compilation, edited.sql()));
        return node.decide(one -> choose(statement, facts, one, edited.sql())).then(root -> {
            CompiledPlan plan = new CompiledPlan(facts, compilation.shape(), root);
            return besides == null ? plan : plan.accompaniedBy(besides);
        });
    }

    /**
     * What its executions choose from; refused where what several units do must be known now, and a database that it
     * depends on could not be asked.
     *
     * @param base the SQL of one unit, before its labels
     */
    private Decision<Choose.WithPlaces> choose(PlanInput statement, PlanFacts facts, Route one, SqlEdits base) {
        PlanRequest request = statement.request();
        if (OneNode.isSaidBy(statement)) {
            // what its tree is kept for, a statement that chooses one unit hardly ever needs
            return new Decision.Proved<>(new Choose.OneThenLater(one, again(request, Later.Reason.ONE_NODE)));
        }
        SeveralAnswer answer = several(statement, base);
        boolean lasts =
                answer instanceof ScatterAnswer answered && answered.several().isLasting();
        if (!lasts && !request.several()) {
            return new Decision.Proved<>(new Choose.OneThenLater(one, again(request, Later.Reason.ASKED_AGAIN)));
        }
        Steps.Planning steps = ways.steps(
                statement.parsed(), facts.statementClass(), statement.columns().allowSteps());
        if (answer instanceof NoAnswer none) {
            return new Decision.Refused<>(none.reason());
        }
        Decision<Scatter> several = ((ScatterAnswer) answer).several();
        ErrorCode refusal = refusalOfSeveral(statement.compilation().shape(), several);
        return new Decision.Proved<>(new Choose.OneOrSeveral(one, several, steps(request, refusal, steps)));
    }

    /** Why executions on several data nodes are refused: where they go first, then what they do; null for neither. */
    private static @Nullable ErrorCode refusalOfSeveral(RouteShape shape, Decision<Scatter> several) {
        ErrorCode beyond = shape.refusalBeyond();
        return beyond == null && several instanceof Decision.Refused<Scatter> refused
                ? refused.reason().code()
                : beyond;
    }

    /**
     * Plans the statement once more with the work of several units; gives none for a shape that has no plan any more.
     */
    private Later<Route, ShardPlan> again(PlanRequest request, Later.Reason reason) {
        return new Later<>(reason, new OfSeveral(this, request.source(), request.part()));
    }

    /**
     * The plan of a statement with what several units do, even if its tree chooses one.
     *
     * @return null when it is of a shape that has no plan any more, because definitions have changed since: each text
     *     is planned by itself then
     * @throws ShardingException when a database that has to be asked could not be
     */
    private @Nullable ShardPlan planSeveral(PlanRequest request) {
        if (request.source() instanceof StatementSource.Shape) {
            return planShape(request);
        }
        return Decision.ofDeep(() -> {
                    ParsedSql tree = Objects.requireNonNull(reader.read(request.source()), "no text of a shape");
                    boolean setting = SettingQueries.of(tree) != null;
                    return setting ? planSetting(tree, request) : plan(tree, request);
                })
                .proved();
    }

    /** Plans the work of several data nodes, whatever a single one does; reads the tree again for that. */
    private record OfSeveral(ShardPlanner planner, StatementSource source, NestedPart part)
            implements Later.Planning<Route, ShardPlan> {
        @Override
        public @Nullable ShardPlan plan(Route one) {
            return planner.planSeveral(PlanRequest.ofSeveral(source, part));
        }

        @Override
        public boolean lasts(ShardPlan plan) {
            return plan instanceof CompiledPlan compiled && compiled.several().isLasting();
        }
    }

    /** @param refusal why its text is refused on several data nodes; null where it is not */
    private static Steps steps(PlanRequest request, @Nullable ErrorCode refusal, Steps.Planning steps) {
        return switch (request.steps()) {
            case NEVER -> Steps.NONE;
            case BEHIND_SEVERAL -> Steps.of(Later.Reason.ONE_NODE, steps);
            case BEHIND_TRIAL -> Steps.of(Later.Reason.TRIED, steps);
            case AT_ONCE -> refusal == null ? Steps.of(Later.Reason.PROVED, steps) : Steps.of(refusal, steps);
        };
    }

    private Decision<Optional<WriteBeside>> besides(PlanInput statement, @Nullable GeneratedKeys keys) {
        boolean step = statement.request().source() instanceof StatementSource.Made;
        return new WriteBesidePlanner(planner, tools, statement.compilation().bound(), keys, step).find();
    }

    /** The answer to whether the work of several units could be decided. */
    private sealed interface SeveralAnswer {}

    /** @param several what several units do, or why no rule proves it */
    private record ScatterAnswer(Decision<Scatter> several) implements SeveralAnswer {}

    /**
     * @param reason why it could not be decided, which says nothing of several units: mostly a database that does not
     *     answer
     */
    private record NoAnswer(ShardingException reason) implements SeveralAnswer {}

    /**
     * The work of several units, if the databases that it depends on answer.
     *
     * @param base the SQL of one unit, before its labels
     */
    private SeveralAnswer several(PlanInput statement, SqlEdits base) {
        Decision<SeveralAnswer> asked = Decision.ofDatabases(
                () -> new Decision.Proved<>(scatter(statement.compilation(), base, statement.request())));
        return asked instanceof Decision.Refused<SeveralAnswer> away ? new NoAnswer(away.reason()) : asked.proved();
    }

    /**
     * The work of several units, by the way that answers the statement; no answer where the statement with its order is
     * wrong.
     *
     * @param request what is planned
     */
    private SeveralAnswer scatter(Compilation compilation, SqlEdits base, PlanRequest request) {
        if (marked(compilation.bound().parsed()) instanceof Decision.Refused<ParsedSql> unknown) {
            return new NoAnswer(unknown.reason());
        }
        Decision<Optional<ParsedSql>> order = ordered(compilation);
        if (order instanceof Decision.Refused<Optional<ParsedSql>> refused) {
            return new ScatterAnswer(refused.elsewhere());
        }
        ParsedSql ordered = order.proved().orElse(null);
        if (ordered == null) {
            return new ScatterAnswer(ways.plan(OnSeveral.of(compilation, base)));
        }
        // with the order written out it is another statement, whose tree is here
        Decision<CompiledPlan> plan = plan(ordered, request.ofSeveral(ordered));
        return plan instanceof Decision.Refused<CompiledPlan> refused
                ? new NoAnswer(refused.reason())
                : new ScatterAnswer(plan.proved().several());
    }

    /** The statement with the order written out that a query in it gives to its rows; nothing where none does. */
    private Decision<Optional<ParsedSql>> ordered(Compilation compilation) {
        boolean merges = compilation.bound().parsed().statement() instanceof QueryStatement
                && !compilation.writesCopies()
                && !compilation.eachNode();
        return merges
                ? new InheritedOrder(compilation.bound(), tools.names(), tools.dialect(), compilation.positions())
                        .written(tools.parser())
                : new Decision.Proved<>(Optional.empty());
    }

    /**
     * The plan that raises the refusal when it is executed. An execution may still be answered: in steps, or where a
     * hint says. Refused itself when the text is wrong.
     */
    private Decision<CompiledPlan> refused(
            Views.ExpandedStatement statement, PlanRequest request, ShardingException refusal) {
        boolean ambiguous = refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
        if (refusal.code().category() != ErrorCategory.UNSUPPORTED && !ambiguous) {
            return new Decision.Refused<>(refusal);
        }
        ParsedSql parsed = statement.parsed();
        BoundStatement bound = tools.bound(parsed);
        PlanFacts facts = finder.ofRefused(statement, bound, ambiguous);
        boolean asStored = ColumnUses.allowSteps(bound, tools.rules(), tools.catalog(), tools.dialect());
        Steps steps = refusal.code() == ErrorCode.VIEW_WRITTEN
                ? Steps.NONE
                : steps(request, refusal.code(), ways.steps(parsed, facts.statementClass(), asStored));
        return new Decision.Proved<>(
                new CompiledPlan(facts, new Choose.RefusedEverywhere(new Decision.Refused<>(refusal), steps)));
    }
}
