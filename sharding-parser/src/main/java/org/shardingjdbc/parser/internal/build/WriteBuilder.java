package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.DefaultRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.SetSource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.InsertStatement.UpsertKind;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.AssignmentContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.AssignmentTargetContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.AssignmentsContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ConflictClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ConflictItemContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ConflictTargetContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.DeleteTargetContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.DuplicateKeyClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.InsertColumnContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.InsertColumnsContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.InsertSourceContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.InsertStatementContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.JoinedDeleteContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.MergeActionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.MergeStatementContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.MergeWhenContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.PlainDeleteContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ReplaceIntoByKeyContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ReturningClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.UpdateStatementContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.UpsertClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ValuesRowContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WriteStatementContext;
import org.shardingjdbc.parser.internal.token.SqlToken;

/** Makes INSERT, UPDATE, DELETE and MERGE. One per parse. */
final class WriteBuilder {
    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final QueryBuilders queries;
    private final TableBuilder tables;

    WriteBuilder(Leaves leaves, ExpressionBuilder expressions, QueryBuilders queries, TableBuilder tables) {
        this.leaves = leaves;
        this.expressions = expressions;
        this.queries = queries;
        this.tables = tables;
    }

    /** @param with what stands before the statement, may be null */
    Statement write(@Nullable With with, WriteStatementContext context) {
        Span own = Leaves.span(context);
        Span span = with == null ? own : new Span(with.span().start(), own.stop());
        if (context.insertStatement() != null) {
            return insert(span, with, context.insertStatement());
        }
        if (context.updateStatement() != null) {
            return update(span, with, context.updateStatement());
        }
        if (context.mergeStatement() != null) {
            return merge(span, with, context.mergeStatement());
        }
        if (context.replaceIntoByKey() != null) {
            return replace(span, with, context.replaceIntoByKey());
        }
        if (context.deleteStatement() instanceof JoinedDeleteContext delete) {
            return new DeleteStatement(
                    span,
                    with,
                    targets(delete.deleteTarget()),
                    tables.references(delete.fromClause().tableReferences()),
                    queries.where(delete.whereClause()),
                    null,
                    null,
                    null,
                    !delete.IGNORE().isEmpty(),
                    true,
                    modifiers(delete),
                    leaves.optimizerHint(delete));
        }
        return delete(span, with, (PlainDeleteContext) context.deleteStatement());
    }

    // ---- INSERT ----

    private Statement insert(Span span, @Nullable With with, InsertStatementContext context) {
        List<String> modifiers = new ArrayList<>();
        InsertKind kind = context.REPLACE() != null ? InsertKind.REPLACE : InsertKind.INSERT;
        for (SqlGrammar.InsertModifierContext modifier : context.insertModifier()) {
            if (modifier.IGNORE() == null) {
                modifiers.add(Leaves.words(modifier).toUpperCase(Locale.ROOT));
            } else {
                kind = InsertKind.INSERT_IGNORE;
            }
        }
        Span tableSpan = Leaves.span(context.tableName());
        Identifier alias = leaves.identifier(context.identifier());
        boolean restricted = context.partitionSelection() != null;
        if (alias != null) {
            tableSpan = new Span(tableSpan.start(), alias.span().stop());
        } else if (restricted) {
            tableSpan = new Span(
                    tableSpan.start(), Leaves.span(context.partitionSelection()).stop());
        }
        NamedTable table = new NamedTable(
                tableSpan,
                leaves.name(context.tableName().name()),
                alias,
                List.of(),
                restricted,
                false,
                Leaves.words(context.partitionSelection()),
                "");
        InsertColumnsContext columns = context.insertColumns();
        Identifier rowAlias = context.rowAlias() == null
                ? null
                : leaves.identifier(context.rowAlias().identifier());
        return new InsertStatement(
                span,
                with,
                kind,
                table,
                columns(columns),
                columns == null ? null : Leaves.span(columns),
                overriding(context.overriding()),
                source(context.insertSource()),
                rowAlias,
                upsert(context.upsertClause()),
                returning(context.returningClause()),
                modifiers,
                false,
                List.of(),
                leaves.optimizerHint(context));
    }

    private Statement replace(Span span, @Nullable With with, ReplaceIntoByKeyContext context) {
        InsertColumnsContext columns = context.insertColumns();
        return new InsertStatement(
                span,
                with,
                InsertKind.REPLACE,
                leaves.table(context.tableName()),
                columns(columns),
                columns == null ? null : Leaves.span(columns),
                null,
                source(context.query()),
                null,
                null,
                null,
                List.of(),
                true,
                context.columnAliases() == null
                        ? List.of()
                        : leaves.identifiers(context.columnAliases().identifier()),
                "");
    }

    /** The words between the verb and what follows, but IGNORE. */
    private static List<String> modifiers(ParserRuleContext context) {
        List<String> modifiers = new ArrayList<>();
        for (int at = 1; context.getChild(at) instanceof TerminalNode word; at++) {
            switch (word.getSymbol().getType()) {
                case SqlGrammar.LOW_PRIORITY, SqlGrammar.QUICK ->
                    modifiers.add(word.getText().toUpperCase(Locale.ROOT));
                default -> {}
            }
        }
        return modifiers;
    }

    private static @Nullable Overriding overriding(SqlGrammar.@Nullable OverridingContext context) {
        return context == null ? null : new Overriding(Leaves.span(context), context.USER() != null);
    }

    private List<Identifier> columns(InsertColumnsContext context) {
        if (context == null) {
            return List.of();
        }
        List<Identifier> columns = new ArrayList<>();
        for (InsertColumnContext column : context.insertColumn()) {
            if (!column.subscript().isEmpty()) {
                throw new UnsupportedSyntaxException(
                        (SqlToken) column.T_LBRACKET(0).getSymbol(), "',' or ')'");
            }
            columns.add(leaves.name(column.name()).last());
        }
        return columns;
    }

    private InsertSource source(InsertSourceContext context) {
        Span span = Leaves.span(context);
        if (context instanceof SqlGrammar.QuerySourceContext source) {
            return source(source.query());
        }
        if (context instanceof SqlGrammar.ValueSourceContext source) {
            return new ValuesSource(span, queries.rows(source.valuesRow()));
        }
        if (context instanceof SqlGrammar.SetSourceContext source) {
            return new SetSource(span, assignments(source.assignments()));
        }
        return new DefaultRow(span);
    }

    private InsertSource source(SqlGrammar.QueryContext context) {
        Query query = queries.query(context);
        boolean bare = query.with() == null
                && query.orderBy() == null
                && query.limit() == null
                && query.locking().isEmpty();
        if (bare && query.body() instanceof ValuesBody values) {
            return new ValuesSource(values.span(), values.rows());
        }
        return new QuerySource(query.span(), query);
    }

    private @Nullable Upsert upsert(@Nullable UpsertClauseContext context) {
        if (context == null) {
            return null;
        }
        Span span = Leaves.span(context);
        if (context instanceof DuplicateKeyClauseContext duplicate) {
            return new Upsert(
                    span,
                    UpsertKind.DUPLICATE_KEY_UPDATE,
                    List.of(),
                    null,
                    null,
                    assignments(duplicate.assignments()),
                    null,
                    List.of());
        }
        ConflictClauseContext conflict = (ConflictClauseContext) context;
        List<Expression> target = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        Identifier constraint = null;
        Clause targetWhere = null;
        ConflictTargetContext at = conflict.conflictTarget();
        if (at != null) {
            for (ConflictItemContext item : at.conflictItem()) {
                target.add(expressions.expression(item.expression()));
                classes.add(Leaves.words(item.name()));
            }
            constraint = leaves.identifier(at.identifier());
            targetWhere = queries.where(at.whereClause());
        }
        boolean update = conflict.UPDATE() != null;
        return new Upsert(
                span,
                update ? UpsertKind.CONFLICT_UPDATE : UpsertKind.CONFLICT_NOTHING,
                target,
                constraint,
                targetWhere,
                update ? assignments(conflict.assignments()) : List.of(),
                queries.where(conflict.whereClause()),
                classes);
    }

    private @Nullable Returning returning(@Nullable ReturningClauseContext context) {
        return context == null ? null : new Returning(Leaves.span(context), queries.items(context.selectItems()));
    }

    private List<Assignment> assignments(AssignmentsContext context) {
        List<Assignment> assignments = new ArrayList<>();
        for (AssignmentContext assignment : context.assignment()) {
            List<ColumnReference> columns = new ArrayList<>();
            List<String> subscripts = new ArrayList<>();
            for (AssignmentTargetContext target : assignment.assignmentTarget()) {
                columns.add(expressions.column(target.name()));
                subscripts.add(Leaves.words(target.children.subList(1, target.getChildCount())));
            }
            assignments.add(new Assignment(
                    Leaves.span(assignment),
                    columns,
                    expressions.expression(assignment.expression()),
                    assignment.T_OPEN() != null,
                    subscripts));
        }
        return assignments;
    }

    // ---- UPDATE, DELETE ----

    private Statement update(Span span, @Nullable With with, UpdateStatementContext context) {
        List<TableReference> from = context.fromClause() == null
                ? List.of()
                : tables.references(context.fromClause().tableReferences());
        return new UpdateStatement(
                span,
                with,
                tables.references(context.tableReferences()),
                assignments(context.assignments()),
                from,
                queries.where(context.whereClause()),
                queries.orderBy(context.orderByClause()),
                queries.limit(context.limitPart()),
                returning(context.returningClause()),
                !context.IGNORE().isEmpty(),
                modifiers(context),
                leaves.optimizerHint(context));
    }

    private Statement delete(Span span, @Nullable With with, PlainDeleteContext context) {
        List<TableReference> from =
                context.tableReferences() == null ? List.of() : tables.references(context.tableReferences());
        return new DeleteStatement(
                span,
                with,
                targets(context.deleteTarget()),
                from,
                queries.where(context.whereClause()),
                queries.orderBy(context.orderByClause()),
                queries.limit(context.limitPart()),
                returning(context.returningClause()),
                !context.IGNORE().isEmpty(),
                false,
                modifiers(context),
                leaves.optimizerHint(context));
    }

    private List<NamedTable> targets(List<DeleteTargetContext> contexts) {
        List<NamedTable> targets = new ArrayList<>();
        for (DeleteTargetContext context : contexts) {
            ParserRuleContext alias = context.alias() == null ? context.identifier() : context.alias();
            boolean restricted = context.partitionSelection() != null || context.systemTime() != null;
            List<ParseTree> selection = new ArrayList<>();
            selection.addAll(context.getRuleContexts(SqlGrammar.PartitionSelectionContext.class));
            selection.addAll(context.getRuleContexts(SqlGrammar.SystemTimeContext.class));
            targets.add(new NamedTable(
                    Leaves.span(context),
                    leaves.name(context.tableName().name()),
                    leaves.identifier(alias),
                    List.of(),
                    restricted,
                    context.ONLY() != null,
                    Leaves.words(selection),
                    ""));
        }
        return targets;
    }

    // ---- MERGE ----

    private Statement merge(Span span, @Nullable With with, MergeStatementContext context) {
        Span tableSpan = Leaves.span(context.tableName());
        if (context.tableAlias() != null) {
            tableSpan = new Span(
                    tableSpan.start(), Leaves.span(context.tableAlias()).stop());
        }
        NamedTable target = new NamedTable(
                tableSpan,
                leaves.name(context.tableName().name()),
                tables.alias(context.tableAlias()),
                tables.columns(context.tableAlias()),
                false,
                context.ONLY() != null,
                "",
                "");
        List<MergeAction> actions = new ArrayList<>();
        for (MergeWhenContext when : context.mergeWhen()) {
            actions.add(action(when));
        }
        return new MergeStatement(
                span,
                with,
                target,
                tables.primary(context.tablePrimary()),
                expressions.expression(context.expression()),
                actions,
                returning(context.returningClause()));
    }

    private MergeAction action(MergeWhenContext context) {
        MergeActionContext action = context.mergeAction();
        if (action.whereClause() != null) {
            throw new UnsupportedSyntaxException(
                    (SqlToken) action.whereClause().getStart(), "WHEN or end of statement");
        }
        if (context.SOURCE() != null) {
            throw new UnsupportedSyntaxException((SqlToken) context.SOURCE().getSymbol(), "TARGET");
        }
        if (action.DEFAULT() != null) {
            throw new UnsupportedSyntaxException((SqlToken) action.DEFAULT().getSymbol(), "VALUES");
        }
        ValuesRowContext row = action.valuesRow();
        InsertRow values = row == null ? null : queries.row(row);
        return new MergeAction(
                Leaves.span(context),
                context.NOT() == null,
                expressions.expression(context.expression()),
                action.assignments() == null ? List.of() : assignments(action.assignments()),
                columns(action.insertColumns()),
                columnsSpan(action),
                overriding(action.overriding()),
                values == null ? null : values.span(),
                values == null ? List.of() : values.values(),
                action.DELETE() != null);
    }

    private static @Nullable Span columnsSpan(MergeActionContext action) {
        if (action.INSERT() == null) {
            return null;
        }
        int behind = Leaves.span(action.INSERT()).stop();
        return action.insertColumns() == null ? new Span(behind, behind) : Leaves.span(action.insertColumns());
    }
}
