package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.RuleNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement.ExplainKind;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement.ShowKind;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CallArgumentContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ExplainFlagContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ExplainOptionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LockedTableContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ShowFilterContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ShowSchemaContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableNameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammarBaseVisitor;
import org.shardingjdbc.parser.internal.token.SqlToken;

/** Makes the statement of a parse; the other builders make its parts. One per parse. */
public final class StatementBuilder extends SqlGrammarBaseVisitor<Statement> {
    private final Leaves leaves;
    private final QueryBuilder queries;
    private final Dialect dialect;

    public StatementBuilder(
            String sql, Dialect dialect, Literals literals, List<Parameter> parameters, List<Span> optimizerHints) {
        leaves = new Leaves(sql, literals, parameters, optimizerHints);
        queries = new QueryBuilder(leaves, dialect);
        this.dialect = dialect;
    }

    /** Made for a statement that has one: a start that reads none need not load its classes. */
    private DefinitionBuilder definitions() {
        return new DefinitionBuilder(leaves, queries);
    }

    private SessionBuilder sessions() {
        return new SessionBuilder(
                leaves, queries.expressions(), dialect.syntax().localIsSession());
    }

    @Override
    public Statement visitRoot(SqlGrammar.RootContext context) {
        return context.statement().accept(this);
    }

    @Override
    public Statement visitReadOrWrite(SqlGrammar.ReadOrWriteContext context) {
        if (context.queryTail() != null) {
            return new QueryStatement(
                    Leaves.span(context), queries.query(context, context.withClause(), context.queryTail()));
        }
        With with = queries.with(context.withClause());
        return queries.writes().write(with, context.writeStatement());
    }

    @Override
    public Statement visitWithSettings(SqlGrammar.WithSettingsContext context) {
        return new StatementWithSettings(
                Leaves.span(context),
                sessions()
                        .settings(
                                Leaves.span(context.getStart(), context.FOR().getSymbol()),
                                context.setItem(),
                                leaves.written(context.children.subList(0, context.getChildCount() - 1))),
                context.readOrWrite().accept(this));
    }

    @Override
    public Statement visitChildren(RuleNode node) {
        if (node instanceof SqlGrammar.DefinitionContext) {
            return node.accept(definitions());
        }
        if (node instanceof SqlGrammar.TransactionContext || node instanceof SqlGrammar.SettingContext) {
            return node.accept(sessions());
        }
        return super.visitChildren(node);
    }

    private String text(ParserRuleContext context) {
        return leaves.written(context);
    }

    // ---- SHOW, DESCRIBE ----

    @Override
    public Statement visitShowTables(SqlGrammar.ShowTablesContext context) {
        return show(context, ShowKind.TABLES, null, context.showSchema(), context.showFilter());
    }

    @Override
    public Statement visitShowTableStatus(SqlGrammar.ShowTableStatusContext context) {
        return show(context, ShowKind.TABLE_STATUS, null, context.showSchema(), context.showFilter());
    }

    @Override
    public Statement visitShowColumns(SqlGrammar.ShowColumnsContext context) {
        return show(context, ShowKind.COLUMNS, context.tableName(), context.showSchema(), context.showFilter());
    }

    @Override
    public Statement visitShowIndexes(SqlGrammar.ShowIndexesContext context) {
        return new ShowStatement(
                Leaves.span(context),
                ShowKind.INDEXES,
                leaves.table(context.tableName()),
                null,
                queries.expressions().expression(context.expression()),
                false,
                schema(context.showSchema()),
                text(context));
    }

    @Override
    public Statement visitShowCreateTable(SqlGrammar.ShowCreateTableContext context) {
        return show(context, ShowKind.CREATE_TABLE, context.tableName(), null, null);
    }

    @Override
    public Statement visitShowDatabases(SqlGrammar.ShowDatabasesContext context) {
        return show(context, ShowKind.DATABASES, null, null, context.showFilter());
    }

    @Override
    public Statement visitShowVariables(SqlGrammar.ShowVariablesContext context) {
        return show(context, ShowKind.VARIABLES, null, null, context.showFilter());
    }

    @Override
    public Statement visitShowOther(SqlGrammar.ShowOtherContext context) {
        ShowKind kind =
                switch (context.getChild(1).getText().toUpperCase(Locale.ROOT)) {
                    // COUNT(*) is that of one of the two
                    case "WARNINGS", "ERRORS", "COUNT" -> ShowKind.DIAGNOSTICS;
                    default ->
                        context.getText().equalsIgnoreCase("SHOWSHARDINGTRANSACTIONS")
                                ? ShowKind.TRANSACTIONS
                                : ShowKind.OTHER;
                };
        return show(context, kind, null, null, null);
    }

    @Override
    public Statement visitDescribeTable(SqlGrammar.DescribeTableContext context) {
        return show(context, ShowKind.COLUMNS, context.tableName(), null, null);
    }

    private Statement show(
            ParserRuleContext context,
            ShowKind kind,
            @Nullable TableNameContext table,
            @Nullable ShowSchemaContext schema,
            @Nullable ShowFilterContext filter) {
        String like = filter == null || filter.T_STRING() == null
                ? null
                : leaves.literals().string(filter.T_STRING().getText());
        Expression where = filter == null ? null : queries.expressions().expression(filter.expression());
        NamedTable named = table == null ? null : leaves.table(table);
        return new ShowStatement(
                Leaves.span(context), kind, named, like, where, isFull(context), schema(schema), text(context));
    }

    private static boolean isFull(ParserRuleContext context) {
        for (int at = 1; at < Math.min(context.getChildCount(), 3); at++) {
            if (context.getChild(at).getText().equalsIgnoreCase("FULL")) {
                return true;
            }
        }
        return false;
    }

    private @Nullable Identifier schema(@Nullable ShowSchemaContext context) {
        return context == null ? null : leaves.identifier(context.identifier());
    }

    // ---- EXPLAIN ----

    /** What stands before the explained statement, which is the last child. */
    private static String words(ParserRuleContext context) {
        return Leaves.words(context.children.subList(0, context.getChildCount() - 1));
    }

    @Override
    public Statement visitExplainSharding(SqlGrammar.ExplainShardingContext context) {
        return new ExplainStatement(
                Leaves.span(context),
                ExplainKind.SHARDING,
                context.statement().accept(this),
                context.ANALYZE() != null,
                words(context));
    }

    @Override
    public Statement visitPreviewStatement(SqlGrammar.PreviewStatementContext context) {
        return new ExplainStatement(
                Leaves.span(context), ExplainKind.PREVIEW, context.statement().accept(this), false, words(context));
    }

    @Override
    public Statement visitExplainDatabase(SqlGrammar.ExplainDatabaseContext context) {
        boolean analyze = false;
        for (ExplainOptionContext option : context.explainOption()) {
            analyze |= option.ANALYZE() != null || option.explainFlag().stream().anyMatch(StatementBuilder::isAnalyze);
        }
        Statement explained = context.explained().accept(this);
        return new ExplainStatement(Leaves.span(context), ExplainKind.DATABASE, explained, analyze, words(context));
    }

    private static boolean isAnalyze(ExplainFlagContext flag) {
        return flag.ANALYZE() != null || flag.getStart().getText().equalsIgnoreCase("ANALYZE");
    }

    @Override
    public Statement visitAnalyzeDatabase(SqlGrammar.AnalyzeDatabaseContext context) {
        Statement explained = context.explained().accept(this);
        return new ExplainStatement(Leaves.span(context), ExplainKind.DATABASE, explained, true, words(context));
    }

    // ---- the rest ----

    @Override
    public Statement visitUseStatement(SqlGrammar.UseStatementContext context) {
        return new UseStatement(Leaves.span(context), leaves.identifier(context.identifier()), text(context));
    }

    @Override
    public Statement visitCallStatement(SqlGrammar.CallStatementContext context) {
        List<Expression> arguments = new ArrayList<>();
        for (CallArgumentContext argument : context.callArgument()) {
            Expression value = queries.expressions().calls().argument(argument);
            if (value != null) {
                arguments.add(value);
            }
        }
        return new OtherStatement(Leaves.span(context), OtherKind.CALL, List.of(), arguments, text(context));
    }

    @Override
    public Statement visitCallValue(SqlGrammar.CallValueContext context) {
        List<Expression> values = List.of(queries.expressions().expression(context.value()));
        return new OtherStatement(Leaves.span(context), OtherKind.CALL, List.of(), values, text(context));
    }

    @Override
    public Statement visitLockTables(SqlGrammar.LockTablesContext context) {
        List<NamedTable> tables = new ArrayList<>();
        for (LockedTableContext table : context.lockedTable()) {
            Identifier alias = leaves.identifier(table.alias() == null ? table.identifier() : table.alias());
            tables.add(new NamedTable(
                    Leaves.span(table), leaves.name(table.tableName().name()), alias, List.of(), false));
        }
        return new OtherStatement(Leaves.span(context), OtherKind.LOCK_TABLES, tables, List.of(), text(context));
    }

    @Override
    public Statement visitUnlockTables(SqlGrammar.UnlockTablesContext context) {
        return other(context, OtherKind.UNLOCK_TABLES);
    }

    @Override
    public Statement visitKillStatement(SqlGrammar.KillStatementContext context) {
        return other(context, OtherKind.KILL);
    }

    @Override
    public Statement visitLoadLocal(SqlGrammar.LoadLocalContext context) {
        return new OtherStatement(
                Leaves.span(context),
                OtherKind.LOAD_DATA,
                leaves.tables(List.of(context.tableName())),
                List.of(),
                new LocalFiles(leaves).file(context),
                text(context));
    }

    @Override
    public Statement visitLoadData(SqlGrammar.LoadDataContext context) {
        return other(context, OtherKind.LOAD_DATA, context.tableName());
    }

    @Override
    public Statement visitCopyTable(SqlGrammar.CopyTableContext context) {
        return other(context, OtherKind.COPY, context.tableName());
    }

    @Override
    public Statement visitCopyQuery(SqlGrammar.CopyQueryContext context) {
        throw new UnsupportedSyntaxException((SqlToken) context.T_QUERY_OPEN().getSymbol(), "a name");
    }

    @Override
    public Statement visitDoStatement(SqlGrammar.DoStatementContext context) {
        List<Expression> values = queries.expressions().expressions(context.expressions());
        return new OtherStatement(Leaves.span(context), OtherKind.DO, List.of(), values, text(context));
    }

    @Override
    public Statement visitPreparedStatement(SqlGrammar.PreparedStatementContext context) {
        return other(context, OtherKind.PREPARE);
    }

    @Override
    public Statement visitCursorStatement(SqlGrammar.CursorStatementContext context) {
        return other(context, OtherKind.CURSOR);
    }

    @Override
    public Statement visitHandlerStatement(SqlGrammar.HandlerStatementContext context) {
        return other(context, OtherKind.HANDLER, context.tableName());
    }

    @Override
    public Statement visitUtilityStatement(SqlGrammar.UtilityStatementContext context) {
        boolean listens = context.LISTEN() != null || context.UNLISTEN() != null;
        return other(context, listens ? OtherKind.LISTEN : OtherKind.UTILITY);
    }

    @Override
    public Statement visitFlushStatement(SqlGrammar.FlushStatementContext context) {
        boolean exports = context.FOR() != null && context.T_STRING() == null;
        boolean locks = context.LOCK() != null || exports;
        return other(context, locks ? OtherKind.FLUSH_LOCKS : OtherKind.UTILITY);
    }

    private Statement other(ParserRuleContext context, OtherKind kind, TableNameContext... tables) {
        return new OtherStatement(Leaves.span(context), kind, leaves.tables(List.of(tables)), List.of(), text(context));
    }
}
