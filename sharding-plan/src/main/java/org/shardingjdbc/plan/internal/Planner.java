package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainKind;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InList;
import org.shardingjdbc.parser.internal.ast.NamedTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UseStatement;
import org.shardingjdbc.parser.internal.ast.ValuesBody;
import org.shardingjdbc.parser.internal.ast.ValuesSource;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.NestedPart;
import org.shardingjdbc.plan.internal.merge.PassedOrder;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.naming.GroupByDirections;
import org.shardingjdbc.plan.internal.naming.IndexOwner;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.naming.SystemViews;
import org.shardingjdbc.plan.internal.naming.TableNaming;
import org.shardingjdbc.plan.internal.naming.UniqueKeyWarnings;
import org.shardingjdbc.plan.internal.naming.ViewDefinition;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.setting.HeededHints;
import org.shardingjdbc.plan.internal.setting.SessionObstacles;
import org.shardingjdbc.plan.internal.setting.SettingQueries;
import org.shardingjdbc.plan.internal.setting.UnfollowedSettings;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.plan.internal.write.InsertEdits;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.rewrite.internal.Piece;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.clause.Binder;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.Router;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.schema.Catalog;
import org.shardingjdbc.rule.internal.schema.LogicView;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;

/**
 * Makes the plan of a SQL text: parse, bind, route, rewrite, merge. Immutable, safe for all threads; keeps nothing
 * ({@link Plans} does).
 */
public final class Planner {
    private final Rules rules;
    private final Catalog catalog;
    private final Dialect dialect;
    private final SqlParser parser;
    private final Binder binder;
    private final Router router;
    private final NameQuoting names;
    private final IndexOwner indexOwner;
    private final LogicDatabaseEdits logicDatabase;
    private final GroupByDirections groupByDirections;
    private final Views views;
    private final boolean pulling;
    private final UnionBounds union;
    private final boolean lookUpUpserts;

    public Planner(Rules rules, Catalog catalog, Dialect dialect, PlannerOptions options) {
        this.rules = rules;
        this.catalog = catalog;
        this.dialect = dialect;
        this.parser = new SqlParser(dialect);
        this.binder = new Binder(rules, catalog, dialect);
        this.router = new Router(rules, catalog, dialect);
        this.names = new NameQuoting(dialect);
        this.indexOwner = new IndexOwner(rules, catalog, names);
        this.logicDatabase = new LogicDatabaseEdits(catalog, dialect, names, parser);
        this.groupByDirections = new GroupByDirections(dialect, parser);
        this.views = new Views(rules, catalog, parser, binder);
        this.pulling = options.pulling();
        this.union = options.union();
        this.lookUpUpserts = options.lookUpUpserts();
    }

    /**
     * The plan of a SQL text. A statement that no rule proves has a plan too: it raises its refusal when it is
     * executed.
     *
     * @throws ShardingException when the text is wrong
     */
    public StatementPlan plan(String sql) {
        try {
            return planned(parser.parse(NestedStatement.plainText(sql)), NestedStatement.part(sql));
        } catch (StackOverflowError nested) {
            // It was parsed on a stack that had just enough room.
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /**
     * As {@link #plan(String)}, for a text without placeholders whose question marks are operators.
     *
     * @throws ShardingException when the text is wrong
     */
    StatementPlan planPlain(String sql) {
        try {
            ParsedSql plain = parser.parsePlain(sql);
            // What makes no sense with operators may do so with placeholders, which nobody will set.
            ParsedSql parsed = plain.statement() instanceof UnparsedStatement ? parser.parse(sql) : plain;
            StatementPlan made =
                    planned(parsed.statement() instanceof UnparsedStatement ? plain : parsed, NestedPart.WHOLE);
            // A key that is made is a parameter, and the statement prepared for it.
            boolean withKeys = parsed == plain && made instanceof ShardPlan shards && shards.generatedKeys() != null;
            return withKeys ? planned(parser.prepared(plain), NestedPart.WHOLE) : made;
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    /**
     * The plan of all texts of a shape, whose literals are its parameters.
     *
     * @return null when there is none, and each text is to be planned by itself, which also raises what is wrong with
     *     it
     */
    ShardPlan plan(TextShape shape) {
        try {
            ParsedSql parsed =
                    logicDatabase.logic(parser.parse(shape.parameterText())).withLiterals(shape.kinds());
            boolean expected = parsed.parameters().size() == shape.count()
                    && (parsed.statement() instanceof QueryStatement
                            || StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE);
            if (!expected) {
                return null;
            }
            refuseLastStatement(parsed);
            if (views.expand(parsed).parsed() != parsed || groupByDirections.written(parsed) != parsed) {
                return null;
            }
            CompiledPlan plan = plan(parsed, List.of(), List.of(), NestedPart.WHOLE);
            // Each ? of its SQL is to be a literal of the text.
            return actualTables().havePlaceholder(plan.logicTables()) ? null : plan;
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

    private StatementPlan planned(ParsedSql text, NestedPart part) {
        ParsedSql parsed = groupByDirections.written(logicDatabase.logic(text));
        String sql = parsed.sql();
        Statement statement = parsed.statement();
        if (statement instanceof ExplainStatement explain && explain.kind() != ExplainKind.DATABASE) {
            String explained = explain.statement().span().of(sql);
            String whole = HeededHints.before(parsed, parser.parse(explained)) + explained;
            StatementPlan plan = parsed.plain() ? planPlain(whole) : plan(whole);
            return new ExplainPlan(plan, explain.kind() == ExplainKind.PREVIEW);
        }
        if (statement instanceof TransactionStatement
                || statement instanceof SetStatement
                || statement instanceof UseStatement) {
            HeededHints.refuse(parsed, "a statement about the session");
            return new SessionPlan(sql, statement, PlanFacts.parameterCount(parsed));
        }
        if (statement instanceof ShowStatement show) {
            HeededHints.refuse(parsed, "SHOW");
            return new ShowPlan(sql, show, shownTable(show));
        }
        SetStatement setting = SettingQueries.of(parsed);
        if (setting != null) {
            SessionPlan session = new SessionPlan(sql, setting, PlanFacts.parameterCount(parsed));
            return new SettingPlan(session, plan(parsed, List.of(), List.of(), part));
        }
        return ofShards(parsed, part);
    }

    private StatementPlan ofShards(ParsedSql written, NestedPart part) {
        Views.Expanded expanded = new Views.Expanded(written, List.of());
        ParsedSql parsed = written;
        try {
            logicDatabase.refuseUnreached(written);
            refuseUnknown(written);
            refuseLastStatement(written);
            expanded = views.expand(written);
            parsed = expanded.parsed();
            String completed = dialect.mySqlFamily() ? null : indexOwner.complete(parsed);
            if (completed != null) {
                ParsedSql whole = parser.parseInstead(parsed, completed);
                return plan(whole, List.of(), IndexOwner.additions(whole), NestedPart.WHOLE);
            }
            return plan(parsed, expanded.views(), List.of(), part);
        } catch (ShardingException refusal) {
            boolean ambiguous = refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED && !ambiguous) {
                throw refusal;
            }
            PlanFacts facts = facts(parsed, RefusedPlan.bound(binder, parsed), null, false)
                    .reachableByHint(ambiguous && isPlaceless(parsed))
                    .madeOf(expanded.views());
            boolean view = refusal.code() == ErrorCode.VIEW_WRITTEN;
            return new RefusedPlan(
                    facts, refusal, view ? null : new StepsPlanner(this, parser.prepared(parsed), pulling));
        }
    }

    BoundStatement bind(ParsedSql parsed) {
        return binder.bind(parsed);
    }

    /** What steps are made with. */
    StepSource steps() {
        return new StepSource(this, rules, catalog, dialect, names);
    }

    /** @param additions parts that the actual SQL leaves out */
    private CompiledPlan plan(ParsedSql parsed, List<LogicView> used, List<Span> additions, NestedPart part) {
        BoundStatement bound = binder.bind(parsed);
        if (parsed.statement() instanceof DdlStatement ddl) {
            Definitions.refuseRename(ddl, bound);
            Definitions.refuseViewOfTable(ddl, bound, rules);
        }
        boolean structure = part == NestedPart.FIRST_ROWS && parsed.statement() instanceof DdlStatement;
        RouteShape shape = structure ? router.structure(bound) : router.shape(bound);
        SqlEdits naming = new SqlEdits(bound.parsed(), names);
        if (additions.isEmpty()) {
            new TableNaming(bound, dialect, naming).apply();
            new SystemViews(rules, catalog, dialect, names).edit(bound, naming);
        } else {
            additions.forEach(naming::delete);
        }
        Compilation compilation =
                new Compilation(bound, shape, dialect, catalog, names, tableNames(bound), naming, part, union);
        return compile(compilation, used);
    }

    /** The ways to answer a query by pulling rows, the one that pulls least first. */
    List<PulledQuery> pulled(ParsedSql parsed) {
        ActualTables tables = actualTables();
        BoundStatement bound = binder.bind(parsed);
        List<PulledQuery> queries = new ArrayList<>(new Pulling(bound, tables, steps()).queries());
        for (PulledQuery query : List.copyOf(queries)) {
            PulledQuery top = TopRows.of(bound, query, tables);
            if (top != null) {
                queries.add(0, top);
            }
        }
        return queries;
    }

    private ActualTables actualTables() {
        return new ActualTables(rules, catalog, dialect, names);
    }

    Dialect dialect() {
        return dialect;
    }

    InstalledFunctions functions() {
        return new InstalledFunctions(catalog, dialect);
    }

    boolean looksUpUpserts() {
        return lookUpUpserts;
    }

    private LogicTable shownTable(ShowStatement show) {
        return show.table() == null
                ? null
                : rules.table(show.table().name().last().text());
    }

    private CompiledPlan compile(Compilation compilation, List<LogicView> used) {
        ParsedSql parsed = compilation.bound().parsed();
        Statement statement = parsed.statement();
        SqlEdits oneUnit = compilation.naming().copy();
        boolean replicated = false;
        WriteRules writes = new WriteRules(
                compilation.bound(),
                compilation.positions(),
                new ObjectNames(catalog, names),
                dialect,
                rules.dataSourceNames().size());
        BoundTable broadcast = writes.writtenBroadcast(statement);
        if (broadcast != null) {
            writes.checkBroadcast(statement, broadcast);
            replicated = true;
        }
        if (statement instanceof DdlStatement ddl) {
            define(compilation, ddl, oneUnit);
            replicated = writes.definesCopies(ddl);
        }
        GeneratedKeys keys = new InsertEdits(compilation, writes, oneUnit).apply(statement);
        BoundStatement bound = compilation.bound();
        PlanFacts facts = facts(parsed, bound, keys, replicated)
                .reachableByHint(isPlaceless(parsed))
                .madeOf(used);
        SqlEdits base = oneUnit.copy();
        labelChangedItems(compilation, oneUnit);
        return new CompiledPlan(
                facts,
                compilation.shape(),
                oneUnit.template(),
                () -> scatter(compilation, base),
                new StepsPlanner(this, parser.prepared(parsed), pulling));
    }

    private void define(Compilation compilation, DdlStatement ddl, SqlEdits edits) {
        new Definitions(compilation, ddl).edit(edits);
        if (views.areDefinedBy(ddl, compilation.bound())) {
            ViewDefinition view = new ViewDefinition(compilation.bound(), ddl, dialect, names);
            plan(view.query());
            view.edit(edits);
        }
    }

    private void labelChangedItems(Compilation compilation, SqlEdits edits) {
        if (dialect.mySqlFamily()) {
            new Labels(compilation.bound()).edit(edits);
        }
    }

    private ScatterPlan scatter(Compilation compilation, SqlEdits base) {
        SqlEdits edits = base.copy();
        labelChangedItems(compilation, edits);
        split(compilation.shape().splits(), edits);
        Statement statement = compilation.bound().parsed().statement();
        if (compilation.writesCopies() || statement instanceof ExplainStatement) {
            return new ScatterPlan(edits.template(), MergePlan.CONCATENATE, null, true);
        }
        if (statement instanceof QueryStatement query) {
            String ordered = compilation.eachNode()
                    ? null
                    : new PassedOrder(compilation.bound(), names, dialect, compilation.positions()).written();
            return ordered == null
                    ? new QueryScatter(compilation, edits).plan(query.query())
                    : plan(again(compilation.bound().parsed(), ordered), List.of(), List.of(), NestedPart.WHOLE)
                            .scatterPlan();
        }
        if (statement instanceof DdlStatement ddl) {
            return new Definitions(compilation, ddl).scatter(edits);
        }
        if (statement instanceof UnparsedStatement) {
            return new ScatterPlan(edits.template(), null, null, true);
        }
        return new WriteScatter(compilation, edits).plan(statement, StatementFacts.returnsRows(statement, dialect));
    }

    private ParsedSql again(ParsedSql parsed, String sql) {
        return parser.parseInstead(parsed, sql).withLiterals(parsed.literals());
    }

    /** Each unit gets the elements of a list that can be its own. */
    private static void split(List<Node> splits, SqlEdits edits) {
        for (int i = 0; i < splits.size(); i++) {
            List<Span> spans = new ArrayList<>();
            elements(splits.get(i)).forEach(element -> spans.add(element.span()));
            Span all = splits.get(i) instanceof InList in
                    ? in.itemsSpan()
                    : new Span(spans.get(0).start(), spans.get(spans.size() - 1).stop());
            edits.replace(all, new Piece.Elements(i, spans));
        }
    }

    private static List<? extends Node> elements(Node split) {
        if (split instanceof InList in) {
            return in.items();
        }
        return split instanceof ValuesBody body ? body.rows() : ((ValuesSource) split).rows();
    }

    private PlanFacts facts(ParsedSql parsed, BoundStatement bound, GeneratedKeys keys, boolean replicated) {
        List<BoundTable> tables = bound == null ? List.of() : bound.tables();
        List<String> logicTables = new ArrayList<>();
        List<String> tableNames = new ArrayList<>();
        for (BoundTable table : tables) {
            tableNames.add(table.table().name());
            if (!logicTables.contains(table.table().name())) {
                logicTables.add(table.table().name());
            }
        }
        return new PlanFacts(
                parsed,
                StatementFacts.classOf(parsed.statement()),
                StatementFacts.returnsRows(parsed.statement(), dialect),
                StatementFacts.heldRows(parsed.statement(), dialect),
                keys,
                logicTables,
                tableNames,
                replicated,
                rules.dataSourceNames(),
                bound == null ? List.of() : bound.declared(),
                false,
                bound == null ? CommentHint.parse(parsed.hints()) : HeededHints.of(parsed, tables),
                List.of(),
                bound == null ? List.of() : WholeTables.of(bound, actualTables()),
                bound == null ? List.of() : UniqueKeyWarnings.of(parsed.statement(), bound));
    }

    /** Whether no rule tells where any of the tables is that a statement may name. */
    private boolean isPlaceless(ParsedSql parsed) {
        for (QualifiedName name : Tree.all(parsed.statement(), QualifiedName.class)) {
            if (rules.table(name.last().text()) != null) {
                return false;
            }
        }
        return true;
    }

    private static List<String> tableNames(BoundStatement bound) {
        List<String> tableNames = new ArrayList<>();
        bound.tables().forEach(table -> tableNames.add(table.table().name()));
        return tableNames;
    }

    /** What was not understood must not mention a table of which there is more than one. */
    private void refuseUnknown(ParsedSql parsed) {
        SourcePositions positions = new SourcePositions(parsed.sql());
        if (parsed.statement() instanceof UnparsedStatement unparsed) {
            for (QualifiedName name : unparsed.mentionedNames()) {
                for (int i = 0; i < name.parts().size(); i++) {
                    refuseRuled(name.parts().get(i).text(), unparsed.line(), unparsed.column(), unparsed.found());
                }
            }
        } else if (parsed.statement() instanceof OtherStatement other) {
            for (NamedTable table : other.tables()) {
                String found = other.kind().name().replace('_', ' ');
                refuseRuled(
                        table.name().last().text(),
                        positions.line(other.span()),
                        positions.column(other.span()),
                        found);
            }
        }
    }

    /** What the last statement of a session did is on the connection that it went to, which need not be this one. */
    private void refuseLastStatement(ParsedSql parsed) {
        new UnfollowedSettings(rules, catalog, dialect).refuse(parsed);
        SessionObstacles.refuse(parsed, dialect, rules.dataSourceNames().size());
        if (rules.dataSourceNames().size() > 1) {
            for (FunctionCall call : Tree.all(parsed.statement(), FunctionCall.class)) {
                if (Functions.isOfLastStatement(call)) {
                    SourcePositions positions = new SourcePositions(parsed.sql());
                    throw positions.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, positions.excerpt(call), call);
                }
            }
        }
    }

    private void refuseRuled(String name, int line, int column, String found) {
        LogicTable table = rules.table(name);
        if (table instanceof PartitionedTable || table instanceof ReplicatedTable) {
            String kind = table instanceof PartitionedTable ? "sharded" : "broadcast";
            throw new ShardingException(
                    ErrorCode.UNKNOWN_STATEMENT_ON_RULED_TABLE, line, column, found, kind, table.name());
        }
    }
}
