package org.shardingjdbc.parser.internal.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.NodeMapper;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/** Statements that are made of parts of others are those that parsing their texts gives: an assertion compares them. */
class MadeStatementTest {
    /** Leaves the parts of a node where they are, and makes the node and its own names anew. */
    private static final NodeMapper MADE = new NodeMapper() {
        @Override
        public Span span(Span span) {
            return span == null ? null : Span.NONE;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <N extends Node> N node(N node) {
            return node instanceof Identifier name
                    ? (N) new Identifier(Span.NONE, name.text(), name.quoted(), name.backticks())
                    : node;
        }

        @Override
        public <N extends Node> List<N> nodes(List<N> nodes) {
            return nodes.stream().map(this::node).toList();
        }

        @Override
        public String text(Span statement, String text) {
            return text;
        }
    };

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void queriesOfTheCorpus(Dialect dialect) {
        compare(dialect, 1000, parsed -> {
            List<Statement> made = new ArrayList<>();
            for (Query query : parsed.analysis().all(Query.class)) {
                made.add(new QueryStatement(Span.NONE, query));
            }
            return made;
        });
    }

    /** All of a query is made but what stands at the ends of its tree. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void wholeQueriesOfTheCorpus(Dialect dialect) {
        compare(dialect, 1000, parsed -> {
            List<Statement> made = new ArrayList<>();
            for (Query query : parsed.analysis().all(Query.class)) {
                if (isMade(query, parsed)) {
                    made.add(new QueryStatement(
                            Span.NONE, MadeStatement.again(query, node -> isLeaf(node) ? node : null)));
                }
            }
            return made;
        });
    }

    private static boolean isMade(Query query, ParsedSql parsed) {
        boolean[] made = {true};
        Nodes.forEach(
                query,
                node -> made[0] &= !(node instanceof JoinedTable join && isListInParentheses(join, parsed.sql())));
        return made[0];
    }

    private static boolean isLeaf(Node node) {
        return node.children().isEmpty() && !(node instanceof Identifier);
    }

    /**
     * As what changes the first branch of a UNION does: operations around it are made, their other branches are not.
     */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void firstBranchesOfTheCorpus(Dialect dialect) {
        compare(dialect, 10, parsed -> {
            List<Statement> made = new ArrayList<>();
            for (Query query : parsed.analysis().all(Query.class)) {
                QueryBody first = query.body();
                while (first instanceof SetOperation operation) {
                    first = operation.left();
                }
                if (first instanceof Select select && first != query.body()) {
                    made.add(new QueryStatement(
                            Span.NONE,
                            MadeStatement.again(query, node -> node == select ? select.mapped(MADE) : null)));
                }
            }
            return made;
        });
    }

    /** As what narrows a query does: its clauses are those of the text, the SELECT around them is another one. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void selectsOfTheCorpus(Dialect dialect) {
        compare(dialect, 1000, parsed -> {
            List<Statement> made = new ArrayList<>();
            for (Query query : parsed.analysis().all(Query.class)) {
                if (query.body() instanceof Select select
                        && select.into() == null
                        && select.from().stream().noneMatch(from -> isListInParentheses(from, parsed.sql()))) {
                    Select another = select.mapped(MADE);
                    made.add(new QueryStatement(
                            Span.NONE,
                            new Query(
                                    Span.NONE,
                                    query.with(),
                                    another,
                                    query.orderBy(),
                                    query.limit(),
                                    query.locking())));
                }
            }
            return made;
        });
    }

    /** MySQL's {@code FROM (a, b)} is one joined table, and without its parentheses, which are of no account, two. */
    private static boolean isListInParentheses(TableReference from, String sql) {
        return from instanceof JoinedTable join
                && join.kind() == JoinKind.CROSS
                && join.span().stop() < sql.length()
                && sql.charAt(join.span().stop()) == ')';
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void writesOfTheCorpus(Dialect dialect) {
        compare(dialect, 100, parsed -> {
            Statement statement = parsed.statement();
            boolean write = statement instanceof InsertStatement
                    || statement instanceof UpdateStatement
                    || statement instanceof DeleteStatement;
            return write && parsed.settings() == null ? List.of((Statement) statement.mapped(MADE)) : List.of();
        });
    }

    /** As what is asked of a part of a statement's tables: the conditions of the text about other columns. */
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void conditionsOfTheCorpusAboutOtherColumns(Dialect dialect) {
        Set<Class<?>> kinds = Set.of(
                Logical.class,
                Not.class,
                Comparison.class,
                InList.class,
                Between.class,
                Like.class,
                IsTest.class,
                Operation.class,
                Literal.class,
                Parameter.class,
                ColumnReference.class,
                Identifier.class);
        compare(dialect, 300, parsed -> {
            List<Statement> made = new ArrayList<>();
            for (Clause clause : parsed.analysis().all(Clause.class)) {
                boolean[] other = {false};
                Nodes.forEach(clause.condition(), node -> other[0] |= !kinds.contains(node.getClass()));
                if (!other[0]) {
                    made.add(about(clause.condition()));
                }
            }
            return made;
        });
    }

    private static Statement about(Expression condition) {
        Expression others = MadeStatement.again(
                condition,
                node -> node instanceof ColumnReference
                        ? new ColumnReference(Span.NONE, List.of(), new Identifier(Span.NONE, "other", true))
                        : null);
        Select select = new Select(
                Span.NONE,
                Quantifier.ALL,
                null,
                List.of(),
                List.of(),
                List.of(new StarItem(Span.NONE, null)),
                Span.NONE,
                List.of(),
                null,
                new Clause(Span.NONE, others),
                null,
                null,
                List.of(),
                null,
                null,
                "");
        return new QueryStatement(Span.NONE, new Query(Span.NONE, null, select, null, null, List.of()));
    }

    private static void compare(Dialect dialect, int least, Function<ParsedSql, List<Statement>> making) {
        SqlParser parser = new SqlParser(dialect);
        Set<String> texts = new LinkedHashSet<>(SqlTexts.corpus(dialect));
        texts.addAll(SqlTexts.others(dialect));
        List<String> different = new ArrayList<>();
        int same = 0;
        for (String sql : texts) {
            ParsedSql parsed;
            try {
                parsed = parser.parse(sql);
            } catch (ShardingException several) {
                continue;
            }
            for (Statement statement : making.apply(parsed)) {
                try {
                    MadeStatement.of(statement, parsed, parser);
                    same++;
                } catch (AssertionError | IllegalStateException failure) {
                    different.add(failure.getMessage() + " OF " + sql);
                }
            }
        }
        assertThat(different).isEmpty();
        assertThat(same).isGreaterThan(least);
    }

    @Test
    void parametersAreNumberedAsTheyStandAndTellWhatTheyWere() {
        SqlParser parser = new SqlParser(Dialects.POSTGRESQL);
        ParsedSql parsed =
                parser.parse("UPDATE t SET a = $2 /* SHARDING_HINT: x=1 */ WHERE b = $1 AND c = (SELECT $2)");
        Comparison second = parsed.analysis().all(Comparison.class).get(1);
        Comparison own = new Comparison(
                Span.NONE, second.operator(), MadeStatement.again(second.left()), new Parameter(Span.NONE, -1));
        TreeEdits edits = new TreeEdits(parsed);
        edits.replace(second, new SqlPrinter(parser.dialect()).made(own, parsed.sql()));
        MadeStatement edited = edits.renumbered(parser);
        assertThat(edited.parsed().sql())
                .isEqualTo("UPDATE t SET a = ? /* SHARDING_HINT: x=1 */ WHERE b = ? AND c = ?");
        assertThat(edited.sources()).containsExactly(1, 0, -1);
        assertThat(edited.parsed().hints()).isEqualTo(parsed.hints());
        MadeStatement subquery = MadeStatement.of(
                new QueryStatement(Span.NONE, parsed.analysis().all(Query.class).get(0)), parsed, parser);
        assertThat(subquery.parsed().sql()).isEqualTo("SELECT ?");
        assertThat(subquery.sources()).containsExactly(1);
        assertThat(subquery.parsed().hints()).isEmpty();
    }
}
