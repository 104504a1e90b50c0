package org.shardingjdbc.parser.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.TreePrinter;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.token.Keywords;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** What holds for every statement that the grammar knows. */
class CorpusTest {
    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void everyStatementIsUnderstood(Dialect dialect) {
        List<String> failures = new ArrayList<>();
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            Statement statement = parser.parse(sql).statement();
            if (statement instanceof UnparsedStatement unparsed) {
                failures.add(sql + "\n  " + unparsed.problem());
            }
        }
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void corpusIsLarge(Dialect dialect) {
        int least = dialect == Dialects.SQL92 ? 0 : 300;
        assertThat(Corpus.statements(dialect))
                .hasSizeGreaterThanOrEqualTo(least)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void childrenLieWithinTheirParents(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            Nodes.forEach(parser.parse(sql).statement(), parent -> {
                for (Node child : parent.children()) {
                    assertThat(child.span().start())
                            .as("%s in %s", child, sql)
                            .isGreaterThanOrEqualTo(parent.span().start());
                    assertThat(child.span().stop())
                            .as("%s in %s", child, sql)
                            .isLessThanOrEqualTo(parent.span().stop());
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void namesStandWhereTheirSpansSay(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            Nodes.forEach(parser.parse(sql).statement(), node -> {
                if (node instanceof Identifier name
                        && !name.quoted()
                        && !name.text().endsWith("VALUE FOR")) {
                    assertThat(name.span().of(sql)).as(sql).isEqualTo(name.text());
                } else if (node instanceof Identifier name && name.quoted()) {
                    assertThat(name.span().of(sql)).as(sql).matches(text -> "`\"'uU".indexOf(text.charAt(0)) >= 0);
                } else if (node instanceof NamedTable table) {
                    assertThat(table.span().of(sql))
                            .as(sql)
                            .contains(table.name().span().of(sql));
                } else if (node instanceof ColumnReference column
                        && column.qualifier().isEmpty()) {
                    assertThat(column.span()).as(sql).isEqualTo(column.name().span());
                } else if (node instanceof Parameter parameter) {
                    assertThat(parameter.span().of(sql)).as(sql).matches(text -> "?$".indexOf(text.charAt(0)) >= 0);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void spansOfExpressionsHaveNoBlanksAround(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            Nodes.forEach(parser.parse(sql).statement(), node -> {
                if (node instanceof Expression && !node.span().of(sql).isEmpty()) {
                    assertThat(node.span().of(sql))
                            .as(sql)
                            .isEqualTo(node.span().of(sql).strip());
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void parsingTwiceGivesEqualTrees(Dialect dialect) {
        for (String sql : Corpus.statements(dialect)) {
            assertThat(new SqlParser(dialect).parse(sql)).as(sql).isEqualTo(new SqlParser(dialect).parse(sql));
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void everyPlaceholderOfTheTreeIsListed(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        for (String sql : Corpus.statements(dialect)) {
            ParsedSql parsed = parser.parse(sql);
            List<Parameter> found = new ArrayList<>();
            Nodes.forEach(parsed.statement(), node -> {
                if (node instanceof Parameter parameter) {
                    found.add(parameter);
                }
            });
            assertThat(parsed.parameters()).as(sql).containsAll(found);
        }
    }

    @ParameterizedTest
    @MethodSource("org.shardingjdbc.dialect.internal.Dialects#all")
    void blanksAndCommentsDoNotChangeTheTree(Dialect dialect) {
        SqlParser parser = new SqlParser(dialect);
        Keywords keywords = new Keywords(dialect);
        for (String sql : Corpus.statements(dialect)) {
            StringBuilder spread = new StringBuilder();
            SqlLexer lexer = new SqlLexer(sql, dialect, keywords, null);
            while (lexer.next()) {
                spread.append(sql, lexer.start(), lexer.stop()).append(" /*c*/\n\t");
            }
            String expected = TreePrinter.print(parser.parse(sql).statement());
            String actual = TreePrinter.print(parser.parse(spread.toString()).statement());
            assertThat(plain(actual)).as(sql).isEqualTo(plain(expected));
        }
    }

    /** Types and settings are kept as written; without blanks and comments they compare. */
    private static String plain(String tree) {
        StringBuilder text = new StringBuilder();
        for (char c : tree.replace("/*c*/\\n\\t", "").replace("/*c*/", "").toCharArray()) {
            if (!Character.isWhitespace(c)) {
                text.append(c);
            }
        }
        return text.toString();
    }
}
