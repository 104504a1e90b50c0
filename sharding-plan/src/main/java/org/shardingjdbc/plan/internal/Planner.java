package org.shardingjdbc.plan.internal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.routing.PlanRequest;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.PlannerOptions;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;

/**
 * Makes the plan of a SQL text: it is read, then planned for the session that answers it, or for shards. Safe for all
 * threads; keeps no plans, which {@link Plans} does.
 */
public final class Planner implements StatementPlanner {
    private final Dialect dialect;
    private final TextReader reader;
    private final ShardPlanner shards;
    private final SessionPlanner session;
    private final CommandPlan.Language commands;
    /** Another object whenever plans of before are not to be used again. */
    private volatile Object version = new Object();

    public Planner(Rules rules, Catalog catalog, Dialect dialect, PlannerOptions options) {
        PlanTools tools = PlanTools.of(rules, catalog, dialect, options);
        this.dialect = dialect;
        this.reader = TextReader.of(tools);
        this.shards = new ShardPlanner(this, tools);
        this.session = new SessionPlanner(tools, this, shards);
        this.commands = options.commands();
    }

    @Override
    public StatementPlan plan(PlanText text) {
        return decide(PlanRequest.of(text)).proved();
    }

    @Override
    public StatementPlan plan(NestedStatement step) {
        return decide(step, PlanRequest.of(PlanText.of(step))).proved();
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

    /** The plan that a step carries; null where there is none, or definitions have changed since. */
    @Nullable
    StatementPlan carried(NestedStatement step) {
        return (StatementPlan) step.plan(version);
    }

    @Override
    public Decision<StatementPlan> decide(NestedStatement step) {
        return Decision.ofDatabases(() -> decide(step, PlanRequest.of(PlanText.of(step))));
    }

    @Override
    public Decision<StatementPlan> tried(NestedStatement step) {
        PlanRequest request = PlanRequest.tried(PlanText.of(step));
        return Decision.ofDatabases(() -> decide(step, request));
    }

    @Override
    public @Nullable ShardPlan planSeveral(PlanText text) {
        PlanRequest request = PlanRequest.ofSeveral(text);
        if (text.shape() != null) {
            // none when definitions changed since the shape had a plan: then each text is planned by itself
            return plannedShape(request, text.shape());
        }
        StatementPlan plan = decide(request).proved();
        return plan instanceof SettingPlan setting ? setting.query() : (ShardPlan) plan;
    }

    /** The plan; refused where the text is wrong. */
    private Decision<StatementPlan> decide(PlanRequest request) {
        try {
            PlanText text = request.text();
            if (text.tree() != null) {
                return session.plan(text.tree(), request);
            }
            CommandPlan.LanguageCommand command = commands.apply(text.sql());
            if (command != null) {
                return new Decision.Proved<>(new CommandPlan(text.sql(), command));
            }
            return text.plain() ? decidePlain(request) : session.plan(reader.prepared(text.sql()), request);
        } catch (StackOverflowError nested) {
            // It was parsed on a stack that had just enough room.
            return new Decision.Refused<>(new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX));
        }
    }

    private Decision<StatementPlan> decidePlain(PlanRequest request) {
        ParsedSql parsed = reader.plain(request.text().sql());
        return session.plan(parsed, request).decide(made -> {
            // A key that is made is a parameter, and the statement prepared for it.
            boolean withKeys = parsed.plain() && made instanceof ShardPlan plan && plan.generatedKeys() != null;
            return withKeys ? session.plan(reader.prepared(parsed), request) : new Decision.Proved<>(made);
        });
    }

    /**
     * The plan of all texts of a shape, whose literals are its parameters.
     *
     * @return null when there is none, and each text is to be planned by itself, which also raises what is wrong with
     *     it
     */
    @Nullable
    ShardPlan plan(TextShape shape) {
        return plannedShape(PlanRequest.ofShape(PlanText.of(shape)), shape);
    }

    private @Nullable ShardPlan plannedShape(PlanRequest request, TextShape shape) {
        Decision<Optional<ShardPlan>> planned;
        try {
            planned = Decision.ofLower(() -> Optional.ofNullable(reader.ofShape(shape)))
                    .decide(parsed -> parsed.isEmpty()
                            ? new Decision.Proved<>(Optional.empty())
                            : shards.planShape(parsed.get(), request));
        } catch (StackOverflowError nested) {
            return null;
        }
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

    Dialect dialect() {
        return dialect;
    }

    /** Plans of before are not used again. */
    void clear() {
        version = new Object();
    }
}
