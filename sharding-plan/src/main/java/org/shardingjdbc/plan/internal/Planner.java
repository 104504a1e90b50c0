package org.shardingjdbc.plan.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.planning.StatementSource;
import org.shardingjdbc.plan.internal.routing.PlanRequest;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/**
 * Makes the plan of a SQL text: reads the text, then plans it for the session, which answers it, or for shards. Safe
 * for all threads; keeps no plans, which {@link Plans} does.
 */
public final class Planner implements StatementPlanner {
    private static final String NO_SHAPE = "no text of a shape";

    private final Dialect dialect;
    private final TextReader reader;
    private final ShardPlanner shards;
    private final SessionPlanner session;
    private final SequencePlanner sequences;
    private final CommandPlan.Language commands;
    /** Replaced by another object whenever earlier plans must not be used again. */
    private volatile Object version = new Object();

    public Planner(PlanningRules rules, Catalog catalog, Dialect dialect, PlannerOptions options) {
        PlanTools tools = PlanTools.of(rules, catalog, dialect, options);
        this.dialect = dialect;
        this.reader = TextReader.of(tools);
        this.shards = new ShardPlanner(this, reader, tools);
        this.session = new SessionPlanner(tools, this, shards);
        this.sequences = new SequencePlanner(tools.parser());
        this.commands = options.commands();
    }

    /**
     * The plan of a SQL text that is prepared. A statement that no rule proves has a plan too, which raises its refusal
     * when it is executed.
     *
     * @throws ShardingException when the text is wrong
     */
    public StatementPlan plan(String sql) {
        return plan(StatementSource.prepared(sql));
    }

    /** As {@link #plan(String)}, from any source of a text. */
    StatementPlan plan(StatementSource.Text source) {
        SequencePlan several = sequences.plan(source);
        if (several != null && commands.apply(source.sql()) == null) {
            return several;
        }
        return decide(PlanRequest.of(source)).proved();
    }

    @Override
    public StatementPlan plan(NestedStatement step) {
        return decide(step, PlanRequest.of(step)).proved();
    }

    private Decision<StatementPlan> decide(NestedStatement step, PlanRequest request) {
        Object now = version;
        StatementPlan carried = (StatementPlan) step.plan(now);
        return carried != null
                ? new Decision.Proved<>(carried)
                : decide(request).then(made -> {
                    // what a definition does depends on what is there by its names when it is executed
                    if (!(made instanceof ShardPlan plan && plan.statementClass() == StatementClass.DEFINITION)) {
                        step.planned(now, made);
                    }
                    return made;
                });
    }

    /** The plan that a step carries; null where it carries none, or definitions have changed since. */
    @Nullable
    StatementPlan carried(NestedStatement step) {
        return (StatementPlan) step.plan(version);
    }

    @Override
    public Decision<StatementPlan> decide(NestedStatement step) {
        return Decision.ofDatabases(() -> decide(step, PlanRequest.of(step)));
    }

    @Override
    public Decision<StatementPlan> tried(NestedStatement step) {
        return Decision.ofDatabases(() -> decide(step, PlanRequest.tried(step)));
    }

    /** The plan; refused where the text is wrong. */
    private Decision<StatementPlan> decide(PlanRequest request) {
        return Decision.ofDeep(() -> decideOf(request));
    }

    private Decision<StatementPlan> decideOf(PlanRequest request) {
        if (request.source() instanceof StatementSource.Text text) {
            CommandPlan.LanguageCommand command = commands.apply(text.sql());
            if (command != null) {
                return new Decision.Proved<>(new CommandPlan(text.sql(), command));
            }
        }
        return decideOf(Objects.requireNonNull(reader.read(request.source()), NO_SHAPE), request);
    }

    private Decision<StatementPlan> decideOf(ParsedSql parsed, PlanRequest request) {
        return session.plan(parsed, request)
                .decide(made -> isKeyed(parsed, made) ? decidePrepared(request) : new Decision.Proved<>(made));
    }

    /** The plan of the statement under EXPLAIN. */
    Decision<StatementPlan> decideExplained(ExplainStatement explain, ParsedSql whole, PlanRequest request) {
        if (commands.apply(explain.statement().span().of(whole.sql())) != null) {
            return new Decision.Refused<>(new ShardingException(ErrorCode.DISTSQL_NOT_EXPLAINED));
        }
        PlanRequest explained = request.from(new StatementSource.Explained(request.source()));
        return decideOf(reader.explained(explain, whole), explained);
    }

    /**
     * Whether keys are generated for a statement without parameters. The keys are parameters, so the statement is
     * prepared.
     */
    private static boolean isKeyed(ParsedSql parsed, StatementPlan made) {
        return parsed.plain() && made instanceof ShardPlan plan && plan.generatedKeys() != null;
    }

    private Decision<StatementPlan> decidePrepared(PlanRequest plain) {
        PlanRequest request = plain.from(reader.prepared(plain.source()));
        return session.plan(Objects.requireNonNull(reader.read(request.source()), NO_SHAPE), request);
    }

    /**
     * The plan of all texts of a shape, whose literals are its parameters.
     *
     * @return null when there is none; then each text is planned by itself, which also raises what is wrong with it
     */
    @Nullable
    ShardPlan plan(TextShape shape) {
        return shards.planShape(PlanRequest.of(shape));
    }

    Dialect dialect() {
        return dialect;
    }

    /** Earlier plans are not used again. */
    void clear() {
        version = new Object();
    }
}
