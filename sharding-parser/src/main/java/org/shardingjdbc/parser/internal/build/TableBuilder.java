package org.shardingjdbc.parser.internal.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTable;
import org.shardingjdbc.parser.internal.ast.TableReference.FunctionTableForm;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ColumnDefinitionAliasContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.FunctionAliasContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.JoinConditionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.JoinOperatorContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.JoinStepContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableAliasContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableFunctionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TablePrimaryContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableReferenceContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TableReferencesContext;
import org.shardingjdbc.parser.internal.token.SqlToken;

/**
 * Makes what stands in FROM. The grammar reads a join as a flat row of tables, operators and conditions; here a
 * condition takes the nearest join before it that still lacks one, as the standard has it ({@code a JOIN b JOIN c ON ..
 * ON ..}). One per parse.
 */
final class TableBuilder {
    private static final Set<String> DELTA_STATES = Set.of("OLD", "NEW", "FINAL");

    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final QueryBuilders queries;
    private final boolean joinWithoutCondition;
    private final boolean namedJoins;
    private final boolean deltaTables;

    TableBuilder(Leaves leaves, ExpressionBuilder expressions, QueryBuilders queries, Dialect dialect) {
        this.leaves = leaves;
        this.expressions = expressions;
        this.queries = queries;
        this.joinWithoutCondition = dialect.syntax().joinsWithoutCondition();
        this.deltaTables = dialect.syntax().deltaTables();
        this.namedJoins = dialect.syntax().namedJoins();
    }

    List<TableReference> references(TableReferencesContext context) {
        List<TableReference> references = new ArrayList<>();
        for (TableReferenceContext reference : context.tableReference()) {
            references.add(reference(reference));
        }
        return references;
    }

    TableReference reference(TableReferenceContext context) {
        if (context.joinStep().isEmpty()) {
            return primary(context.tablePrimary());
        }
        List<TableReference> tables = new ArrayList<>();
        for (JoinStepContext step : context.joinStep()) {
            tables.add(primary(step.tablePrimary()));
        }
        return new JoinFold(context, primary(context.tablePrimary()), tables).fold();
    }

    TableReference primary(TablePrimaryContext context) {
        if (context instanceof SqlGrammar.NamedTableContext table) {
            boolean restricted =
                    table.partitionSelection() != null || table.systemTime() != null || table.tableSample() != null;
            return named(table, restricted);
        }
        if (context instanceof SqlGrammar.OnlyTableContext table) {
            return new NamedTable(
                    Leaves.span(context),
                    leaves.name(table.tableName().name()),
                    alias(table.tableAlias()),
                    columns(table.tableAlias()),
                    false,
                    true,
                    "",
                    "");
        }
        if (context instanceof SqlGrammar.DerivedTableContext table) {
            TableAliasContext alias = table.tableAlias();
            return new DerivedTable(
                    Leaves.span(context),
                    table.LATERAL() != null,
                    queries.query(table.query()),
                    alias(alias),
                    columns(alias));
        }
        if (context instanceof SqlGrammar.FunctionTableContext table) {
            boolean numbered = table.ORDINALITY() != null;
            FunctionTable plain =
                    functions(context, List.of(table.tableFunction()), table.functionAlias(), numbered, false);
            return table.LATERAL() == null ? plain : plain.asLateral();
        }
        if (context instanceof SqlGrammar.RowsFromTableContext table) {
            boolean numbered = table.ORDINALITY() != null;
            FunctionTable plain = functions(context, table.tableFunction(), table.functionAlias(), numbered, true);
            return table.LATERAL() == null ? plain : plain.asLateral();
        }
        if (context instanceof SqlGrammar.EscapeTableContext table) {
            if (!table.T_IDENTIFIER().getText().equalsIgnoreCase("oj")) {
                throw new UnsupportedSyntaxException(
                        (SqlToken) table.T_IDENTIFIER().getSymbol(), "'oj'");
            }
            return reference(table.tableReference());
        }
        if (context instanceof SqlGrammar.DeltaTableContext table) {
            return delta(table);
        }
        return nested((SqlGrammar.NestedTableContext) context);
    }

    private DeltaTable delta(SqlGrammar.DeltaTableContext context) {
        String state = context.T_IDENTIFIER().getText().toUpperCase(Locale.ROOT);
        if (!deltaTables || !DELTA_STATES.contains(state)) {
            throw new UnsupportedSyntaxException((SqlToken) context.TABLE().getSymbol(), "end of the table");
        }
        TableAliasContext alias = context.tableAlias();
        return new DeltaTable(
                Leaves.span(context),
                state,
                queries.write(null, context.writeStatement()),
                alias(alias),
                columns(alias));
    }

    private NamedTable named(SqlGrammar.NamedTableContext context, boolean restricted) {
        List<ParseTree> selection = new ArrayList<>();
        selection.addAll(context.getRuleContexts(SqlGrammar.PartitionSelectionContext.class));
        selection.addAll(context.getRuleContexts(SqlGrammar.SystemTimeContext.class));
        List<ParseTree> hints = new ArrayList<>();
        hints.addAll(context.getRuleContexts(SqlGrammar.TableSampleContext.class));
        hints.addAll(context.indexHint());
        return new NamedTable(
                Leaves.span(context),
                leaves.name(context.tableName().name()),
                alias(context.tableAlias()),
                columns(context.tableAlias()),
                restricted,
                context.ONLY() != null,
                Leaves.words(selection),
                Leaves.words(hints));
    }

    /** {@code (a, b)} of MySQL is a cross join. */
    private TableReference nested(SqlGrammar.NestedTableContext context) {
        List<TableReferenceContext> inner = context.tableReferences().tableReference();
        TableReference left = reference(inner.get(0));
        for (int at = 1; at < inner.size(); at++) {
            Span span = Leaves.span(inner.get(0).getStart(), inner.get(at).getStop());
            left = new JoinedTable(span, JoinKind.CROSS, false, left, reference(inner.get(at)), null, List.of());
        }
        TableAliasContext alias = context.tableAlias();
        if (alias == null) {
            return left;
        }
        if (!namedJoins || !(left instanceof JoinedTable join) || join.alias() != null) {
            // to H2 it is another name of the first table alone
            throw new UnsupportedSyntaxException((SqlToken) alias.getStart(), "a table or a query before an alias");
        }
        return join.named(Leaves.span(context), alias(alias), columns(alias));
    }

    private FunctionTable functions(
            ParserRuleContext context,
            List<TableFunctionContext> functions,
            FunctionAliasContext alias,
            boolean ordinality,
            boolean rowsFrom) {
        List<Expression> calls = new ArrayList<>();
        List<String> definitions = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (TableFunctionContext function : functions) {
            calls.add(function(function));
            definitions.add(definitions(function));
        }
        List<Identifier> columns = new ArrayList<>();
        Identifier name = null;
        if (alias != null) {
            name = leaves.identifier(alias.alias() == null ? alias.identifier() : alias.alias());
            for (ColumnDefinitionAliasContext column : alias.columnDefinitionAlias()) {
                columns.add(leaves.identifier(column.identifier()));
                types.add(Leaves.words(column.dataType()));
            }
        }
        FunctionTableForm form = new FunctionTableForm(rowsFrom, definitions, ordinality, types);
        return new FunctionTable(Leaves.span(context), false, calls, name, columns, form);
    }

    /** The columns that a function of ROWS FROM is defined with. */
    private static String definitions(TableFunctionContext context) {
        boolean defined = context.callSuffix() != null && context.AS() != null;
        return defined
                ? Leaves.words(
                        context.children.subList(context.children.indexOf(context.AS()) + 1, context.getChildCount()))
                : "";
    }

    private Expression function(TableFunctionContext context) {
        if (context.callSuffix() == null) {
            return jsonTable(context);
        }
        Span span = Leaves.span(context.getStart(), context.callSuffix().getStop());
        return expressions.calls().call(span, leaves.name(context.name()), context.callSuffix());
    }

    private Expression jsonTable(TableFunctionContext context) {
        List<Expression> arguments = List.of(expressions.expression(context.expression()));
        int second = context.children.indexOf(context.T_COMMA(0));
        String tail = Leaves.words(context.children.subList(second, context.getChildCount() - 1));
        Identifier word = new Identifier(
                Leaves.span(context.JSON_TABLE()), context.JSON_TABLE().getText(), false);
        return new FunctionCall(
                Leaves.span(context),
                new QualifiedName(word.span(), List.of(word)),
                false,
                false,
                arguments,
                null,
                null,
                null,
                null,
                CallForm.of(List.of("", tail)));
    }

    @Contract("!null -> !null")
    @Nullable
    Identifier alias(@Nullable TableAliasContext context) {
        if (context == null) {
            return null;
        }
        return leaves.identifier(context.alias() == null ? context.identifier() : context.alias());
    }

    List<Identifier> columns(@Nullable TableAliasContext context) {
        return context == null || context.columnAliases() == null
                ? List.of()
                : leaves.identifiers(context.columnAliases().identifier());
    }

    /** Pairs joins with conditions. */
    private final class JoinFold {
        private record Part(TableReference table, SqlToken first, SqlToken last) {}

        private final TableReferenceContext context;
        private final TableReference first;
        private final List<TableReference> tables;
        private final Set<Integer> unconditional = new HashSet<>();

        JoinFold(TableReferenceContext context, TableReference first, List<TableReference> tables) {
            this.context = context;
            this.first = first;
            this.tables = tables;
        }

        TableReference fold() {
            while (true) {
                Deque<Part> parts = new ArrayDeque<>();
                Deque<Integer> waiting = new ArrayDeque<>();
                run(parts, waiting);
                if (waiting.isEmpty()) {
                    return parts.pop().table();
                }
                // MySQL: an inner join may lack its condition; then it joins first what stands before it
                int lacking = waiting.peekLast();
                JoinOperatorContext operator = step(lacking).joinOperator();
                if (!joinWithoutCondition || kind(operator) != JoinKind.INNER) {
                    throw new UnsupportedSyntaxException((SqlToken) operator.getStart(), "a join with ON or USING");
                }
                unconditional.add(lacking);
            }
        }

        private JoinStepContext step(int index) {
            return context.joinStep(index);
        }

        private void run(Deque<Part> parts, Deque<Integer> waiting) {
            TablePrimaryContext start = context.tablePrimary();
            parts.push(new Part(first, (SqlToken) start.getStart(), (SqlToken) start.getStop()));
            for (int index = 0; index < tables.size(); index++) {
                JoinStepContext step = step(index);
                TablePrimaryContext right = step.tablePrimary();
                parts.push(new Part(tables.get(index), (SqlToken) right.getStart(), (SqlToken) right.getStop()));
                JoinOperatorContext operator = step.joinOperator();
                if (operator.CROSS() != null || operator.NATURAL() != null || unconditional.contains(index)) {
                    reduce(parts, operator, null);
                } else {
                    waiting.push(index);
                }
                for (JoinConditionContext condition : step.joinCondition()) {
                    if (waiting.isEmpty()) {
                        throw new UnsupportedSyntaxException((SqlToken) condition.getStart(), "end of the join");
                    }
                    reduce(parts, step(waiting.pop()).joinOperator(), condition);
                }
            }
        }

        private void reduce(Deque<Part> parts, JoinOperatorContext operator, @Nullable JoinConditionContext condition) {
            Part right = parts.pop();
            Part left = parts.pop();
            SqlToken last = condition == null ? right.last() : (SqlToken) condition.getStop();
            Expression on = condition == null ? null : expressions.expression(condition.expression());
            List<Identifier> using = condition == null ? List.of() : leaves.identifiers(condition.identifier());
            SqlGrammar.JoinUsingAliasContext alias = condition == null ? null : condition.joinUsingAlias();
            if (alias != null && !namedJoins) {
                throw new UnsupportedSyntaxException((SqlToken) alias.getStart(), "end of the join");
            }
            TableReference joined = new JoinedTable(
                    Leaves.span(left.first(), last),
                    kind(operator),
                    operator.NATURAL() != null,
                    left.table(),
                    right.table(),
                    on,
                    using,
                    alias == null ? null : leaves.identifier(alias.identifier()),
                    null,
                    List.of(),
                    operator.STRAIGHT_JOIN() != null);
            parts.push(new Part(joined, left.first(), last));
        }
    }

    private static JoinKind kind(JoinOperatorContext context) {
        if (context.LEFT() != null) {
            return JoinKind.LEFT;
        }
        if (context.RIGHT() != null) {
            return JoinKind.RIGHT;
        }
        if (context.FULL() != null) {
            return JoinKind.FULL;
        }
        return context.CROSS() != null ? JoinKind.CROSS : JoinKind.INNER;
    }
}
