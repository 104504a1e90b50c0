package org.shardingjdbc.plan.internal;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.ExplainKind;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UseStatement;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.naming.GroupByDirections;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.operator.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.SessionPlan;
import org.shardingjdbc.plan.internal.operator.SettingPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.ShowPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.setting.HeededHints;
import org.shardingjdbc.plan.internal.setting.SettingQueries;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.PlannerOptions;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Makes the plan of a SQL text: parse, then by the kind of the statement. Immutable, safe for all threads; keeps
 * nothing but a few plans of texts that choose one unit and were made to use several ({@link Plans} keeps the others).
 */
public final class Planner implements StatementPlanner {
    private final Rules rules;
    private final Dialect dialect;
    private final SqlParser parser;
    private final LogicDatabaseEdits logicDatabase;
    private final GroupByDirections groupByDirections;
    private final SeveralPlans several;
    private final ShardPlanner shards;

    public Planner(Rules rules, Catalog catalog, Dialect dialect, PlannerOptions options) {
        PlanTools tools = PlanTools.of(rules, catalog, dialect, options);
        this.rules = rules;
        this.dialect = dialect;
        this.parser = tools.parser();
        this.logicDatabase = new LogicDatabaseEdits(catalog, dialect, tools.names(), parser);
        this.groupByDirections = new GroupByDirections(dialect, parser);
        this.several = new SeveralPlans(this);
        this.shards = new ShardPlanner(this, several, tools, logicDatabase);
    }

    @Override
    public StatementPlan plan(String sql) {
        return plan(sql, NestedPart.WHOLE);
    }

    @Override
    public StatementPlan plan(String sql, NestedPart part) {
        return plan(PlanText.prepared(sql, part), false);
    }

    /**
     * As {@link #plan(String)}, for a text without placeholders whose question marks are operators.
     *
     * @throws ShardingException when the text is wrong
     */
    StatementPlan planPlain(String sql) {
        return plan(PlanText.plain(sql), false);
    }

    @Override
    public ShardPlan planSeveral(PlanText text) {
        if (text.shape() != null) {
            return planShapeOfSeveral(text);
        }
        StatementPlan plan = plan(text, true);
        return plan instanceof SettingPlan setting ? setting.query() : (ShardPlan) plan;
    }

    private ShardPlan planShapeOfSeveral(PlanText text) {
        try {
            ShardPlan plan = planShape(text, true);
            if (plan != null) {
                return plan;
            }
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
        // Definitions changed since the shape had a plan: whoever asks plans the text by itself then.
        throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
    }

    private StatementPlan plan(PlanText text, boolean ofSeveral) {
        try {
            return text.plain() ? planned(text, ofSeveral) : prepared(text, ofSeveral);
        } catch (StackOverflowError nested) {
            // It was parsed on a stack that had just enough room.
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    private StatementPlan prepared(PlanText text, boolean ofSeveral) {
        return planned(parser.parse(text.sql()), new PlanRequest(text, ofSeveral));
    }

    private StatementPlan planned(PlanText text, boolean ofSeveral) {
        PlanRequest request = new PlanRequest(text, ofSeveral);
        ParsedSql plain = parser.parsePlain(text.sql());
        // What makes no sense with operators may do so with placeholders, which nobody will set.
        ParsedSql parsed = plain.statement() instanceof UnparsedStatement ? parser.parse(text.sql()) : plain;
        StatementPlan made = planned(parsed.statement() instanceof UnparsedStatement ? plain : parsed, request);
        // A key that is made is a parameter, and the statement prepared for it.
        boolean withKeys = parsed == plain && made instanceof ShardPlan plan && plan.generatedKeys() != null;
        return withKeys ? planned(parser.prepared(plain), request) : made;
    }

    /**
     * The plan of all texts of a shape, whose literals are its parameters.
     *
     * @return null when there is none, and each text is to be planned by itself, which also raises what is wrong with
     *     it
     */
    ShardPlan plan(TextShape shape) {
        try {
            return planShape(PlanText.of(shape), false);
        } catch (StackOverflowError nested) {
            return null;
        } catch (ShardingException refusal) {
            ErrorCategory category = refusal.code().category();
            boolean ofText = category == ErrorCategory.UNSUPPORTED
                    || category == ErrorCategory.USER
                    || refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
            if (!ofText) {
                throw refusal;
            }
            return null;
        }
    }

    private ShardPlan planShape(PlanText text, boolean ofSeveral) {
        TextShape shape = text.shape();
        ParsedSql parsed = logicDatabase.logic(parser.parse(text.sql())).withLiterals(shape.kinds());
        boolean expected = parsed.parameters().size() == shape.count()
                && (parsed.statement() instanceof QueryStatement
                        || StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE)
                && groupByDirections.written(parsed) == parsed;
        return expected ? shards.planShape(parsed, new PlanRequest(text, ofSeveral)) : null;
    }

    private StatementPlan planned(ParsedSql text, PlanRequest request) {
        ParsedSql parsed = groupByDirections.written(logicDatabase.logic(text));
        if (parsed.statement() instanceof ExplainStatement explain && explain.kind() != ExplainKind.DATABASE) {
            return explained(parsed, explain);
        }
        StatementPlan ofSession = ofSession(parsed);
        if (ofSession != null) {
            return ofSession;
        }
        SetStatement setting = SettingQueries.of(parsed);
        if (setting != null) {
            SessionPlan session = new SessionPlan(parsed.sql(), setting, PlanFacts.parameterCount(parsed));
            return new SettingPlan(session, shards.planUnchecked(parsed, request));
        }
        return shards.plan(parsed, request);
    }

    private ExplainPlan explained(ParsedSql parsed, ExplainStatement explain) {
        String explained = explain.statement().span().of(parsed.sql());
        String whole = HeededHints.before(parsed, parser.parse(explained)) + explained;
        StatementPlan plan = parsed.plain() ? planPlain(whole) : plan(whole);
        ExplainPlan.Answer tree = explain.analyze() ? ExplainPlan.Answer.MEASURED_TREE : ExplainPlan.Answer.TREE;
        return new ExplainPlan(plan, whole, explain.kind() == ExplainKind.PREVIEW ? ExplainPlan.Answer.UNITS : tree);
    }

    /** The plan of a statement that no shard answers alone; null for all others. */
    private StatementPlan ofSession(ParsedSql parsed) {
        Statement statement = parsed.statement();
        if (statement instanceof TransactionStatement
                || statement instanceof SetStatement
                || statement instanceof UseStatement) {
            HeededHints.refuse(parsed, "a statement about the session");
            return new SessionPlan(parsed.sql(), statement, PlanFacts.parameterCount(parsed));
        }
        if (statement instanceof ShowStatement show) {
            HeededHints.refuse(parsed, "SHOW");
            return new ShowPlan(parsed.sql(), show, shownTable(show));
        }
        return null;
    }

    private LogicTable shownTable(ShowStatement show) {
        return show.table() == null
                ? null
                : rules.table(show.table().name().last().text());
    }

    Dialect dialect() {
        return dialect;
    }

    /** Plans of before are not used again. */
    void clear() {
        several.clear();
    }
}
